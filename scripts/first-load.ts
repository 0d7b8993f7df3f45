// Measures the download size of scripts of the built site, including static imports.

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';

export const MAX_GZIP_BYTES = { page: 125_000, workers: 45_000 } as const;
/** Workers that run at the same time: on every visit, and for a large text recording. */
export const WORKER_GROUPS = [
  ['session', 'ahead'],
  ['session', 'chunk'],
] as const;

/** Gzipped bytes of the page's script. `dist` is the folder of a built site. */
export function pageSize(dist: string): number {
  const [, path] = /<script [^>]*\bsrc="\.\/(assets\/[^"]+\.js)"/.exec(text(dist, 'index.html')) ?? [];
  if (path === undefined) throw new Error(`${join(dist, 'index.html')} has no script.`);
  return sizeOf(dist, [path]);
}

/** Gzipped bytes of the named workers, shared code counted once. */
export function workersSize(dist: string, names: readonly string[]): number {
  const assets = readdirSync(join(dist, 'assets'));
  const scripts = names.flatMap((name) => assets.filter((asset) => asset.startsWith(`${name}.worker-`)));
  if (scripts.length !== names.length)
    throw new Error(`Of the workers ${names.join(', ')}, ${dist} has only ${scripts.join(', ')}.`);
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
