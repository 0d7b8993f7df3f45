// A Vite plugin: `licenses.txt` beside the page holds the licences of all packages that went into it, as they ask for.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from './setup.mjs';

export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle() {
      const source = packages().map(licenseOf).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

/** The dependencies, and theirs. */
function packages(): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    dependenciesOf(join(root, 'node_modules', name)).forEach(visit);
  };
  dependenciesOf(root).forEach(visit);
  return [...found].sort();
}

function dependenciesOf(folder: string): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('dependencies' in manifest)) return [];
  return Object.keys(manifest.dependencies ?? {});
}

function licenseOf(name: string): string {
  const folder = join(root, 'node_modules', name);
  const file = readdirSync(folder).find((each) => /^licen[sc]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence file; find out what it asks for before it is shipped.`);
  return `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
