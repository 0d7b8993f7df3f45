// Vite plugins: the page as one HTML file that works from disk, without a network.
//
//   inlineIntoPage    (`--mode one-file`) puts scripts, styles and workers into index.html, with their hashes in its policy
//   oneFile           (all other modes) `virtual:one-file` is the URL of that page, rebuilt when stale
//
// A page opened from disk has an opaque origin: it cannot fetch modules or workers, and workers must be classic scripts. So
// the code that starts a worker contains the text of its script.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { licensesOfAll } from './licenses.ts';
import { policyText, TRUSTED_TYPES } from './policy.ts';
import { RECORDING_PLACEHOLDER } from '../src/sharing/one-file.ts';
import { buildIfStale, root } from './setup.mjs';

/** Output folder of `--mode one-file`. */
export const ONE_FILE_FOLDER = '.cache/one-file';

const ID = 'virtual:one-file';

/** `file` emits the page as an asset, `inline` is a data: URL for Node, and `none` is for the one-file page itself. */
export function oneFile(delivery: 'file' | 'inline' | 'none'): Plugin {
  return {
    name: 'one-file',
    resolveId: (id) => (id === ID ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      if (delivery === 'none') return `export default '';`;
      const page = `${ONE_FILE_FOLDER}/index.html`;
      buildIfStale(page, '--mode', 'one-file');
      const source = readFileSync(join(root, page));
      if (delivery === 'inline')
        return `export default 'data:text/html;base64,${source.toString('base64')}';`;
      const file = this.emitFile({ type: 'asset', name: 'one-file.html', source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

const WORKER_URL = /\.worker\.ts\?worker&url$/;

/** Replaces each worker's URL with a blob: URL of its script, which is embedded in the page. */
export function inlineWorkers(): Plugin {
  return {
    name: 'inline-workers',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!WORKER_URL.test(source)) return undefined;
      return this.resolve(source.replace('&url', '&inline'), importer, { skipSelf: true });
    },
    transform(code, id) {
      if (!id.endsWith('?worker&inline')) return undefined;
      // Vite's own code would start the worker from a plain string, which the page's policy forbids.
      const [, text] = /^const jsContent = (".*");$/m.exec(code) ?? [];
      if (text === undefined)
        throw new Error(`${id} does not define jsContent, as it did in Vite 8: adapt scripts/one-file.ts.`);
      const blob = `new Blob([${text}], { type: 'text/javascript' })`;
      return { code: `export default URL.createObjectURL(${blob});`, map: null };
    },
  };
}

/** Puts all build output into index.html. */
export function inlineIntoPage(): Plugin {
  return {
    name: 'inline-into-page',
    enforce: 'post',
    generateBundle: {
      // Runs after Vite's own plugins, which resolve the placeholders of dynamic imports.
      order: 'post',
      handler(_, bundle) {
        const script = only(
          Object.values(bundle).filter((each) => each.type === 'chunk'),
          'script',
        ).code;
        const assets = Object.values(bundle).filter((each) => each.type === 'asset');
        const withEnding = (ending: string) =>
          String(
            only(
              assets.filter(({ fileName }) => fileName.endsWith(ending)),
              ending,
            ).source,
          );
        const page = pageOf(withEnding('.html'), script, withEnding('.css'));
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: 'asset', fileName: 'index.html', source: page });
      },
    },
  };
}

function only<T>(found: readonly T[], kind: string): T {
  if (found.length === 1) return found[0];
  throw new Error(`The one-file page must have exactly one ${kind}; the build has ${found.length}.`);
}

function pageOf(html: string, script: string, style: string): string {
  const code = escapeForElement('script', script);
  const rules = escapeForElement('style', style);
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
    RECORDING_PLACEHOLDER,
    `<script type="module">${code}</script>`,
    `<script type="text/plain" id="licenses">\n${escapeForElement('script', licensesOfAll())}</script>`,
  ];
  const replacements: readonly (readonly [pattern: RegExp, replacement: string])[] = [
    [/<head>/, `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    [/href="[^"]*favicon\.svg"/, `href="data:image/svg+xml;base64,${icon}"`],
    [/<link rel="stylesheet"[^>]*>/, `<style>${rules}</style>`],
    [/<script type="module"[^>]*><\/script>/, ''],
    [/<\/body>/, `  ${body.join('\n    ')}\n  </body>`],
  ];
  return replacements.reduce((page, [pattern, replacement]) => {
    if (!pattern.test(page))
      throw new Error(`index.html no longer matches ${pattern}: adapt scripts/one-file.ts.`);
    return page.replace(pattern, () => replacement);
  }, html);
}

/** Escapes text that would end the element. In a script, the escape `\x3c` is valid because such text only occurs in strings. */
function escapeForElement(element: 'script' | 'style', text: string): string {
  const safe = text.replace(/<(?=\/script|!--)/gi, element === 'script' ? '\\x3c' : '<');
  // The HTML parser would change these characters, and the hash would no longer match.
  if (/[\0\r]|<\/(?:script|style)|<!--/i.test(safe))
    throw new Error(`A ${element} contains characters that HTML cannot represent.`);
  return safe;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
