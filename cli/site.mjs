// What a web server has to know of the built site: the type of a file, and the page's content security policy, which goes
// out as a header too, since a worker takes its own only from there. Plain JavaScript, since scripts need it as well.

import { extname } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export function contentType(/** @type {string} */ path) {
  return TYPES[extname(path)] ?? 'application/octet-stream';
}

/**
 * The policy in the built page: its one source is vite.config.ts. Undefined when it cannot be read.
 * @returns {string | undefined}
 */
export function policyOfPage(/** @type {string} */ html) {
  const [meta] = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/i.exec(html) ?? [''];
  // Vite writes every ' as an entity; no policy needs another one.
  const policy = /content="([^"]+)"/.exec(meta)?.[1].replaceAll('&#39;', "'");
  return policy?.includes('&') ? undefined : policy;
}
