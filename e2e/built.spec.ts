// What was built, without a browser: it is as small as promised, fetches nothing from other hosts, and what hosting/ says
// of it is true.

import { expect, test } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SITE_HEADERS } from '../cli/site.mjs';
import { ALLOWED, pageSize, WORKERS_TOGETHER, workersSize } from '../scripts/first-load.ts';
import { policyOf } from '../scripts/policy.ts';
import { policyIn } from '../scripts/static-server.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

test('the first script is small', () => {
  expect(pageSize(dist)).toBeLessThanOrEqual(ALLOWED.page);
});

// The one that searches comes with the first search.
for (const names of WORKERS_TOGETHER) {
  test(`the workers ${names.map((name) => `“${name}”`).join(' and ')} are small together`, () => {
    expect(workersSize(dist, names)).toBeLessThanOrEqual(ALLOWED.workers);
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

test('the page has the policy of its build, and nginx sends the same, and the headers of `pyrograph open`', () => {
  expect(policyIn(join(dist, 'index.html'))).toBe(policyOf('production'));
  for (const mode of ['strict', 'open-hosts']) {
    const conf = readFileSync(join(root, 'hosting', `policy-${mode}.conf`), 'utf8');
    // In a meta element it would have no effect.
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

// A tag may be moved to other code; `# v…` says which one it was.
test('what is hosted is made by actions and in images that nobody can exchange', () => {
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
