// A Vite plugin: lists all files that the page may need, each with its hash, in `service-worker.js`. Examples, recordings and
// licenses are not listed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { pageRooms } from './rooms.ts';

const SCRIPT = 'service-worker.js';
/** The list at the beginning of the script. */
const LIST = /^const SITE=.*;\n/;

/** Build options for the service worker. */
export const withServiceWorker = {
  input: { index: 'index.html', 'service-worker': 'workers/service-worker.ts' },
  output: {
    // Every version of the page registers the service worker under this name.
    entryFileNames: ({ name }: { readonly name: string }) =>
      name === 'service-worker' ? SCRIPT : 'assets/[name]-[hash].js',
    codeSplitting: { groups: pageRooms },
  },
};

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    // The page registers the service worker only if it has this element, which is missing in development.
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'service-worker', href: `./${SCRIPT}` }, injectTo: 'head' },
    ],
    writeBundle: ({ dir }) => {
      if (dir !== undefined) listFiles(dir);
    },
  };
}

/** Writes the list for the built site in `folder` into its service worker. */
export function listFiles(folder: string): void {
  const assets = readdirSync(join(folder, 'assets')).sort();
  const files = Object.fromEntries([
    // Not index.html: some hosts redirect it to the folder.
    ['./', integrityOf(join(folder, 'index.html'))],
    ...['favicon.svg', ...assets.map((name) => `assets/${name}`)].map((path) => [
      path,
      integrityOf(join(folder, path)),
    ]),
  ]);
  const version = hashOf(JSON.stringify(files)).slice(0, 12);
  const script = join(folder, SCRIPT);
  const code = readFileSync(script, 'utf8').replace(LIST, '');
  writeFileSync(script, `const SITE=${JSON.stringify({ version, files })};\n${code}`);
}

/** https://www.w3.org/TR/sri/ */
function integrityOf(file: string): string {
  return `sha256-${hashOf(readFileSync(file))}`;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64');
}
