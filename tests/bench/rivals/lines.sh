#!/bin/sh
# The line chart of ../charts.c by rrdtool, as near as its time axis allows.
# usage: lines.sh make DATABASE | lines.sh draw DATABASE FILE
if [ "$1" = make ]; then
  rrdtool create "$2" --start 1700000000 --step 60 DS:p50:GAUGE:120:U:U DS:p95:GAUGE:120:U:U \
    DS:p99:GAUGE:120:U:U RRA:AVERAGE:0.5:1:10 || exit 1
  exec rrdtool update "$2" 1700000100:3.1:9.2:21.4 1700000160:3.4:11.3:26.1 1700000220:4.2:14.9:44.8 \
    1700000280:6.8:31.2:97.5 1700000340:14.2:88.4:280.3 1700000400:41.7:312:1204.8
fi
exec rrdtool graph "$3" --start 1700000100 --end 1700000400 --full-size-mode --width 1660 --height 1024 \
  --logarithmic --title 'Login latency stays within a tick up to 200 sessions' \
  --vertical-label 'login latency (ms)' --font DEFAULT:20:DejaVu --font TITLE:27:DejaVu \
  "DEF:a=$2:p50:AVERAGE" "DEF:b=$2:p95:AVERAGE" "DEF:c=$2:p99:AVERAGE" \
  LINE4:a#206da1:p50 LINE4:b#e0711a:p95 LINE4:c#4b894d:p99 \
  'HRULE:50#b42318:one tick, 50 ms' \
  'COMMENT:commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27'
