// Enforces the architecture: which layer may import which, where each package is used, no import cycles, no unused or
// ambiguous exports, no oversized files, no meaningless file names. Of these, only the rule about cycles applies to
// tests, benchmarks, fixtures and scripts.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** The layers that each layer may import, besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  bytes: [],
  text: ['model'],
  async: ['model'],
  sharing: ['model', 'text'],
  // The schema of a store, and the SQL that reads it: for the terminal and the page.
  store: ['model', 'text'],
  formats: ['model', 'text', 'bytes'],
  symbols: ['model', 'text', 'bytes'],
  cpython: ['model', 'text'],
  python: ['model', 'text', 'async', 'cpython'],
  // The source lines of Python frames, from unwound stacks.
  'python-lines': ['model', 'text'],
  filters: ['model', 'text'],
  mending: ['model', 'text', 'async', 'cpython'],
  // Wall time: what threads waited for.
  waiting: ['model', 'text', 'cpython'],
  calltree: ['model', 'async'],
  compare: ['model', 'text', 'async'],
  // Commands that record a program: for the doctor, the start screen and the terminal.
  record: ['model', 'text'],
  doctor: ['model', 'text', 'async', 'record', 'cpython'],
  workers: [
    'model',
    'text',
    'async',
    'sharing',
    'bytes',
    'formats',
    'symbols',
    'python',
    'python-lines',
    'mending',
    'filters',
    'waiting',
    'calltree',
    'compare',
    'record',
    'doctor',
    'store',
  ],
  // The pipeline's inputs and results; `pack`, which strips files down to what the ELF reader needs; and the drawing
  // code that needs no DOM, so that the CLI's SVG has the same colors and labels as the page.
  cli: [
    'workers',
    'model',
    'text',
    'sharing',
    'bytes',
    'formats',
    'symbols',
    'canvas',
    'compare',
    'record',
    'mending',
    'store',
    'waiting',
  ],
  canvas: ['model', 'text'],
  // `state` starts workers by URL and depends only on their interface, model/session.ts.
  state: ['model', 'text', 'async', 'sharing', 'store'],
  ui: ['state', 'canvas', 'model', 'text', 'sharing', 'record', 'store'],
  main: ['ui', 'state'],
};

/**
 * The layers that may use each package. `node:` is every Node module, `virtual:` every module that the build
 * generates.
 */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@duckdb/node-api': ['cli'],
  '@lezer/common': ['ui'],
  '@lezer/highlight': ['ui'],
  '@lezer/python': ['ui'],
  'node:': ['cli'],
  'virtual:': ['bytes', 'workers'],
  comlink: ['workers', 'state'],
  d3: ['canvas', 'ui'],
  fflate: ['bytes'],
  'lucide-react': ['ui'],
  react: ['ui', 'main'],
  'react-dom': ['ui', 'main'],
  zustand: ['state', 'ui'],
};

