// How large scripts of the built site are with all that they import before they run: what a visit has to load.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';

/** What is allowed, in bytes as gzip. A visit starts two workers, a large recording needs another beside the first. */
export const ALLOWED = { page: 125_000, workers: 45_000 } as const;
export const WORKERS_TOGETHER = [
  ['session', 'ahead'],
  ['session', 'chunk'],
] as const;

/** Of the page's own script, in bytes as gzip. `dist` is the folder of a built site. */
export function pageSize(dist: string): number {
  const [, path] = /<script [^>]*\bsrc="\.\/(assets\/[^"]+\.js)"/.exec(text(dist, 'index.html')) ?? [];
  if (path === undefined) throw new Error(`${join(dist, 'index.html')} has no script`);
  return sizeOf(dist, [path]);
}

/** Of the workers with these names together. */
export function workersSize(dist: string, names: readonly string[]): number {
  const assets = readdirSync(join(dist, 'assets'));
  const scripts = names.flatMap((name) => assets.filter((each) => each.startsWith(`${name}.worker-`)));
  if (scripts.length !== names.length) throw new Error(`${dist} has the workers ${scripts.join(', ')} alone`);
  return sizeOf(
    dist,
    scripts.map((name) => `assets/${name}`),
  );
}

function sizeOf(dist: string, scripts: readonly string[]): number {
  const found = new Set(scripts);
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
