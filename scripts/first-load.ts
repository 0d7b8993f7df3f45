// Measures the download size of the built site's scripts, including their static imports.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';

export const MAX_GZIP_BYTES = { page: 114_800, workspace: 19_500, worker: 45_500 } as const;
/** The search worker is left out, because it only loads for the first search. */
export const WORKERS = ['session', 'read-ahead', 'chunk'] as const;

/** Gzipped bytes of the page's script. `dist` is the folder of a built site. */
export function pageSize(dist: string): number {
  const [, path] = /<script [^>]*\bsrc="\.\/(assets\/[^"]+\.js)"/.exec(text(dist, 'index.html')) ?? [];
  if (path === undefined) throw new Error(`${join(dist, 'index.html')} has no script.`);
  return sizeOf(dist, path);
}

/** Gzipped bytes that the first graph needs in addition to the page's script. */
export function workspaceSize(dist: string): number {
  const room = scriptOf(dist, 'workspace-');
  return gzipSync(text(dist, room)).length;
}

/** Gzipped bytes of a worker. */
export function workerSize(dist: string, name: string): number {
  return sizeOf(dist, scriptOf(dist, `${name}.worker-`));
}

function scriptOf(dist: string, prefix: string): string {
  const isScript = (asset: string) => asset.startsWith(prefix) && asset.endsWith('.js');
  const script = readdirSync(join(dist, 'assets')).find(isScript);
  if (script === undefined) throw new Error(`${dist} has no script ${prefix}….js.`);
  return `assets/${script}`;
}

function sizeOf(dist: string, script: string): number {
  const found = new Set([script]);
  let size = 0;
  for (const path of found) {
    const code = text(dist, path);
    size += gzipSync(code).length;
    for (const statement of parseAst(code).body) {
      if ('source' in statement && statement.source)
        found.add(posix.join(posix.dirname(path), statement.source.value));
    }
  }
  return size;
}

function text(dist: string, path: string): string {
  return readFileSync(join(dist, path), 'utf8');
}
