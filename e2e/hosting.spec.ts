// Tests hosting/nginx.conf with a real nginx, which serves the site from a subfolder with each policy. Skipped if nginx is not
// installed.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { SITE_HEADERS } from '../cli/site.mjs';
import { policyOf } from '../scripts/policy.ts';
import { policyIn } from '../scripts/static-server.mjs';
import { problem } from './locators.ts';
import { startWithExample } from './opened.ts';
import {
  closeRecording,
  expect,
  fixture,
  focusedBox,
  open,
  repaintAfter,
  start,
  test as base,
} from './page.ts';

type Policy = 'strict' | 'open-hosts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = 'tools/pyrograph';
/** Files next to the build output, some with names like those of the site itself. */
const OTHER_FILES = [
  'another/assets/index.html',
  'another/assets/service-worker.js',
  'assets/rules-DqnnyKOd.perf',
  'profiles/assets/rules.perf',
  'profiles/assets/nightly-20261122.html',
  'profiles/index.html',
  'profiles/service-worker.js',
  'profiles/assets/recording.js',
  'profiles/picture.svg',
  'profiles/names/index.json',
];
const BYTES = 'application/octet-stream';
/** With lower-case names, as in fetch responses. */
const COMMON_HEADERS = Object.fromEntries(
  Object.entries(SITE_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
);
const NGINX = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'nginx'))
  .find((program) => existsSync(program));

const test = base.extend<{ policy: Policy; nginx: string; recording: string; elsewhere: string }>({
  policy: ['strict', { option: true }],
  /** The URL of the site that nginx serves. */
  nginx: async ({ policy }, run, testInfo) => {
    test.skip(NGINX === undefined, 'nginx is not installed');
    const folder = testInfo.outputPath();
    const site = join(folder, 'root', FOLDER);
    cpSync(join(ROOT, 'dist'), site, { recursive: true });
    if (policy === 'open-hosts') allowHosts(join(site, 'index.html'));
    mkdirSync(join(site, '.hidden'));
    writeFileSync(join(site, '.hidden', 'notes.txt'), 'other content');
    for (const path of OTHER_FILES) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), '/* other content */');
    }
    const port = await freePort();
    writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, policy, port));
    const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
    const server = spawn(NGINX ?? '', options, { stdio: ['ignore', 'ignore', 'inherit'] });
    await expect.poll(() => listens(port), { message: 'nginx listens', intervals: [20] }).toBe(true);
    await run(`http://127.0.0.1:${port}/${FOLDER}/`);
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
  },
  baseURL: async ({ nginx }, run) => run(nginx),
  recording: ['rules.perf', { option: true }],
  /** The URL of the recording on another host that allows cross-origin requests. */
  elsewhere: async ({ recording }, run) => {
    const { buffer } = fixture(recording);
    const server = createServer((_, response) => {
      const headers = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'same-origin' };
      response.writeHead(200, headers).end(buffer);
    });
    await run(`http://127.0.0.1:${await portOf(server)}/${recording}`);
    server.close();
  },
});

