// Configures all builds and the tests: the site (the default; with `--mode open-hosts` it can fetch recordings from other
// hosts, and with `PYROGRAPH_STORES` ask these ClickHouse servers), the one-file page (`--mode one-file`), which the site and the CLI embed, the CLI (`--mode cli`) and the benchmark
// (`--mode bench`).

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import { licenses } from './scripts/licenses.ts';
import { offline, withServiceWorker } from './scripts/offline.ts';
import { inlineIntoPage, ONE_FILE_FOLDER, oneFile, inlineWorkers } from './scripts/one-file.ts';
import { contentSecurityPolicy } from './scripts/policy.ts';
import { terminalRooms, workerRooms } from './scripts/rooms.ts';
import { wasm } from './scripts/wasm.ts';

/** Tests that replace modules, which other tests in the same thread may have loaded already. */
const ISOLATED_TESTS = ['src/state/{engine/engine,opening/reopening,engine/worker-scripts}.test.ts'];

export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => {
  if (mode === 'cli') {
    return {
      plugins: [wasm('inline'), oneFile('inline'), licenses()],
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: 'dist-cli',
        target: 'node20.19',
        rollupOptions: {
          input: ['cli/pyrograph.ts', 'cli/thread.ts'],
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            codeSplitting: { groups: terminalRooms },
          },
        },
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
      plugins: [react(), inlineWorkers(), ...code(), inlineIntoPage()],
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
  const isTest = mode === 'test';
  // Imported only here: it loads all of Vitest.
  const sequence = isTest ? { sequencer: (await import('./fixtures/programs-first.ts')).ProgramsFirst } : {};
  const target = isTest ? 'inline' : 'file';
  const code = () => [wasm(target), oneFile(target)];
  return {
    base: './',
    plugins: [
      react(),
      ...code(),
      contentSecurityPolicy(mode, process.env.PYROGRAPH_STORES),
      offline(),
      licenses(),
    ],
    worker: {
      format: 'es',
      plugins: code,
      rollupOptions: { output: { codeSplitting: { groups: workerRooms } } },
    },
    build: {
      target: 'es2023',
      assetsInlineLimit: 0,
      // No polyfill: browsers without module preloading only load slightly later.
      modulePreload: { polyfill: false },
      rollupOptions: withServiceWorker,
    },
    // One thread per processor; by default, Vitest leaves one processor free.
    test: {
      environment: 'node',
      maxWorkers: '100%',
      sequence,
      // A limit by the clock would fail on a busy or paused machine. `npm test` stops a run that hangs.
      testTimeout: 0,
      hookTimeout: 0,
      setupFiles: ['fixtures/cpu-limit.ts'],
      unstubGlobals: true,
      projects: [
        {
          extends: true,
          test: {
            name: 'shared',
            isolate: false,
            include: ['{src,workers,cli,fixtures,bench}/**/*.test.ts'],
            exclude: ISOLATED_TESTS,
            setupFiles: ['fixtures/fresh-store.ts'],
          },
        },
        { extends: true, test: { name: 'isolated', include: ISOLATED_TESTS } },
      ],
    },
  };
});
