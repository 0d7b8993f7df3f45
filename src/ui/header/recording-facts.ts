// What a recording contains, in short phrases.

import type { Recording } from '../../model/session.ts';
import { formatBytes, formatNumberOf } from '../../text/format.ts';

/** For example `11,410 samples`, `8 threads`, `perf.data, 4.1 MB`. */
export function recordingSummary({ samples, threads, size, format }: Recording): string[] {
  return [
    formatNumberOf(samples, 'sample'),
    formatNumberOf(threads, 'thread'),
    `${format}, ${formatBytes(size)}`,
  ];
}
