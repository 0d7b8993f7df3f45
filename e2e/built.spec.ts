// The build output, checked without a browser: sizes, no requests to other hosts, and the configuration in hosting/.

import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_HEADERS } from '../cli/site.mjs';
import { MAX_GZIP_BYTES, pageSize, WORKER_GROUPS, workersSize } from '../scripts/first-load.ts';
import { policyOf } from '../scripts/policy.ts';
import { policyIn } from '../scripts/static-server.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

test('the first script is within its size limit', () => {
  expect(pageSize(dist)).toBeLessThanOrEqual(MAX_GZIP_BYTES.page);
});

// The search worker is excluded, because it only loads for the first search.
for (const names of WORKER_GROUPS) {
  test(`the ${names.join(' and ')} workers are within their size limit`, () => {
    expect(workersSize(dist, names)).toBeLessThanOrEqual(MAX_GZIP_BYTES.workers);
  });
}

test('no built file contains a URL that fetches from another host', () => {
  const files = ['index.html', 'service-worker.js', ...assets.map((name) => `assets/${name}`)];
  const named = files
    .filter((path) => /\.(?:html|js|css)$/.test(path))
    // URLs in license texts are never fetched.
    .map((path) => text(path).replace(/<script type="text\/plain" id="licenses">.*?<\/script>/s, ''))
    .flatMap((content) => [...content.matchAll(/(?:https?|wss?):\/\/[\w.-]+/g)].map(([host]) => host));
  expect([...new Set(named)].sort()).toEqual(
    [
      // Part of React's error messages.
      'https://react.dev',
      // XML namespaces, and the schema of speedscope's format.
      'http://www.w3.org',
      'https://www.speedscope.app',
    ].sort(),
  );
});

test('the service worker caches all files that the page may need, but no examples', () => {
  const [, list] = /^const SITE=(.*);\n/.exec(text('service-worker.js')) ?? [];
  const { files }: { files: Record<string, string> } = JSON.parse(list);
  const expected = ['./', 'favicon.svg', ...assets.map((name) => `assets/${name}`)];
  expect(Object.keys(files).sort()).toEqual(expected.sort());
  const referred = [...text('index.html').matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
  expect(referred.filter((path) => !existsSync(join(dist, path)))).toEqual([]);
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

test('nginx sends the policy of the page and the headers of `pyrograph open`', () => {
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
});

// A tag can be moved to different code, so a hash is required; the comment `# v…` gives the version.
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
