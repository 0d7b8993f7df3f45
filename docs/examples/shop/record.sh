#!/bin/sh
# Records five seconds of the shop under load, once it is warm, and writes web-shop.perf.gz.
# Needs Python 3.13 or later with aiohttp, aiosqlite and jinja2, and Linux perf.
set -eu
cd "$(dirname "$0")"
PYTHON=${PYTHON:-python3}

mkfifo control
# Perf starts with its events off and turns them on when the visitors print `enable`.
perf record -m 4096 -D -1 --control fifo:control -F 399 -e cpu-clock -k 1 --call-graph dwarf,65528 \
  -o perf.data "$PYTHON" -X perf_jit app.py &
RECORDER=$!
mkfifo ready
"$PYTHON" visitors.py > ready &
VISITORS=$!
read -r COMMAND < ready
echo "$COMMAND" > control
sleep 5
echo disable > control
sleep 1
kill $VISITORS
pkill -P $RECORDER
wait || true
perf inject --jit -i perf.data -o perf.jit.data
perf script --no-inline -i perf.jit.data | gzip -9n > web-shop.perf.gz
rm perf.data perf.jit.data control ready
