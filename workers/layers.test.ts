// Keeps the rooms of the house apart: who may import whom, which package is used where, no circles, no file that
// grew too long, no name that says nothing. Tests, benchmarks, fixtures and scripts may import what they like.

import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Which rooms a room imports, besides itself. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  bytes: [],
  formats: ['model', 'bytes'],
  symbols: ['model', 'bytes'],
  python: ['model'],
  filters: ['model'],
  calltree: ['model'],
  workers: ['model', 'bytes', 'formats', 'symbols', 'python', 'filters', 'calltree'],
  // What the pipeline is given and gives back; pack, which empties files as the reader of ELF wants them; and of the canvas
  // what draws without one: the terminal's SVG has the page's colours and labels because it is made by the same code.
  cli: ['workers', 'model', 'bytes', 'formats', 'symbols', 'canvas'],
  canvas: ['model'],
  // It starts a worker by its URL, and knows it by model/session.ts alone.
  state: ['model'],
  ui: ['state', 'canvas', 'model'],
  main: ['ui', 'state'],
};

/** Which rooms a package is for. `node:` stands for all that Node brings, `virtual:` for what the build makes. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
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

const LONGEST = 400;
const STARTS_WORKER = /\bnew (?:Shared)?Worker\(|\?worker\b|\bserviceWorker\.register\(/;
const EMPTY_NAMES = /(?:^|[-./])(?:utils?|helpers?|common|types?|managers?)(?=[-./]|$)/;
const IMPORT =
  /\b(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]/gm;

/** A file's path from the repository, and its text. */
type House = ReadonlyMap<string, string>;

rule('a room imports only the rooms below it', wrongRooms, [
  { 'src/model/a.ts': `import type { B } from '../bytes/b.ts';` },
  { 'src/formats/a.ts': `import { b } from '../python/b.ts';` },
  { 'src/formats/perf/a.ts': `export {\n  b,\n} from '../../python/b.ts';` },
  { 'src/state/a.ts': `type Door = import('../../workers/session.worker.ts').Door;` },
  { 'src/ui/A.tsx': `import '../calltree/a.ts';` },
  { 'src/main.tsx': `import { paint } from './canvas/paint.ts';` },
  { 'workers/a.ts': `import { text } from '../fixtures/text.ts';` },
  { 'src/elsewhere/a.ts': '' },
]);

rule('a package is used in its own rooms', wrongPackages, [
  { 'src/canvas/a.ts': `import { useState } from 'react';` },
  { 'src/state/a.ts': `import { createRoot } from 'react-dom/client';` },
  { 'workers/a.ts': `import { readFileSync } from 'node:fs';` },
  { 'src/ui/a.ts': `const d3 = await import('d3-array');` },
]);

rule('no file imports itself by way of others', circles, [
  {
    'src/model/a.ts': `import type { B } from './b.ts';`,
    'src/model/b.ts': `export { c } from './c.ts';`,
    'src/model/c.ts': `import { a } from './a.ts';`,
  },
]);

// model/side-worker.ts says why.
rule('workers are started by one file of the page alone', startedElsewhere, [
  { 'workers/a.ts': `const worker = new Worker(new URL('./b.worker.ts', import.meta.url));` },
  { 'src/state/a.ts': `import url from '../../workers/b.worker.ts?worker&url';` },
  { 'src/ui/a.ts': `navigator.serviceWorker.register('./service-worker.js');` },
]);

rule(`no file has more than ${LONGEST} lines`, tooLong, [{ 'cli/a.ts': 'a;\n'.repeat(LONGEST + 1) }]);

rule('every file and folder is named for what is in it', emptyNames, [
  { 'src/model/utils.ts': '' },
  { 'src/ui/common/a.ts': '' },
  { 'workers/pool-manager.ts': '' },
]);

