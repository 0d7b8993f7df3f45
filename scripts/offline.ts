// A Vite plugin: `service-worker.js` beside the page is told all files that the page may need, each with a hash of its
// bytes. Examples, recordings and licences are not among them.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { firstScript } from './first-script.ts';

const SCRIPT = 'service-worker.js';
/** Before the script itself. */
const LIST = /^const SITE=.*;\n/;

/** The options of the build that go with it. */
export const withServiceWorker = {
  input: { index: 'index.html', 'service-worker': 'workers/service-worker.ts' },
  output: {
    // Found by its name from every version of the page.
    entryFileNames: ({ name }: { readonly name: string }) =>
      name === 'service-worker' ? SCRIPT : 'assets/[name]-[hash].js',
    codeSplitting: { groups: [firstScript] },
  },
};

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    // The page starts it where this element is: not in development, and in no build without this plugin.
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'service-worker', href: `./${SCRIPT}` }, injectTo: 'head' },
    ],
    writeBundle: ({ dir }) => {
      if (dir !== undefined) listFiles(dir);
    },
  };
}

/** Writes what lies in the folder of a built site into its service worker. */
export function listFiles(folder: string): void {
  const assets = readdirSync(join(folder, 'assets')).sort();
  const files = Object.fromEntries([
    // Some hosts send whoever asks for index.html on to the folder.
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
