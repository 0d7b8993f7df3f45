// Checks the build output without a browser: sizes, URLs of other hosts, cached files, and the configuration in hosting/.

import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_HEADERS } from '../cli/site.mjs';
import { MAX_GZIP_BYTES, pageSize, WORKERS, workerSize, workspaceSize } from '../scripts/first-load.ts';
import { policyOf } from '../scripts/policy.ts';
import { policyIn } from '../scripts/static-server.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

test('the script of the page, and what the first graph needs besides, are within their size limits', () => {
  expect(pageSize(dist)).toBeLessThanOrEqual(MAX_GZIP_BYTES.page);
  expect(workspaceSize(dist)).toBeLessThanOrEqual(MAX_GZIP_BYTES.workspace);
});

for (const name of WORKERS) {
  test(`the ${name} worker is within its size limit`, () => {
    expect(workerSize(dist, name)).toBeLessThanOrEqual(MAX_GZIP_BYTES.worker);
  });
}

test('the built files contain only known URLs, none of which is fetched', () => {
  const files = ['index.html', 'service-worker.js', ...assets.map((name) => `assets/${name}`)];
  const hosts = files
    .filter((path) => /\.(?:html|js|css)$/.test(path))
    // The page never fetches the URLs in license text.
    .map((path) => text(path).replace(/<script type="text\/plain" id="licenses">.*?<\/script>/s, ''))
    .flatMap((content) => [...content.matchAll(/(?:https?|wss?):\/\/[\w.-]+/g)].map(([host]) => host));
  expect([...new Set(hosts)].sort()).toEqual(
    [
      // Part of React's error messages.
      'https://react.dev',
      // How the link to a store is written.
      'https://HOST',
      // XML namespaces, and the schema of speedscope's format.
      'http://www.w3.org',
      'https://www.speedscope.app',
    ].sort(),
  );
});

test('the service worker caches all files of the page, but no examples', () => {
  const [, list] = /^const SITE=(.*);\n/.exec(text('service-worker.js')) ?? [];
  const { files }: { files: Record<string, string> } = JSON.parse(list);
  const expected = ['./', 'favicon.svg', ...assets.map((name) => `assets/${name}`)];
  expect(Object.keys(files).sort()).toEqual(expected.sort());
  const referenced = [...text('index.html').matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
  expect(referenced.filter((path) => !existsSync(join(dist, path)))).toEqual([]);
  expect(readdirSync(dist).sort()).toEqual(
    [
      'assets',
      'examples',
      'favicon.svg',
      'index.html',
      'licenses.txt',
      'profiles',
      'service-worker.js',
    ].sort(),
  );
});

test('nginx sends the same policy as the page and the same headers as `pyrograph open`', () => {
  expect(policyIn(join(dist, 'index.html'))).toBe(policyOf('production'));
  for (const mode of ['strict', 'open-hosts']) {
    const conf = readFileSync(join(root, 'hosting', `policy-${mode}.conf`), 'utf8');
    // frame-ancestors has no effect in a meta element.
    expect(conf).toContain(`"${policyOf(mode)}; frame-ancestors 'self'" always;`);
  }
  const conf = readFileSync(join(root, 'hosting', 'nginx.conf'), 'utf8');
  const sent = [...conf.matchAll(/add_header ([\w-]+) "?([^;"]+)"? always;/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(Object.fromEntries(sent)).toEqual(SITE_HEADERS);
  expect(policyOf('strict')).toContain("connect-src 'self';");
  expect(() => policyOf('open-host')).toThrow('open-hosts');
  const stores = ' https://ch.example.org:8443/fleet http://localhost:8123';
  expect(policyOf('strict', stores)).toContain(
    "connect-src 'self' https://ch.example.org:8443 http://localhost:8123;",
  );
  expect(() => policyOf('strict', 'ch.example.org')).toThrow('PYROGRAPH_STORES');
});

// A tag can be moved to different code, so every reference needs a hash. The comment `# v…` states the version.
test('actions and container images are pinned by hash', () => {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
  const workflows = readdirSync(join(root, '.github', 'workflows'));
  const uses = workflows.flatMap((name) => read('.github', 'workflows', name).match(/\buses:.*/g) ?? []);
  expect(uses.length).toBeGreaterThan(3);
  expect(uses.filter((each) => !/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d/.test(each))).toEqual([]);
  const images = read('hosting', 'Dockerfile').match(/^FROM .*/gm) ?? [];
  expect(images.length).toBeGreaterThan(1);
  expect(
    images.filter((each) => !/^FROM [\w/-]+:[\w.-]+@sha256:[\da-f]{64}(?: AS \w+)?$/.test(each)),
  ).toEqual([]);
});

function text(path: string): string {
  return readFileSync(join(dist, path), 'utf8');
}
