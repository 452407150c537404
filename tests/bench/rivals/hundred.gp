# A hundred times the bar chart of ../charts.c, as fast as gnuplot is.
# usage: gnuplot -c hundred.gp png|pngcairo FOLDER
set terminal @ARG1 size 1660,1024 font "DejaVu Sans,20" noenhanced
set style fill solid noborder
set style data histogram
set style histogram errorbars gap 1 linewidth 3
set grid ytics
set yrange [0:3500]
set ylabel "throughput (ops/s)"
set xlabel "poolSize (connections)"
set key left top horizontal
$data << EOD
10 2210 120 1805 120
30 2894 120 2512 120
50 3001 120 2710 120
100 2950 120 2698 120
EOD
do for [i=1:100] {
  set output sprintf("%s/%03d.png", ARG2, i)
  set title sprintf("%d. Batch insert by pool size", i) font "DejaVu Sans,27"
  plot $data using 2:3:xtic(1) title "JDBC" linecolor rgb "#206da1", \
       '' using 4:5 title "R2DBC" linecolor rgb "#e0711a", \
       '' using ($0-0.17):($2+150):(sprintf("%d", $2)) with labels notitle, \
       '' using ($0+0.17):($4+150):(sprintf("%d", $4)) with labels notitle
}
