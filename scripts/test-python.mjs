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
const ENVIRONMENT = join(root, '.cache', 'python');
/** Installs packages in a tenth of the processor time of pip, which installs it. */
const UV_FOLDER = join(root, '.cache', 'uv');
const UV_REQUIREMENT = 'uv==0.13.9';
const UV = join(UV_FOLDER, 'bin', 'uv');
const UV_INSTALL = ['pip', 'install', '--quiet', '--python', join(ENVIRONMENT, 'bin', 'python')];

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
run(UV, [...UV_INSTALL, '--no-deps', '--reinstall', wheel]);
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
  const test = `import sys, pip; sys.exit(sys.version_info < (${MIN_PYTHON.join(', ')}))`;
  return spawnSync(command, ['-c', test]).status === 0;
}

/** The folder of the programs of a virtual environment with the tools, which is kept as long as it fits. */
function environment(/** @type {string} */ command) {
  const done = join(ENVIRONMENT, 'installed');
  const identity = createHash('sha256').update(command).update(readFileSync(REQUIREMENTS)).digest('hex');
  const isComplete = existsSync(UV) && existsSync(done);
  if (!isComplete || readFileSync(done, 'utf8') !== identity) {
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-compile', '--upgrade', '--root-user-action=ignore'];
    const isInstalled = [
      [command, ...pip, '--target', UV_FOLDER, UV_REQUIREMENT],
      [UV, 'venv', '--quiet', '--python', command, ENVIRONMENT],
      [UV, ...UV_INSTALL, '--requirement', REQUIREMENTS],
    ].every(([program, ...args]) => spawnSync(program, args, { stdio: 'inherit' }).status === 0);
    if (!isInstalled) {
      process.stdout.write(
        'pip could not install the tools in python/requirements-test.txt; tests of the Python package are skipped.\n',
      );
      process.exit();
    }
    writeFileSync(done, identity);
  }
  return join(ENVIRONMENT, 'bin');
}
