// The server of `pyrograph open`, as seen by browsers, other pages and other users of the machine.

import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryFile, type RandomAccess } from '../src/bytes/random-access.ts';
import { FILE_CHANGED } from '../src/sharing/file-changed.ts';
import { FileChanged } from './guard-content.ts';
import { AnswerError, startServer, type ServedFile, type RunningServer } from './server.ts';

const CONTENT = 'the recording, all of it';
const POLICY = "default-src 'none'; script-src 'self'";
const shrinking: RandomAccess = { size: 100, read: () => Promise.resolve(new Uint8Array(0)) };

const files = new Map<string, ServedFile>(
  Object.entries({
    '': served('text/html', '<!doctype html>'),
    'profiles/0': served('application/octet-stream', CONTENT),
    shrinking: { type: 'text/plain', content: () => shrinking },
    changed: {
      type: 'text/plain',
      content: () => {
        throw new FileChanged();
      },
    },
    broken: { type: 'text/plain', content: () => Promise.reject(new Error('gone')) },
  }),
);

function served(type: string, content: string): ServedFile {
  return { type, content: () => memoryFile(new TextEncoder().encode(content)) };
}

let server: RunningServer;
let page: URL;
beforeAll(async () => {
  server = await startServer(files, POLICY, 0);
  page = new URL(server.address);
});
afterAll(() => server.close());

