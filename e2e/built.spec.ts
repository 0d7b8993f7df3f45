// What was built, without a browser: it is as small as promised, fetches nothing from other hosts, and what hosting/ says
// of it is true.

import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { policyOf } from '../scripts/policy.ts';
import { policyIn } from '../scripts/static-server.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

/** In bytes. */
const SCRIPT = 140_000;
const WORKERS = 45_000;

test('the first script is small', () => {
  expect(sizeOf(closureOf([entry()]))).toBeLessThanOrEqual(SCRIPT);
});

// A visit starts two of them, a large recording needs another; the one that searches comes with the first search.
for (const other of ['ahead', 'chunk']) {
  test(`the workers “session” and “${other}” are small together`, () => {
    const workers = ['session', other].map((name) => `assets/${assetLike(`${name}.worker-`)}`);
    expect(sizeOf(closureOf(workers))).toBeLessThanOrEqual(WORKERS);
  });
}

test('no built file names another host to fetch something from', () => {
  const files = ['index.html', 'service-worker.js', ...assets.map((name) => `assets/${name}`)];
  const named = files
    .filter((path) => /\.(?:html|js|css)$/.test(path))
    // Licences name places too; they are only text.
    .map((path) => text(path).replace(/<script type="text\/plain" id="licenses">.*?<\/script>/s, ''))
    .flatMap((content) => [...content.matchAll(/(?:https?|wss?):\/\/[\w.-]+/g)].map(([host]) => host));
  expect([...new Set(named)].sort()).toEqual(
    [
      // In a sentence of React's about an error.
      'https://react.dev',
      // Names of namespaces, and of speedscope's format.
      'http://www.w3.org',
      'https://www.speedscope.app',
    ].sort(),
  );
});

test('the service worker keeps what the page may need, and no examples', () => {
  const [, list] = /^const SITE=(.*);\n/.exec(text('service-worker.js')) ?? [];
  const { files }: { files: Record<string, string> } = JSON.parse(list);
  const wanted = ['./', 'favicon.svg', ...assets.map((name) => `assets/${name}`)];
  expect(Object.keys(files).sort()).toEqual(wanted.sort());
  const referred = [...text('index.html').matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
  expect(referred.filter((path) => !existsSync(join(dist, path)))).toEqual([]);
});

test('the page has the policy of its build, and nginx sends the same', () => {
  expect(policyIn(join(dist, 'index.html'))).toBe(policyOf('production'));
  for (const mode of ['strict', 'open-hosts']) {
    const conf = readFileSync(join(root, 'hosting', `policy-${mode}.conf`), 'utf8');
    // In a meta element it would have no effect.
    expect(conf).toContain(`"${policyOf(mode)}; frame-ancestors 'self'" always;`);
  }
  expect(policyOf('strict')).toContain("connect-src 'self';");
  expect(() => policyOf('open-host')).toThrow('open-hosts');
});

function entry(): string {
  const [, path] = /<script type="module"[^>]* src="\.\/([^"]+)"/.exec(text('index.html')) ?? [];
  return path;
}

function assetLike(beginning: string): string {
  const [name, ...others] = assets.filter((each) => each.startsWith(beginning));
  expect(others).toEqual([]);
  return name;
}

/** These scripts and all that they import before they run. */
function closureOf(scripts: readonly string[]): ReadonlySet<string> {
  const found = new Set(scripts);
  for (const path of found) {
    for (const statement of parseAst(text(path)).body) {
      if ('source' in statement && statement.source)
        found.add(posix.join(posix.dirname(path), statement.source.value));
    }
  }
  return found;
}

function sizeOf(paths: ReadonlySet<string>): number {
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
}

function text(path: string): string {
  return readFileSync(join(dist, path), 'utf8');
}
