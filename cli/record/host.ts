// The files and programs of the machine that records. Tests replace them with those of simulated machines.

import { spawnSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { cpus } from 'node:os';
import { delimiter, join } from 'node:path';
import type { RandomAccess } from '../../src/bytes/random-access.ts';
import { fileAt } from '../search-root.ts';

export interface Host {
  /** As in `process.platform`. */
  readonly platform: string;
  /** As in `process.arch`. */
  readonly arch: string;
  readonly cpus: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  exists(path: string): boolean;
  /** The names in a folder; empty if it cannot be read. */
  list(path: string): string[];
  /** The text of a file, up to 64 KiB; undefined if it cannot be read. */
  read(path: string): string | undefined;
  file(path: string): RandomAccess | undefined;
  /** The path with symbolic links resolved. */
  realPath(path: string): string;
  /** The path of the program that a shell would run for this name; undefined if there is none. */
  findProgram(name: string): string | undefined;
  /** Runs a command without input. `timeout` is in milliseconds. */
  run(words: readonly string[], timeout: number): RunOutcome;
}

export interface RunOutcome {
  /** The exit code; undefined if the command could not be started, was killed, or ran too long. */
  readonly status: number | undefined;
  readonly out: string;
  readonly error: string;
}

/** Maximum number of bytes that `read` returns. */
const MAX_READ = 1 << 16;

export function thisHost(): Host {
  return {
    platform: process.platform,
    arch: process.arch,
    cpus: cpus().length,
    environment: process.env,
    exists: (path) => statSync(path, { throwIfNoEntry: false }) !== undefined,
    list: (path) => orUndefined(() => readdirSync(path)) ?? [],
    read: (path) => orUndefined(() => readStart(path)),
    file: (path) => fileAt(path, path)?.file,
    realPath: (path) => orUndefined(() => realpathSync(path)) ?? path,
    findProgram,
    run([program, ...args], timeout) {
      const { status, stdout, stderr } = spawnSync(program, args, {
        timeout,
        killSignal: 'SIGKILL',
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      return { status: status ?? undefined, out: stdout ?? '', error: stderr ?? '' };
    },
  };
}

/** The last line that is not empty, without spaces around it; empty if there is none. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim() ?? '';
}

function findProgram(name: string): string | undefined {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => (folder === '' ? name : join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  return orUndefined(() => accessSync(path, constants.X_OK) ?? statSync(path).isFile()) ?? false;
}

function readStart(path: string): string {
  // Files in /proc report size 0.
  if (statSync(path).size <= MAX_READ) return readFileSync(path, 'utf8');
  const bytes = new Uint8Array(MAX_READ);
  const file = openSync(path, 'r');
  try {
    return new TextDecoder('latin1').decode(bytes.subarray(0, readSync(file, bytes)));
  } finally {
    closeSync(file);
  }
}

function orUndefined<T>(attempt: () => T): T | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}
