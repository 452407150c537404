# The line chart of ../charts.c. usage: gnuplot -c lines.gp png|pngcairo FILE
set terminal @ARG1 size 1660,1024 font "DejaVu Sans,20" background rgb "#ffffff" noenhanced
set output ARG2
set title "Login latency stays within a tick up to 200 sessions" font "DejaVu Sans,27"
set ylabel "login latency (ms)"
set xlabel "sessions"
set label "commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27" at screen 0.02,0.03 font "DejaVu Sans,17"
set label "one tick, 50 ms" at graph 0.99,first 56 right textcolor rgb "#b42318"
set logscale xy
set grid ytics mytics linetype rgb "#e1e5ea" linewidth 2, linetype rgb "#f1f3f6" linewidth 1
set border 1
set xrange [47:2130]
set yrange [2:2000]
set xtics (50, 100, 200, 500, 1000, 2000)
set key left top horizontal
set bmargin 6
$data << EOD
50 3.1 9.2 21.4
100 3.4 11.3 26.1
200 4.2 14.9 44.8
500 6.8 31.2 97.5
1000 14.2 88.4 280.3
2000 41.7 312 1204.8
EOD
plot $data using 1:2 title "p50" with linespoints linewidth 4 pointtype 7 pointsize 2 linecolor rgb "#206da1", \
     '' using 1:3 title "p95" with linespoints linewidth 4 pointtype 5 pointsize 2 linecolor rgb "#e0711a", \
     '' using 1:4 title "p99" with linespoints linewidth 4 pointtype 9 pointsize 2 linecolor rgb "#4b894d", \
     50 notitle with lines linewidth 3 dashtype 2 linecolor rgb "#b42318"