test.describe('strict policy', () => {
  test.use({ expectedErrors: /content security policy/i });

  test('responses have the right compression, policy and caching headers', async ({ nginx }) => {
    const page = await headersOf(nginx);
    expect(page).toMatchObject({
      status: 200,
      'content-type': 'text/html',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      'content-security-policy': `${policyOf('strict')}; frame-ancestors 'self'`,
      ...COMMON_HEADERS,
    });
    for (const [path, type] of [
      [/assets\/index-[^"]*\.js/, /^(?:application|text)\/javascript$/],
      [/assets\/session\.worker-[^"]*\.js/, /^(?:application|text)\/javascript$/],
      [/assets\/index-[^"]*\.css/, /^text\/css$/],
      [/assets\/zstd-[^"]*\.wasm/, /^application\/wasm$/],
      [/assets\/one-file-[^"]*\.html/, /^text\/html$/],
    ] as const) {
      const [asset] = path.exec(await textOf(`${nginx}service-worker.js`)) ?? [];
      expect(await headersOf(nginx + asset), asset).toMatchObject({
        status: 200,
        'content-type': expect.stringMatching(type),
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': page['content-security-policy'],
        ...COMMON_HEADERS,
      });
    }
    for (const path of ['service-worker.js', ...OTHER_FILES])
      expect(await headersOf(nginx + path), path).toMatchObject({ status: 200, 'cache-control': 'no-cache' });
    // Recordings are served as binary data, whatever their file extension. Only the index is JSON.
    for (const path of OTHER_FILES.filter((each) => each.startsWith('profiles/')))
      expect(await headersOf(nginx + path), path).toMatchObject({ 'content-type': BYTES, ...COMMON_HEADERS });
    expect(await headersOf(`${nginx}profiles/index.json`)).toMatchObject({
      status: 200,
      'content-type': 'application/json',
      ...COMMON_HEADERS,
    });
    const example = await headersOf(`${nginx}examples/web-shop.perf.gz`);
    expect(example).toMatchObject({ status: 200, 'cache-control': 'no-cache' });
    expect(example).not.toHaveProperty('content-encoding');

    expect(await headersOf(nginx.slice(0, -1))).toMatchObject({ status: 301, location: `/${FOLDER}/` });
    for (const path of [
      'nothing',
      'assets/nothing.js',
      'assets/',
      'profiles/names/',
      'profiles/nothing.html',
      'profiles/.hidden',
      '.hidden/notes.txt',
      '../',
      'index.html/',
    ]) {
      const headers = await headersOf(nginx + path);
      expect(headers, path).toMatchObject({ status: 404, ...COMMON_HEADERS });
      expect(headers, path).not.toHaveProperty('cache-control');
    }
  });

  test('the site opens an example and fetches nothing from other hosts', async ({ page, elsewhere }) => {
    await startWithExample(page, 'web-shop');
    expect((await focusedBox(page)).samples).toBe(2230);
    await closeRecording(page);
    await page.goto(`./#profileURL=${encodeURIComponent(elsewhere)}`);
    await expect(problem(page)).toContainText('this site loads no files from other hosts');
  });
});

test.describe('restrictions set by the headers', () => {
  // Chromium reports that it refused to run the script and to read the clipboard.
  test.use({
    permissions: ['clipboard-read', 'clipboard-write'],
    expectedErrors: /MIME type|content security policy|permissions policy/i,
  });

  test('recordings cannot run as pages or scripts; the page can write to the clipboard but not read it', async ({
    page,
    nginx,
  }) => {
    const download = page.waitForEvent('download');
    // Navigation fails because the response is a download.
    await page.goto(`${nginx}profiles/index.html`).catch(() => undefined);
    expect((await download).suggestedFilename()).toBe('index.html');

    await start(page);
    const result = await page.evaluate(
      (url) =>
        import(url).then(
          () => 'run',
          () => 'refused',
        ),
      `${nginx}profiles/assets/recording.js`,
    );
    expect(result).toBe('refused');
    await open(page, 'rules.perf');
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'Copy the rows as text' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    const read = () => navigator.clipboard.readText().then(() => 'read', String);
    expect(await page.evaluate(read)).toContain('permissions policy');
  });
});

test.describe('open-hosts policy', () => {
  test.use({ policy: 'open-hosts', expectedErrors: /request to http:\/\/127\.0\.0\.1:\d+\/rules\.perf/ });

  test('the site fetches from another host after the user confirms', async ({ page, nginx, elsewhere }) => {
    expect(await headersOf(nginx)).toMatchObject({
      'content-security-policy': expect.stringContaining("connect-src 'self' https: http:;"),
    });
    await page.goto(`./#profileURL=${encodeURIComponent(elsewhere)}`);
    await repaintAfter(page, () => page.getByRole('button', { name: 'Download' }).click());
    expect((await focusedBox(page)).samples).toBe(29);
  });
});

/** Changes the built page as `--mode open-hosts` does, which takes much longer. */
function allowHosts(page: string): void {
  const html = readFileSync(page, 'utf8');
  const strict = /connect-src (?:'|&#39;)self(?:'|&#39;)/;
  writeFileSync(
    page,
    html.replace(strict, (found) => `${found} https: http:`),
  );
  expect(policyIn(page)).toBe(policyOf('open-hosts'));
}

/** A complete nginx configuration that writes only to this folder. */
function nginxConfig(folder: string, policy: Policy, port: number): string {
  const siteConfig = [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['root /srv/pyrograph;', `root ${join(folder, 'root')};`],
    ['/etc/nginx/pyrograph-policy.conf', join(ROOT, 'hosting', `policy-${policy}.conf`)],
  ].reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    },
    readFileSync(join(ROOT, 'hosting', 'nginx.conf'), 'utf8'),
  );
  const { stderr } = spawnSync(NGINX ?? '', ['-V'], { encoding: 'utf8' });
  const [, conf] = /--conf-path=(\S+)/.exec(stderr) ?? [];
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'];
  mkdirSync(join(folder, 'temporary'));
  return `
    daemon off;
    master_process off;
    pid ${join(folder, 'nginx.pid')};
    error_log stderr crit;
    events {}
    http {
      include ${join(dirname(conf), 'mime.types')};
      default_type application/octet-stream;
      access_log off;
      ${tempPaths.map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`).join('\n')}
      ${siteConfig}
    }
  `;
}

/** The response's headers and status. */
async function headersOf(url: string): Promise<Readonly<Record<string, string | number>>> {
  const response = await fetch(url, { redirect: 'manual', headers: { 'Accept-Encoding': 'gzip' } });
  await response.arrayBuffer();
  return { ...Object.fromEntries(response.headers), status: response.status };
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