/** Not fetch, which normalizes URLs and sets Host and Origin itself. */
async function sendRequest(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const options = { host: page.hostname, port: page.port, path, method, headers };
  const sent = request(options).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const secretPath = (path: string) => page.pathname + path;

test('serves files under a secret path', async () => {
  expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
  const { status, body, headers } = await sendRequest(secretPath('profiles/0'));
  expect({ status, body }).toEqual({ status: 200, body: CONTENT });
  expect(headers).toMatchObject({
    'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(/\bcamera=\(\), .*\bclipboard-read=\(\), .*\busb=\(\)/),
  });
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect((await sendRequest(secretPath('?a=b'))).body).toBe('<!doctype html>');
});

describe('all other paths are not found', () => {
  test.each(['/', '/profiles/0', '/AAAAAAAAAAAAAAAAAAAAAA/profiles/0', '//profiles/0', '*'])(
    '%s',
    async (path) => {
      expect(await sendRequest(path)).toMatchObject({ status: 404, body: 'File not found.\n' });
    },
  );
  test.each([
    'profiles/1',
    'profiles/../profiles/0',
    '../../etc/passwd',
    '%2e%2e/%2e%2e/etc/passwd',
    '/etc/passwd',
    'profiles\\0',
    'profiles/0%00',
    '%E0%A4',
    '__proto__',
  ])('below the secret: %s', async (path) => {
    expect(await sendRequest(secretPath(path))).toMatchObject({ status: 404, body: 'File not found.\n' });
  });
});

describe('other origins are rejected', () => {
  test.each([
    ['rebound.example', 421],
    ['rebound.example:PORT', 421],
    ['localhost.example:PORT', 421],
    ['evil.localhost:PORT', 421],
    ['127.0.0.1.example:PORT', 421],
    ['127.0.0.2:PORT', 421],
    ['0.0.0.0:PORT', 421],
    ['user@127.0.0.1:PORT', 421],
  ])('by host name %s', async (host, status) => {
    const answer = await sendRequest(secretPath('profiles/0'), { Host: host.replace('PORT', page.port) });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain(CONTENT);
  });

  test.each([
    [{ Origin: 'http://evil.example' }],
    [{ Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
  ])('by headers %j', async (headers) => {
    const answer = await sendRequest(secretPath('profiles/0'), headers);
    expect(answer).toMatchObject({ status: 403, body: 'Other pages may not read this.\n' });
  });

  test('but not the origin of the page, or a URL that the user opens', async () => {
    for (const headers of [
      { Origin: page.origin, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ])
      expect((await sendRequest(secretPath('profiles/0'), headers)).status).toBe(200);
  });
});

test.each(['localhost:9000', '127.0.0.1:9000', '[::1]:9000', 'localhost'])(
  'requests through ssh -L to %s are accepted, unless a page on another host or port sends them',
  async (host) => {
    const headers = { Host: host, 'Sec-Fetch-Site': 'same-origin' };
    const path = secretPath('profiles/0');
    expect((await sendRequest(path, { Host: host, 'Sec-Fetch-Site': 'none' })).status).toBe(200);
    expect((await sendRequest(path, { ...headers, Origin: `http://${host}` })).status).toBe(200);
    for (const other of [page.origin, 'http://localhost:3000', `https://${host}`])
      expect((await sendRequest(path, { ...headers, Origin: other })).status).toBe(403);
    expect((await sendRequest(path, { ...headers, 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
  },
);

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects the method %s', async (method) => {
  expect((await sendRequest(secretPath('profiles/0'), {}, method)).status).toBe(405);
});

describe('a file', () => {
  test.each([
    ['bytes=0-2', 'the', 'bytes 0-2/24'],
    ['bytes=4-', CONTENT.slice(4), 'bytes 4-23/24'],
    ['bytes=20-999', 'f it', 'bytes 20-23/24'],
  ])('is served in part for %s', async (range, body, contentRange) => {
    const answer = await sendRequest(secretPath('profiles/0'), { Range: range });
    expect(answer).toMatchObject({ status: 206, body });
    expect(answer.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(body.length),
    });
  });

  test.each(['bytes=24-', 'bytes=9-3'])('is not served for the unsatisfiable range %s', async (range) => {
    const answer = await sendRequest(secretPath('profiles/0'), { Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */24');
  });

  test.each(['bytes=-3', 'bytes=0-1,3-4', 'lines=1-2'])('is served completely for %s', async (range) => {
    expect(await sendRequest(secretPath('profiles/0'), { Range: range })).toMatchObject({
      status: 200,
      body: CONTENT,
    });
  });

  test('that has changed is rejected with a special status', async () => {
    for (const headers of [{}, { Range: 'bytes=0-0' }])
      expect(await sendRequest(secretPath('changed'), headers)).toMatchObject({
        status: FILE_CHANGED,
        body: 'This file has changed since it was opened.\n',
      });
  });

  test('has its size in a HEAD response', async () => {
    const answer = await sendRequest(secretPath('profiles/0'), {}, 'HEAD');
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['content-length']).toBe('24');
  });

  test.each(['shrinking', 'broken'])(
    'that cannot be read completely aborts the response: %s',
    async (path) => {
      await expect(sendRequest(secretPath(path))).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      expect((await sendRequest(secretPath('profiles/0'))).status).toBe(200);
    },
  );
});

describe('a single-use URL redirects to the page', () => {
  const hash = '#profileURL=profiles/0';
  const navigation = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };

  test('only once', async () => {
    let used = 0;
    const ticket = new URL(server.singleUseUrl(hash, () => used++));
    expect(ticket.href).not.toContain(page.pathname.slice(1, -1));
    const answer = await sendRequest(ticket.pathname, { 'Sec-Fetch-Site': 'none' });
    expect(answer).toMatchObject({ status: 200, body: 'Redirecting to the page.\n' });
    expect(answer.headers.refresh).toBe(`0; url=${server.address}${hash}`);
    expect(used).toBe(1);
    const again = await sendRequest(ticket.pathname, { 'Sec-Fetch-Site': 'none' });
    expect(again).toMatchObject({ status: 404, body: 'File not found.\n' });
    expect(again.headers.refresh).toBeUndefined();
    expect(used).toBe(1);
  });

  test('from a local file, which browsers treat as a different site', async () => {
    const { status, headers } = await sendRequest(new URL(server.singleUseUrl(hash)).pathname, navigation);
    expect(status).toBe(200);
    expect(headers.refresh).toContain(server.address);
    // Only through the single-use URL: the file cannot link to the page itself.
    expect((await sendRequest(page.pathname, navigation)).status).toBe(403);
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ ...navigation, Origin: 'http://evil.example' }, 403],
    [{ ...navigation, Host: 'rebound.example' }, 421],
  ])('but not for %j', async (headers, status) => {
    const ticket = new URL(server.singleUseUrl(hash));
    const answer = await sendRequest(ticket.pathname, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers.refresh).toBeUndefined();
    // A rejected request also uses up the URL, since others may have seen it.
    expect((await sendRequest(ticket.pathname, { 'Sec-Fetch-Site': 'none' })).status).toBe(404);
  });
});

test('rejects a port in use', async () => {
  await expect(startServer(files, POLICY, Number(page.port))).rejects.toThrow(
    /^Could not use port \d+ \(.*\): choose/,
  );
});

test('answers other machines only if told to listen for them, and still not under other names', async () => {
  const open = await startServer(files, POLICY, 0, '0.0.0.0');
  try {
    const { port, pathname, host } = new URL(open.address);
    const statusFor = async (name: string) => {
      const options = { host: '127.0.0.1', port, path: pathname, headers: { Host: name } };
      const [response] = await once(request(options).end(), 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await statusFor(host)).toBe(200);
    expect(await statusFor(`192.0.2.7:${port}`)).toBe(200);
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor('rebound.example')).toBe(421);
    expect(await statusFor(`192.0.2.7.rebound.example:${port}`)).toBe(421);
  } finally {
    await open.close();
  }
});

test('passes the query to the content, and sends sentences about errors', async () => {
  files.set('answer', {
    type: 'text/plain',
    content: (query) => {
      if (query.get('name') !== 'a&b') throw new AnswerError(400, 'Unknown name.');
      return memoryFile(new TextEncoder().encode('known'));
    },
  });
  expect(await sendRequest(secretPath('answer?name=a%26b'))).toMatchObject({ status: 200, body: 'known' });
  expect(await sendRequest(secretPath('answer'))).toMatchObject({ status: 400, body: 'Unknown name.\n' });
});
