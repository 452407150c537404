"""The charts of ../charts.c by matplotlib, at the same size in pixels.

usage: matplotlib_charts.py bars|lines FILE | again FILE | hundred FOLDER
"""
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

PAPER = {False: "#ffffff", True: "#0d1117"}
INK = {False: "#1f2328", True: "#e6edf3"}
FOOTER = "commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27"


def begin(title, y_label, dark):
    # 830 x 512 layout pixels at two device pixels each
    figure, axes = plt.subplots(figsize=(8.3, 5.12), dpi=200, facecolor=PAPER[dark])
    axes.set_facecolor(PAPER[dark])
    axes.set_title(title, loc="left", fontsize=13, fontweight="bold", color=INK[dark])
    axes.set_ylabel(y_label, fontsize=9.5, color=INK[dark])
    axes.tick_params(labelsize=9.5, colors=INK[dark])
    axes.grid(axis="y", color="#e1e5ea" if not dark else "#2a313a", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure.text(0.02, 0.02, FOOTER, fontsize=8, color=INK[dark])
    return figure, axes


def bars(title, path, dark=False):
    pools = ["10", "30", "50", "100"]
    series = {"JDBC": [2210, 2894, 3001, 2950], "R2DBC": [1805, 2512, 2710, 2698]}
    figure, axes = begin(title, "throughput (ops/s)", dark)
    for i, (name, values) in enumerate(series.items()):
        places = [p + 0.38 * (i - 0.5) for p in range(len(pools))]
        drawn = axes.bar(places, values, 0.38, yerr=120, capsize=4, label=name,
                         color=["#206da1", "#e0711a"][i], ecolor=INK[dark])
        axes.bar_label(drawn, padding=2, fontsize=9, color=INK[dark])
    axes.set_xticks(range(len(pools)), pools)
    axes.set_xlabel("poolSize (connections)", fontsize=9.5, color=INK[dark])
    axes.legend(loc="upper left", frameon=False, ncols=2, labelcolor=INK[dark])
    figure.subplots_adjust(left=0.1, right=0.97, top=0.9, bottom=0.16)
    figure.savefig(path)
    plt.close(figure)


def lines(path, dark=False):
    x = [50, 100, 200, 500, 1000, 2000]
    series = {"p50": [3.1, 3.4, 4.2, 6.8, 14.2, 41.7],
              "p95": [9.2, 11.3, 14.9, 31.2, 88.4, 312],
              "p99": [21.4, 26.1, 44.8, 97.5, 280.3, 1204.8]}
    figure, axes = begin("Login latency stays within a tick up to 200 sessions",
                         "login latency (ms)", dark)
    for i, (name, values) in enumerate(series.items()):
        axes.loglog(x, values, "os^"[i] + "-", label=name, markersize=5,
                    color=["#206da1", "#e0711a", "#4b894d"][i])
    axes.axhline(50, color="#b42318", linestyle="--", linewidth=1)
    axes.annotate("one tick, 50 ms", (2000, 53), ha="right", fontsize=9, color="#b42318")
    axes.set_xlabel("sessions", fontsize=9.5, color=INK[dark])
    axes.legend(loc="upper left", frameon=False, ncols=3, labelcolor=INK[dark])
    figure.subplots_adjust(left=0.1, right=0.97, top=0.9, bottom=0.16)
    figure.savefig(path)
    plt.close(figure)


def again(path):
    times = []
    for i in range(8):
        start = time.perf_counter_ns()
        bars(f"Batch insert by pool size, run {i}", path)
        times.append(time.perf_counter_ns() - start)
    times = sorted(times[1:])  # the first one warms up
    print(times[len(times) // 2])


def hundred(folder):
    for i in range(50):
        for dark in False, True:
            bars(f"{i + 1}. Batch insert by pool size", f"{folder}/{i:02}{'-dark' * dark}.png", dark)


if sys.argv[1] == "bars":
    bars("Batch insert by pool size", sys.argv[2])
elif sys.argv[1] == "lines":
    lines(sys.argv[2])
elif sys.argv[1] == "again":
    again(sys.argv[2])
else:
    hundred(sys.argv[2])