test('the house is read', () => {
  expect([...house().keys()]).toEqual(
    expect.arrayContaining(['src/model/profile.ts', 'workers/pipeline.ts']),
  );
  expect([...house().keys()].filter((path) => path.includes('.test.'))).toEqual([]);
  const text = `import a, {\n  b,\n} from './a.ts';\nimport w from './w.ts?worker&url';\nfrom('x');`;
  expect(importedBy(text)).toEqual(['./a.ts']);
});

/** The house keeps it, and each of the made-up breaches is seen. */
function rule(name: string, breachesOf: (house: House) => string[], madeUp: Record<string, string>[]): void {
  describe(name, () => {
    test('in this house', () => expect(breachesOf(house())).toEqual([]));
    test.each(madeUp)('and not in %j', (files) => {
      expect(breachesOf(new Map(Object.entries(files)))).toHaveLength(1);
    });
  });
}

function wrongRooms(files: House): string[] {
  const homeless = [...files.keys()].filter((path) => !roomOf(path)).map((path) => `${path} is in no room`);
  return homeless.concat(
    wrongImports(files, filesImportedBy, (room, path) => {
      const other = roomOf(path);
      return other !== undefined && (other === room || ROOMS[room].includes(other));
    }),
  );
}

function wrongPackages(files: House): string[] {
  return wrongImports(files, packagesImportedBy, (room, name) => {
    const [head] = /^\w+:|^@[^/]+\/[^/]+|^[^/]+/.exec(name) ?? [name];
    return PACKAGES[head]?.includes(room) ?? false;
  });
}

function wrongImports(
  files: House,
  imports: (path: string, text: string) => string[],
  allowed: (room: string, imported: string) => boolean,
): string[] {
  return [...files].flatMap(([path, text]) => {
    const room = roomOf(path);
    const wrong = room ? imports(path, text).filter((imported) => !allowed(room, imported)) : [];
    return wrong.map((imported) => `${path} imports ${imported}`);
  });
}

/** Each circle once: what was seen to its end is not entered again. */
function circles(files: House): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const imported of filesImportedBy(file, files.get(file) ?? '')) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of files.keys()) visit(file, []);
  return found;
}

function tooLong(files: House): string[] {
  return [...files]
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LONGEST)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

function startedElsewhere(files: House): string[] {
  const starting = [...files].filter(([, text]) => STARTS_WORKER.test(text));
  return starting.map(([path]) => path).filter((path) => path !== 'src/state/worker-scripts.ts');
}

function emptyNames(files: House): string[] {
  return [...files.keys()].filter((path) => EMPTY_NAMES.test(path));
}

/** From the repository. */
function filesImportedBy(path: string, text: string): string[] {
  const relative = importedBy(text).filter((name) => name.startsWith('.'));
  return relative.map((name) => posix.join(posix.dirname(path), name));
}

function packagesImportedBy(_path: string, text: string): string[] {
  return importedBy(text).filter((name) => !name.startsWith('.'));
}

/** As it is written. The address of a worker's script is no import of it. */
function importedBy(text: string): string[] {
  const names = [...text.matchAll(IMPORT)].map(([, from, call, bare]) => from ?? call ?? bare);
  return names.filter((name) => !name.endsWith('?worker&url'));
}

/** The folder under src, workers, cli, or main; undefined when it is none of the rooms. */
function roomOf(path: string): string | undefined {
  const [first, second] = path.split('/');
  const room = path === 'src/main.tsx' ? 'main' : first === 'src' ? second : first;
  return Object.hasOwn(ROOMS, room) ? room : undefined;
}

/** Every source file that is no test. */
function house(): House {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = new Map<string, string>();
  for (const top of ['src', 'workers', 'cli']) {
    for (const name of readdirSync(root + top, { recursive: true, encoding: 'utf8' })) {
      const path = `${top}/${name.replaceAll('\\', '/')}`;
      if (/(?<!\.test)\.tsx?$/.test(path)) files.set(path, readFileSync(root + path, 'utf8'));
    }
  }
  return files;
}
