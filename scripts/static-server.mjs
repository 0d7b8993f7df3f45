// Serves a built site on localhost in a subfolder, as a static host would. By default it also sends the page's content security
// policy as a header, because workers take their policy only from a header.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative, sep } from 'node:path';
import { contentType, policyOfPage, SITE_HEADERS } from '../cli/site.mjs';
import { fail } from './setup.mjs';

/**
 * Resolves once the server is listening. Port 0 means any free port.
 * @returns {Promise<{ url: string, port: number, stop: () => Promise<void> }>}
 */
export async function serveSite(
  /** @type {string} */ dist,
  /** @type {string} */ folder,
  { port = 0, sendsPolicy = true } = {},
) {
  const headers = { 'Cache-Control': 'no-store', ...(sendsPolicy && headersForTests(dist)) };
  const server = createServer((request, response) => {
    const file = fileAt(dist, folder, request.url ?? '');
    if (!file) {
      response.writeHead(404, { ...headers, 'Content-Type': contentType('nothing.txt') }).end('not found\n');
      return;
    }
    const type = contentType(relative(dist, file).replaceAll(sep, '/'));
    response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': statSync(file).size });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const actualPort = address && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${actualPort}${folder}`,
    port: actualPort,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The requested file of the site; undefined if it does not exist.
 * @returns {string | undefined}
 */
function fileAt(/** @type {string} */ dist, /** @type {string} */ folder, /** @type {string} */ url) {
  const path = pathIn(url);
  if (!path?.startsWith(folder)) return undefined;
  const file = join(
    dist,
    path.endsWith('/') ? `${path.slice(folder.length)}index.html` : path.slice(folder.length),
  );
  // `..` may lead out of the site.
  if (!file.startsWith(dist + sep) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return file;
}

/** @returns {string | undefined} */
function pathIn(/** @type {string} */ url) {
  try {
    return decodeURIComponent(url.replace(/[?#].*/, ''));
  } catch {
    return undefined;
  }
}

/** Without the permissions policy, so that tests can read the clipboard. */
function headersForTests(/** @type {string} */ dist) {
  const { 'Permissions-Policy': _, ...headers } = headersOf(dist);
  return headers;
}

/** The headers of a built site: the page's policy, and who may show the page in a frame, which no page can say itself. */
export function headersOf(/** @type {string} */ dist) {
  const policy = `${policyIn(join(dist, 'index.html'))}; frame-ancestors 'self'`;
  return { 'Content-Security-Policy': policy, ...SITE_HEADERS };
}

/** The policy in a built page. */
export function policyIn(/** @type {string} */ page) {
  if (!existsSync(page)) fail(`${page} does not exist: run npm run build.`);
  return policyOfPage(readFileSync(page, 'utf8')) ?? fail(`${page} has no readable content security policy.`);
}
