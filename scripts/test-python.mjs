// Tests the Python package: builds it, installs it into a virtual environment, and runs its checks and tests there. Says so and
// succeeds where there is no Python 3.12 or newer, or the tools cannot be installed, since the rest of the product needs Node alone.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

const MIN_PYTHON = [3, 12];
const FOLDER = join(root, 'python');
const REQUIREMENTS = join(FOLDER, 'requirements-test.txt');

const python = findPython();
if (!python) {
  process.stdout.write(
    `Python ${MIN_PYTHON.join('.')} or newer was not found; tests of the Python package are skipped.\n`,
  );
  process.exit();
}
const tools = environment(python);
run(process.execPath, [join(root, 'scripts', 'build-python.mjs')]);
const wheel = join(root, 'dist-python', readdirSync(join(root, 'dist-python'))[0]);
run(join(tools, 'pip'), ['install', '--quiet', '--no-compile', '--no-deps', '--force-reinstall', wheel]);
run(join(tools, 'ruff'), ['check', '--no-cache', '.'], { cwd: FOLDER });
run(join(tools, 'ruff'), ['format', '--no-cache', '--check', '.'], { cwd: FOLDER });
run(join(tools, 'mypy'), ['--cache-dir', join(root, '.cache', 'mypy'), 'src', 'tests'], { cwd: FOLDER });
run(join(tools, 'pytest'), ['-q', '-p', 'no:cacheprovider'], { cwd: FOLDER });

/** The newest Python in PATH, or else of pyenv, if it is new enough. @returns {string | undefined} */
function findPython() {
  const names = ['python3.15', 'python3.14', 'python3.13', 'python3.12', 'python3'];
  const versions = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const ofPyenv = existsSync(versions)
    ? readdirSync(versions).map((name) => join(versions, name, 'bin', 'python3'))
    : [];
  // A shim of pyenv may be in PATH without its Python.
  return [...names, ...ofPyenv.reverse()].find(isNewEnough);
}

function isNewEnough(/** @type {string} */ command) {
  const test = `import sys, venv; sys.exit(sys.version_info < (${MIN_PYTHON.join(', ')}))`;
  return spawnSync(command, ['-c', test]).status === 0;
}

/** The folder of the programs of a virtual environment with the tools, which is kept as long as it fits. */
function environment(/** @type {string} */ command) {
  const folder = join(root, '.cache', 'python');
  const done = join(folder, 'installed');
  const identity = createHash('sha256').update(command).update(readFileSync(REQUIREMENTS)).digest('hex');
  if (!existsSync(done) || readFileSync(done, 'utf8') !== identity) {
    rmSync(folder, { recursive: true, force: true });
    run(command, ['-m', 'venv', folder]);
    const options = ['install', '--quiet', '--no-compile', '--disable-pip-version-check', '-r', REQUIREMENTS];
    if (spawnSync(join(folder, 'bin', 'pip'), options, { stdio: 'inherit' }).status !== 0) {
      process.stdout.write(
        'pip could not install the tools in python/requirements-test.txt; tests of the Python package are skipped.\n',
      );
      process.exit();
    }
    writeFileSync(done, identity);
  }
  return join(folder, 'bin');
}
