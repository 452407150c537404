# The bar chart of ../charts.c. usage: gnuplot -c bars.gp png|pngcairo FILE
set terminal @ARG1 size 1660,1024 font "DejaVu Sans,20" background rgb "#ffffff" noenhanced
set output ARG2
set title "Batch insert by pool size" font "DejaVu Sans,27"
set ylabel "throughput (ops/s)"
set xlabel "poolSize (connections)"
set label "commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27" at screen 0.02,0.03 font "DejaVu Sans,17"
set style fill solid noborder
set style data histogram
set style histogram errorbars gap 1 linewidth 3
set boxwidth 0.95
set bars 2
set grid ytics linetype rgb "#e1e5ea" linewidth 2
set border 1
set tics scale 0
set yrange [0:3500]
set key left top horizontal
set bmargin 6
$data << EOD
10 2210 120 1805 120
30 2894 120 2512 120
50 3001 120 2710 120
100 2950 120 2698 120
EOD
plot $data using 2:3:xtic(1) title "JDBC" linecolor rgb "#206da1", \
     '' using 4:5 title "R2DBC" linecolor rgb "#e0711a", \
     '' using ($0-0.17):($2+150):(sprintf("%d", $2)) with labels notitle, \
     '' using ($0+0.17):($4+150):(sprintf("%d", $4)) with labels notitle
