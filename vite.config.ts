// The builds of one source: the site (default), the page in one file (`--mode one-file`), which is a part of the site and of
// the terminal (`--mode cli`, one file for Node), what measures it (`--mode bench`), and tests.

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { licenses } from './scripts/licenses.ts';
import { inOneFile, ONE_FILE_FOLDER, oneFile, workersInside } from './scripts/one-file.ts';
import { wasm } from './scripts/wasm.ts';

/** Nothing is loaded from, or sent to, any other host. 'wasm-unsafe-eval' is for what scripts/wasm.ts lists. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only in the built page: in development React's plugin injects an inline script. */
const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  },
};

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
    const ofAll = () => [workersInside(), wasm('none'), oneFile('none')];
    return {
      base: './',
      publicDir: false,
      plugins: [react(), ...ofAll(), inOneFile()],
      worker: { format: 'iife', plugins: ofAll, rollupOptions: { output: { codeSplitting: false } } },
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
    plugins: [react(), ...code(), contentSecurityPolicy, licenses()],
    worker: { format: 'es', plugins: code },
    build: { target: 'es2023', manifest: true, assetsInlineLimit: 0 },
    test: { environment: 'node', include: ['{src,workers,cli,fixtures}/**/*.test.ts'] },
  };
});
