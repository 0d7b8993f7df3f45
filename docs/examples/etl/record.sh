#!/bin/sh
# Records the job while it works on a month of orders, and writes etl-job.perf.gz.
# Needs Python 3.13 or later with pandas, and Linux perf.
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}

"$PYTHON" make_orders.py 500 sample.csv
"$PYTHON" make_orders.py 200000 orders.csv
mkfifo control
# Perf starts with its events off; the job's output turns them on and off.
perf record -m 4096 -D -1 --control fifo:control -F 599 -e cpu-clock -k 1 --call-graph dwarf,65528 \
  -o perf.data "$PYTHON" -X perf_jit job.py sample.csv orders.csv 1<> control
perf inject --jit -i perf.data -o perf.jit.data
perf script --no-inline -i perf.jit.data | gzip -9n > etl-job.perf.gz
rm perf.data perf.jit.data control sample.csv orders.csv
