// Vite plugins: the page as one HTML file that works from a disk, without a network.
//
//   inOneFile         (`--mode one-file`) scripts, styles and workers into index.html, under a policy of their hashes
//   oneFile           (all other modes) `virtual:one-file` is the URL of that page, built when it is stale
//
// A browser gives a page from a disk no origin: there, modules and workers cannot be fetched, and only a script that is no
// module can be a worker's. So each worker is the text of such a script, in whoever starts it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { licensesOfAll } from './licenses.ts';
import { policyText, TRUSTED_TYPES } from './policy.ts';
import { RECORDING_PLACE } from '../src/model/one-file.ts';
import { buildIfStale, root } from './setup.mjs';

/** Where `--mode one-file` writes to. */
export const ONE_FILE_FOLDER = '.cache/one-file';

const ID = 'virtual:one-file';

/** `file` is for the page, `inline` a data: URL for Node, and `none` for the one file itself: it holds no other. */
export function oneFile(where: 'file' | 'inline' | 'none'): Plugin {
  return {
    name: 'one-file',
    resolveId: (id) => (id === ID ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      if (where === 'none') return `export default '';`;
      const page = `${ONE_FILE_FOLDER}/index.html`;
      buildIfStale(page, '--mode', 'one-file');
      const source = readFileSync(join(root, page));
      if (where === 'inline') return `export default 'data:text/html;base64,${source.toString('base64')}';`;
      const file = this.emitFile({ type: 'asset', name: 'one-file.html', source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

const WORKER_URL = /\.worker\.ts\?worker&url$/;

/** The URL of a worker is that of its text, which the page holds. */
export function workersInside(): Plugin {
  return {
    name: 'workers-inside',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!WORKER_URL.test(source)) return undefined;
      return this.resolve(source.replace('&url', '&inline'), importer, { skipSelf: true });
    },
    transform(code, id) {
      if (!id.endsWith('?worker&inline')) return undefined;
      // Vite then starts the worker by itself, from plain text that the page's policy does not allow.
      const [, text] = /^const jsContent = (".*");$/m.exec(code) ?? [];
      if (text === undefined) throw new Error(`${id} does not begin with its text, as it did in Vite 8.`);
      const blob = `new Blob([${text}], { type: 'text/javascript' })`;
      return { code: `export default URL.createObjectURL(${blob});`, map: null };
    },
  };
}

/** Puts all that was built into index.html. */
export function inOneFile(): Plugin {
  return {
    name: 'in-one-file',
    enforce: 'post',
    generateBundle: {
      // After Vite's own plugins: they still resolve the placeholders of dynamic imports.
      order: 'post',
      handler(_, bundle) {
        const script = only(
          Object.values(bundle).filter((each) => each.type === 'chunk'),
          'script',
        ).code;
        const assets = Object.values(bundle).filter((each) => each.type === 'asset');
        const called = (ending: string) =>
          String(
            only(
              assets.filter(({ fileName }) => fileName.endsWith(ending)),
              ending,
            ).source,
          );
        const page = pageOf(called('.html'), script, called('.css'));
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: 'asset', fileName: 'index.html', source: page });
      },
    },
  };
}

function only<T>(found: readonly T[], what: string): T {
  if (found.length === 1) return found[0];
  throw new Error(`The page in one file is to have one ${what}, and was built with ${found.length}.`);
}

function pageOf(html: string, script: string, style: string): string {
  const code = inElement('script', script);
  const rules = inElement('style', style);
  const policy = policyText({
    'default-src': "'none'",
    'script-src': `'${hashOf(code)}'`,
    'style-src': `'${hashOf(rules)}'`,
    'worker-src': 'blob:',
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    ...TRUSTED_TYPES,
  });
  const icon = readFileSync(join(root, 'public', 'favicon.svg'), 'base64');
  const body = [
    RECORDING_PLACE,
    `<script type="module">${code}</script>`,
    `<script type="text/plain" id="licenses">\n${inElement('script', licensesOfAll())}</script>`,
  ];
  const changes: readonly (readonly [what: RegExp, by: string])[] = [
    [/<head>/, `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    [/href="[^"]*favicon\.svg"/, `href="data:image/svg+xml;base64,${icon}"`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${rules}</style>`],
    [/<script type="module"[^>]*><\/script>/, ''],
    [/<\/body>/, `  ${body.join('\n    ')}\n  </body>`],
  ];
  return changes.reduce((page, [what, by]) => {
    if (!what.test(page)) throw new Error(`index.html has nothing like ${what}; look what changed.`);
    return page.replace(what, () => by);
  }, html);
}

/** Text that does not end the element it stands in. Of a script `<` is only written otherwise where it is in a string. */
function inElement(element: 'script' | 'style', text: string): string {
  const safe = text.replace(/<(?=\/script|!--)/gi, element === 'script' ? '\\x3c' : '<');
  // What a parser of HTML would change has another hash.
  if (/[\0\r]|<\/(?:script|style)|<!--/i.test(safe))
    throw new Error(`There is a ${element} that cannot stand in a page.`);
  return safe;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
