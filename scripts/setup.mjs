// What a fresh machine lacks: the locked dependencies. Needs nothing but Node.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = [20, 19];

/** Runs a program in the repository, its output shown; ends this process with a sentence when it fails. */
export function run(/** @type {string} */ program, /** @type {string[]} */ args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  fail(`${[program, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`);
}

/** Runs a command of a dependency with this very Node. */
export function runTool(/** @type {string} */ tool, /** @type {string[]} */ args, options = {}) {
  run(process.execPath, [toolPath(tool), ...args], options);
}

/** The script behind a dependency's command. */
export function toolPath(/** @type {string} */ tool) {
  const [name, command = name] = tool.split('#');
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  const bin = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  return join(root, 'node_modules', name, bin);
}

/** @returns {never} */
export function fail(/** @type {string} */ sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

/** Installs the locked dependencies when they are missing, or older than the lock. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    fail(`Pyrograph needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  process.stderr.write('Installing the locked dependencies …\n');
  // What npm says goes to standard error: standard output may be a command's own.
  run('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  });
}

/** Whether npm has put there what is locked, but for what belongs to other machines. */
function isInstalled() {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn);
  if (!locked || !installed) return false;
  const others = Object.keys(installed).filter((path) => !locked[path]);
  const stale = Object.entries(locked).filter(([path, { version, integrity, optional }]) => {
    const there = installed[path];
    if (path === '') return false;
    return there ? there.version !== version || there.integrity !== integrity : !optional;
  });
  return others.length + stale.length === 0;
}

/**
 * What a lock of npm names, by where it lies; undefined where there is none that can be read.
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined}
 */
function packagesIn(/** @type {string} */ lock) {
  try {
    return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** What the builds are made of. */
const SOURCES = [
  'src',
  'workers',
  'cli',
  'scripts',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Builds unless `output` is younger than everything it is made of. */
export function buildIfStale(/** @type {string} */ output, /** @type {string[]} */ ...args) {
  const built = join(root, output);
  const newest = Math.max(...SOURCES.map((source) => newestIn(join(root, source))));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  // Tests set NODE_ENV, and React would be another one.
  const env = { ...process.env, NODE_ENV: 'production' };
  runTool('vite', ['build', '--logLevel', 'warn', ...args], { stdio: ['ignore', 2, 2], env });
}

/** @returns {number} */
function newestIn(/** @type {string} */ path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  // A folder's own time tells of files that were removed.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