const MAX_LINES = 400;
const WORKER_START = /\bnew (?:Shared)?Worker\(|\?worker\b|\bserviceWorker\.register\(/;
const VAGUE_NAMES = /(?:^|[-./])(?:utils?|helpers?|common|types?|managers?)(?=[-./]|$)/;
const IMPORT =
  /\b(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;

const EXPORT =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (?<name>[\w$]+)/gm;
/** A component of the same name, loaded on demand. */
const LAZY_COMPONENT = (name: string) => new RegExp(`^export const ${name} =[^;]*\\.${name}\\b`, 'm');
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

/** Source text by path relative to the repository. */
type Files = ReadonlyMap<string, string>;

const PRODUCT = ['src', 'workers', 'cli'];
const SUPPORT = ['bench', 'e2e', 'fixtures', 'scripts'];

rule('a layer imports only the layers below it', layerViolations, [
  { 'src/model/a.ts': `import type { B } from '../bytes/b.ts';` },
  { 'src/formats/a.ts': `import { b } from '../python/b.ts';` },
  { 'src/formats/perf/a.ts': `export {\n  b,\n} from '../../python/b.ts';` },
  { 'src/state/a.ts': `type Port = import('../../workers/session.worker.ts').Port;` },
  { 'src/ui/A.tsx': `import '../calltree/a.ts';` },
  { 'src/main.tsx': `import { paint } from './canvas/paint.ts';` },
  { 'workers/a.ts': `import { text } from '../fixtures/text.ts';` },
  { 'src/elsewhere/a.ts': '' },
]);

rule('a package is imported only by the layers that may use it', packageViolations, [
  { 'src/canvas/a.ts': `import { useState } from 'react';` },
  { 'src/state/a.ts': `import { createRoot } from 'react-dom/client';` },
  { 'workers/a.ts': `import { readFileSync } from 'node:fs';` },
  { 'src/ui/a.ts': `const d3 = await import('d3-array');` },
]);

// Also in tests and support code, and for imports of types.
rule(
  'there are no import cycles',
  importCycles,
  [
    {
      'src/model/a.ts': `import type { B } from './b.ts';`,
      'src/model/b.ts': `export { c } from './c.ts';`,
      'src/model/c.ts': `import { a } from './a.ts';`,
    },
    {
      'scripts/a.mjs': `/** @typedef {import('./b.mjs').B} B */`,
      'scripts/b.mjs': `import { a } from './a.mjs';`,
    },
  ],
  allFiles,
);

// A test that imports what its own module does not use keeps dead code alive.
rule(
  'other files use each export, or a test uses it and its module too',
  unusedExports,
  [
    { 'src/model/a.ts': 'export interface A {}\nlet a: A;' },
    {
      'src/model/a.ts': 'export async function start() {}',
      'src/model/b.ts': `import './a.ts';\n// start`,
    },
    {
      'src/model/a.ts': 'export const a = 1;\nexport const b = 2;\nlet c = a;',
      'src/model/a.test.ts': `import { a, b } from './a.ts';`,
    },
  ],
  allFiles,
);

rule('two modules export nothing of the same name', ambiguousExports, [
  { 'src/model/a.ts': 'export interface A {}', 'src/ui/A.tsx': 'export function A() {}' },
]);

// The reason is in async/answers.ts.
rule('only one file of the page starts workers', workerStarts, [
  { 'workers/a.ts': `const worker = new Worker(new URL('./b.worker.ts', import.meta.url));` },
  { 'src/state/a.ts': `import url from '../../workers/b.worker.ts?worker&url';` },
  { 'src/ui/a.ts': `navigator.serviceWorker.register('./service-worker.js');` },
]);

rule('the page keeps its state in the store, not in module variables', moduleVariables, [
  { 'src/ui/a.ts': 'export let shown = 0;' },
  { 'src/state/a.ts': '// One recording.\nlet open: string | undefined;' },
]);

rule(`no file is longer than ${MAX_LINES} lines`, oversizedFiles, [
  { 'cli/a.ts': 'a;\n'.repeat(MAX_LINES + 1) },
]);

rule('no file or folder has a vague name', vagueNames, [
  { 'src/model/utils.ts': '' },
  { 'src/ui/common/a.ts': '' },
  { 'workers/pool-manager.ts': '' },
]);

test('reads the source files and their imports', () => {
  const paths = [...productFiles().keys()];
  expect(paths).toEqual(expect.arrayContaining(['src/model/profile.ts', 'workers/pipeline.ts']));
  expect(paths.filter((path) => path.includes('.test.'))).toEqual([]);
  const supportPaths = ['bench/main.ts', 'e2e/page.ts', 'scripts/setup.mjs', 'workers/layers.test.ts'];
  expect([...allFiles().keys()]).toEqual(expect.arrayContaining([...paths, ...supportPaths]));
  const text = `import a, {\n  b,\n} from './a.ts';\nimport w from './w.ts?worker&url';\nfrom('x');`;
  expect(importsIn(text)).toEqual(['./a.ts']);
});

/** Checks that the repository follows the rule, and that the rule reports each of the examples. */
function rule(
  name: string,
  violationsIn: (files: Files) => string[],
  examples: Record<string, string>[],
  files = productFiles,
): void {
  describe(name, () => {
    test('in this repository', () => expect(violationsIn(files())).toEqual([]));
    test.each(examples)('reports %j', (example) => {
      expect(violationsIn(new Map(Object.entries(example)))).toHaveLength(1);
    });
  });
}

function layerViolations(files: Files): string[] {
  const outside = [...files.keys()].filter((path) => !layerOf(path)).map((path) => `${path} is in no layer`);
  return outside.concat(
    forbiddenImports(files, importedFiles, (layer, path) => {
      const other = layerOf(path);
      return other !== undefined && (other === layer || LAYERS[layer].includes(other));
    }),
  );
}

function packageViolations(files: Files): string[] {
  return forbiddenImports(files, importedPackages, (layer, name) => {
    const [packageName] = /^\w+:|^@[^/]+\/[^/]+|^[^/]+/.exec(name) ?? [name];
    return PACKAGES[packageName]?.includes(layer) ?? false;
  });
}

function forbiddenImports(
  files: Files,
  importsOf: (path: string, text: string) => string[],
  isAllowed: (layer: string, imported: string) => boolean,
): string[] {
  return [...files].flatMap(([path, text]) => {
    const layer = layerOf(path);
    const forbidden = layer ? importsOf(path, text).filter((imported) => !isAllowed(layer, imported)) : [];
    return forbidden.map((imported) => `${path} imports ${imported}`);
  });
}

/** Reports each cycle once: a file whose imports were all followed is not visited again. */
function importCycles(files: Files): string[] {
  const cycles: string[] = [];
  const visited = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || visited.has(file)) return;
    for (const imported of importedFiles(file, files.get(file) ?? '')) visit(imported, [...path, file]);
    visited.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  return cycles;
}

function unusedExports(files: Files): string[] {
  const words = new Map<string, string[]>();
  for (const [path, text] of files) words.set(path, text.replaceAll(COMMENT, '').match(/[\w$]+/g) ?? []);
  const importers = new Map<string, string[]>();
  for (const [path, text] of files)
    for (const file of importedFiles(path, text)) importers.set(file, [...(importers.get(file) ?? []), path]);
  return exportsIn(files).flatMap(({ name, path }) => {
    const users = (importers.get(path) ?? []).filter((user) => words.get(user)?.includes(name));
    const isUsedHere = (words.get(path) ?? []).filter((word) => word === name).length > 1;
    return users.some(isProduct) || (users.length > 0 && isUsedHere) ? [] : [`${name} of ${path}`];
  });
}

function ambiguousExports(files: Files): string[] {
  const first = new Map<string, string>();
  return exportsIn(files).flatMap(({ name, path }) => {
    if (LAZY_COMPONENT(name).test(files.get(path) ?? '')) return [];
    const other = first.get(name) ?? path;
    first.set(name, other);
    return other === path ? [] : [`${name} of ${other} and ${path}`];
  });
}

/** What product modules export. */
function exportsIn(files: Files): { name: string; path: string }[] {
  return [...files].flatMap(([path, text]) =>
    isProduct(path) ? [...text.matchAll(EXPORT)].map((match) => ({ name: match[1], path })) : [],
  );
}

function moduleVariables(files: Files): string[] {
  return [...files]
    .filter(([path, text]) => /^src\/(?:state|ui)\//.test(path) && /^(?:export )?(?:let|var) /m.test(text))
    .map(([path]) => `${path} has a module variable`);
}

function oversizedFiles(files: Files): string[] {
  return [...files]
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function workerStarts(files: Files): string[] {
  const starting = [...files].filter(([path, text]) => !path.startsWith('cli/') && WORKER_START.test(text));
  return starting.map(([path]) => path).filter((path) => path !== 'src/state/engine/worker-scripts.ts');
}

function vagueNames(files: Files): string[] {
  return [...files.keys()].filter((path) => VAGUE_NAMES.test(path));
}

/** Paths relative to the repository. */
function importedFiles(path: string, text: string): string[] {
  const relative = importsIn(text).filter((name) => name.startsWith('.'));
  return relative.map((name) => posix.join(posix.dirname(path), name));
}

function importedPackages(_path: string, text: string): string[] {
  return importsIn(text).filter((name) => !name.startsWith('.'));
}

/** Import specifiers as written, without the URLs of worker scripts, which import nothing. */
function importsIn(text: string): string[] {
  const names = [...text.matchAll(IMPORT)].map(([, from, call, bare]) => from ?? call ?? bare);
  return names.filter((name) => !name.endsWith('?worker&url'));
}

/** The folder in `src`, or `workers`, `cli` or `main`; undefined for a path outside the layers. */
function layerOf(path: string): string | undefined {
  const [first, second] = path.split('/');
  const layer = path === 'src/main.tsx' ? 'main' : first === 'src' ? second : first;
  return Object.hasOwn(LAYERS, layer) ? layer : undefined;
}

/** The source files of the product, without tests. */
function productFiles(): Files {
  return new Map([...filesIn(PRODUCT)].filter(([path]) => isProduct(path)));
}

function isProduct(path: string): boolean {
  return PRODUCT.includes(path.split('/')[0]) && /(?<!\.test)\.tsx?$/.test(path);
}

/** Every script in the repository, tests included. */
function allFiles(): Files {
  return filesIn([...PRODUCT, ...SUPPORT]);
}

function filesIn(folders: readonly string[]): Files {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const name of readdirSync(root + folder, { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (/\.(?:tsx?|mjs)$/.test(path)) files.set(path, readFileSync(root + path, 'utf8'));
    }
  }
  return files;
}
