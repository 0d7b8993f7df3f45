// Measures the download size of the built site.

import { MAX_GZIP_BYTES, pageSize, WORKERS, workerSize, workspaceSize } from '../scripts/first-load.ts';
import type { Inputs } from './inputs.ts';
import type { Report, Row } from './report.ts';

export function benchDownload({ dist }: Inputs, report: Report): void {
  const site = dist();
  const row = (name: string, bytes: number, maxBytes: number): Row => ({
    name,
    figures: [{ label: 'gzip', value: bytes / 1000, unit: 'kB' }],
    maxValue: maxBytes / 1000,
  });
  report.add('First load', [
    row('page script', pageSize(site), MAX_GZIP_BYTES.page),
    row('workspace', workspaceSize(site), MAX_GZIP_BYTES.workspace),
    ...WORKERS.map((name) => row(`${name} worker`, workerSize(site, name), MAX_GZIP_BYTES.worker)),
  ]);
}
