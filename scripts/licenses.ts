// A Vite plugin: writes the licenses of all bundled packages to `licenses.txt`, as those licenses require.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { root } from './setup.mjs';

/** Packages that the builds contain; installing Pyrograph installs no dependencies. */
const BUNDLED = [
  '@lezer/highlight',
  '@lezer/python',
  'comlink',
  'd3',
  'fflate',
  'gecko-profiler-demangle',
  'lucide-react',
  'react',
  'react-dom',
  'xz-decompress',
  'zstddec',
  'zustand',
];
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_options, bundle) {
      const all = packages();
      const missing = packagesIn(bundle).find((name) => !all.includes(name));
      if (missing !== undefined)
        this.error(`The build contains ${missing}: add it to BUNDLED in scripts/licenses.ts.`);
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licensesOfAll() });
    },
  };
}

export function licensesOfAll(): string {
  return packages().map(licenseOf).join('\n\n');
}

/** The packages of all bundled modules, taken from the module paths; virtual modules have none. */
function packagesIn(bundle: Rollup.OutputBundle): string[] {
  const modules = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  return modules.flatMap((id) => PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? []);
}

/** The bundled packages and their dependencies. */
function packages(): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    dependenciesOf(join(root, 'node_modules', name)).forEach(visit);
  };
  BUNDLED.forEach(visit);
  return [...found].sort();
}

function dependenciesOf(folder: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return [];
  return Object.keys(manifest.dependencies ?? {});
}

function licenseOf(name: string): string {
  return `${name}\n${'='.repeat(name.length)}\n\n${licenseText(name).trim()}\n`;
}

function licenseText(name: string): string {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
  if (file) return readFileSync(join(folder, file), 'utf8');
  if (Object.hasOwn(WITHOUT_FILE, name)) return WITHOUT_FILE[name];
  throw new Error(`${name} has no license file: add its license to WITHOUT_FILE in scripts/licenses.ts.`);
}

const MIT = `
Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** License text for packages that only state the name of their license, including those of the code compiled into them. */
const WITHOUT_FILE: Readonly<Record<string, string>> = {
  'xz-decompress': `The MIT License, as its package.json says.

By Tim Perry and Steven Sanderson. It contains XZ Embedded by Lasse Collin and Igor Pavlov, which is in the public domain,
and walloc, Copyright (c) 2020 Igalia, S.L., under the MIT License too.
${MIT}`,
};
