// The builds of one source: the site (default; `--mode open-hosts` lets it read recordings from other hosts), the page in
// one file (`--mode one-file`), which is a part of the site and of the terminal (`--mode cli`, one file for Node), what
// measures it (`--mode bench`), and tests.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licenses } from './scripts/licenses.ts';
import { offline, withServiceWorker } from './scripts/offline.ts';
import { inOneFile, ONE_FILE_FOLDER, oneFile, workersInside } from './scripts/one-file.ts';
import { contentSecurityPolicy } from './scripts/policy.ts';
import { wasm } from './scripts/wasm.ts';

const STATEFUL = ['src/{state,ui}/*.test.ts'];

export default defineConfig(({ mode }) => {
  if (mode === 'cli') {
    return {
      plugins: [wasm('inline'), oneFile('inline'), licenses()],
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: 'cli/pyrograph.ts',
        outDir: 'dist-cli',
        target: 'node20.19',
        rollupOptions: { output: { entryFileNames: 'pyrograph.js', codeSplitting: false } },
      },
    };
  }
  if (mode === 'bench') {
    return {
      plugins: [wasm('inline'), oneFile('inline')],
      publicDir: false,
      build: { ssr: 'bench/main.ts', outDir: '.cache/bench', target: 'node20.19' },
    };
  }
  if (mode === 'one-file') {
    const code = () => [wasm('none'), oneFile('none')];
    return {
      base: './',
      publicDir: false,
      plugins: [react(), workersInside(), ...code(), inOneFile()],
      worker: { format: 'iife', plugins: code, rollupOptions: { output: { codeSplitting: false } } },
      build: {
        target: 'es2023',
        outDir: ONE_FILE_FOLDER,
        modulePreload: false,
        cssCodeSplit: false,
        rollupOptions: { output: { codeSplitting: false } },
      },
    };
  }
  const where = mode === 'test' ? 'inline' : 'file';
  const code = () => [wasm(where), oneFile(where)];
  return {
    base: './',
    plugins: [react(), ...code(), contentSecurityPolicy(mode), offline(), licenses()],
    worker: { format: 'es', plugins: code },
    build: {
      target: 'es2023',
      assetsInlineLimit: 0,
      // A browser without preloading loads the same a moment later.
      modulePreload: { polyfill: false },
      rollupOptions: withServiceWorker,
    },
    // Each thread is a processor's; by itself Vitest leaves one free.
    test: {
      environment: 'node',
      maxWorkers: '100%',
      // No machine is too slow for it: what takes longer hangs, or its work grows with the square of its input.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // A file of its own thread costs a quarter of a second: only those have one that need the state of a page for themselves.
      projects: [
        {
          extends: true,
          test: {
            name: 'stateless',
            isolate: false,
            include: ['{src,workers,cli,fixtures}/**/*.test.ts'],
            exclude: STATEFUL,
          },
        },
        { extends: true, test: { name: 'stateful', include: STATEFUL } },
      ],
    },
  };
});
