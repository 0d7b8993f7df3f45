// Sorts rows by their time. Files of perf consist of runs that are sorted already, and runs that follow each other overlap little, so
// merging them in place is faster than a sort that compares rows by a callback.

/** Sorts the rows in place, and returns them. Rows of equal times keep their order. */
export function sortByTime(rows: Int32Array, times: Float64Array): Int32Array {
  let starts = startsOfRuns(rows, times);
  const moved = new Int32Array(starts.length > 1 ? rows.length : 0);
  while (starts.length > 1) {
    const next = new Int32Array((starts.length + 1) >> 1);
    for (let run = 0; run < starts.length; run += 2) {
      next[run >> 1] = starts[run];
      if (run + 1 === starts.length) break;
      const end = run + 2 < starts.length ? starts[run + 2] : rows.length;
      merge(rows, times, { start: starts[run], middle: starts[run + 1], end }, moved);
    }
    starts = next;
  }
  return rows;
}

function startsOfRuns(rows: Int32Array, times: Float64Array): Int32Array {
  let count = 1;
  for (let i = 1; i < rows.length; i++) if (times[rows[i]] < times[rows[i - 1]]) count++;
  const starts = new Int32Array(count);
  let next = 1;
  for (let i = 1; next < count; i++) if (times[rows[i]] < times[rows[i - 1]]) starts[next++] = i;
  return starts;
}

interface Runs {
  readonly start: number;
  /** Where the second run begins. */
  readonly middle: number;
  readonly end: number;
}

/** Moves only the end of the first run, from the first row that is later than the second run's first. */
function merge(rows: Int32Array, times: Float64Array, { start, middle, end }: Runs, moved: Int32Array): void {
  const time = times[rows[middle]];
  let at = start;
  for (let until = middle; at < until;) {
    const half = (at + until) >> 1;
    if (times[rows[half]] <= time) at = half + 1;
    else until = half;
  }
  const count = middle - at;
  for (let i = 0; i < count; i++) moved[i] = rows[at + i];
  let second = middle;
  for (let first = 0; first < count; at++) {
    const isSecond = second < end && times[rows[second]] < times[moved[first]];
    rows[at] = isSecond ? rows[second++] : moved[first++];
  }
}
