// Installs the locked dependencies and rebuilds stale output. Needs only Node.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MIN_NODE = [20, 19];

/** Runs a program in the repository and shows its output; exits with an error message if it fails. */
export function run(/** @type {string} */ program, /** @type {string[]} */ args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (status === 0) return;
  fail(`${[program, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`);
}

/** Runs a dependency's command with the current Node. */
export function runTool(/** @type {string} */ tool, /** @type {string[]} */ args, options = {}) {
  run(process.execPath, [toolPath(tool), ...args], options);
}

/** The script of a dependency's command, given as `PACKAGE` or `PACKAGE#COMMAND`. */
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

/** Installs the locked dependencies if they are missing or outdated. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    fail(`Pyrograph needs Node.js ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  process.stderr.write('Installing the locked dependencies …\n');
  // npm's output goes to standard error, since standard output may belong to the command that the user runs.
  run('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  });
}

/** True if all locked packages are installed, except optional ones for other platforms. */
function isInstalled() {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(packagesIn);
  if (!locked || !installed) return false;
  const extraneous = Object.keys(installed).filter((path) => !locked[path]);
  const stale = Object.entries(locked).filter(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    if (path === '') return false;
    return found ? found.version !== version || found.integrity !== integrity : !optional;
  });
  return extraneous.length + stale.length === 0;
}

/**
 * The packages in an npm lock file, by path; undefined if the file is missing or unreadable.
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined}
 */
function packagesIn(/** @type {string} */ lock) {
  try {
    return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** The inputs of the builds. */
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

/** Builds unless `output` is newer than all inputs. */
export function buildIfStale(/** @type {string} */ output, /** @type {string[]} */ ...args) {
  if (isFresh(output)) return;
  // Tests set NODE_ENV, which selects React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  // Warnings are for developers, who see them with npm run build.
  runTool('vite', ['build', '--logLevel', 'error', ...args], { stdio: ['ignore', 2, 2], env });
}

/** True if `output` is newer than all inputs. */
export function isFresh(/** @type {string} */ output) {
  const built = join(root, output);
  const newest = Math.max(...SOURCES.map((source) => newestIn(join(root, source))));
  return existsSync(built) && statSync(built).mtimeMs > newest;
}

/** @returns {number} */
function newestIn(/** @type {string} */ path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  // Includes the folder's own modification time, which changes when a file is removed.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
