// Runs suggested commands in real shells with real programs, on files with hostile names.

import fc from 'fast-check';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../fixtures/fuzz.ts';
import { isAbsolute, shellCommand, withFile, type FileArgument } from './shell-command.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'pyrograph-shell-'));
const PROGRAMS = [
  ['tar', 'czhf', 'symbols.tar.gz'],
  ['bzip2', '-d'],
  ['perf', 'report', '--no-children'],
  ['unzip'],
];
/** Names that could confuse shells, tar or people. */
const HOSTILE = [
  '--checkpoint=1',
  '--checkpoint-action=exec=touch pwned',
  '-I touch pwned',
  '--use-compress-program=touch pwned',
  '--files-from=/etc/passwd',
  '-',
  '--',
  '-rf',
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '&& touch pwned #',
  '| touch pwned',
  '> pwned',
  "'; touch pwned; '",
  "'$(touch pwned)'",
  '"$(touch pwned)"',
  '\\',
  "\\'",
  "it's",
  '~',
  '~root',
  '=ls',
  '!!',
  '*',
  '?',
  '[a-z]',
  '{a,b}',
  'a b',
  ' ',
  '#',
  'host:file',
  'имя',
  '🔥',
  '$&',
];
/** Names that a terminal would interpret, or that look like a different name. */
const REJECTED = [
  '',
  'a\nb',
  'a\rb',
  'a\tb',
  '\x1b[2J',
  'a\0b',
  '\x7f',
  '\x9b',
  '\u2028',
  '\u202egnp.',
  '\ud800',
  '\ufffd',
];

beforeAll(() => {
  const stubs = join(FOLDER, 'stubs');
  mkdirSync(stubs);
  for (const [program] of PROGRAMS) {
    writeFileSync(join(stubs, program), '#!/bin/sh\nprintf "%s\\0" "$@"\necho\n');
    chmodSync(join(stubs, program), 0o755);
  }
  mkdirSync(join(FOLDER, 'empty'));
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Runs the commands in an empty folder, and returns the arguments that each program receives. */
function argumentsOf(...commands: readonly (string | undefined)[]): string[][] {
  expect(commands).not.toContain(undefined);
  const cwd = join(FOLDER, 'empty');
  const env = { PATH: `${join(FOLDER, 'stubs')}${delimiter}${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('sh', ['-c', commands.join('\n')], { cwd, env });
  expect({ status, error: stderr.toString(), left: readdirSync(cwd) }).toEqual({
    status: 0,
    error: '',
    left: [],
  });
  const programs = stdout.toString().split('\n').slice(0, -1);
  return programs.map((received) => received.split('\0').slice(0, -1));
}

/** The name as a program receives it; it never starts with a dash. */
const asArgument = (name: string) => (name.startsWith('-') ? `./${name}` : name);

describe('a shell passes file names unchanged:', () => {
  const name = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.array(fc.constantFrom(...HOSTILE, '/'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  );

  test('random names after the options', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PROGRAMS),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (program, files) => {
          const command = shellCommand(program, files);
          const [path, ...options] = program;
          const endsOptions = path !== 'unzip';
          const isRejected =
            files.some((file) => REJECTED.includes(file) || /[\p{C}\p{Zl}\p{Zp}\ufffd]/u.test(file)) ||
            (path === 'unzip' && files.some((file) => /[*?[\]\\]/.test(file)));
          if (isRejected) return command === undefined;
          expect(argumentsOf(command)).toEqual([
            [...options, ...(endsOptions ? ['--'] : []), ...files.map(asArgument)],
          ]);
          return true;
        },
      ),
      { numRuns: fuzzRuns(150), seed: 13 },
    );
  });

  test('hostile names', () => {
    const commands = HOSTILE.flatMap((each) => [
      shellCommand(['bzip2', '-d'], [each]),
      shellCommand(['perf', 'script', '-i', { value: each }]),
      withFile('perf script -i FILE -o FILE.perf', each),
    ]);
    const expected = HOSTILE.flatMap((each) => [
      ['-d', '--', asArgument(each)],
      ['script', '-i', asArgument(each)],
      ['script', '-i', asArgument(each), '-o', asArgument(`${each}.perf`)],
    ]);
    expect(argumentsOf(...commands)).toEqual(expected);
  });

  test('a pattern that the shell expands to all matching names', () => {
    const files = [
      { prefix: `${FOLDER}/st`, suffix: 'bs' },
      { prefix: `${FOLDER}/it's -`, suffix: ';.so' },
    ];
    expect(argumentsOf(shellCommand(['tar', 'c'], files))).toEqual([
      ['c', '--', `${FOLDER}/stubs`, `${FOLDER}/it's -*;.so`],
    ]);
  });
});

test.each(REJECTED)('returns no command for %j', (name) => {
  expect(shellCommand(['tar', 'c'], ['/fine', name])).toBeUndefined();
  expect(shellCommand(['tar', 'c'], [{ prefix: name, suffix: '' }])).toBeUndefined();
  expect(shellCommand(['perf', 'script', '-i', { value: name }])).toBeUndefined();
  expect(withFile('bzip2 -d FILE', name)).toBe('bzip2 -d FILE');
});

test('quotes only where needed', () => {
  expect(shellCommand(['perf', 'script', '-i', { value: '/tmp/perf.data' }])).toBe(
    'perf script -i /tmp/perf.data',
  );
  expect(shellCommand(['bzip2', '-d'], ["it's.bz2"])).toBe(`bzip2 -d -- 'it'\\''s.bz2'`);
  expect(shellCommand(['unzip'], ['-a.zip'])).toBe('unzip ./-a.zip');
  expect(shellCommand(['sudo', 'true'])).toBe('sudo true');
});

test('only paths that start with a slash are absolute', () => {
  const files: FileArgument[] = [
    '/a',
    '-/a',
    'a/b',
    { prefix: '/a', suffix: 'x' },
    { prefix: 'a', suffix: '/x' },
  ];
  expect(files.map(isAbsolute)).toEqual([true, false, false, true, false]);
});

describe('real programs touch only the named files', () => {
  const names = HOSTILE.filter((each) => !each.includes('/'));
  let folders = 0;

  /** A new folder with one file per hostile name. */
  function folderOf(suffix: string, content: (name: string) => Uint8Array): string {
    const folder = join(FOLDER, `real-${folders++}`);
    mkdirSync(folder);
    for (const each of names) writeFileSync(join(folder, each + suffix), content(each));
    return folder;
  }

  test('tar archives exactly these files', () => {
    const folder = folderOf('', (each) => Buffer.from(each));
    const archive = join(FOLDER, 'real.tar.gz');
    const paths = names.map((each) => join(folder, each));
    const command = shellCommand(['tar', 'czhPf', archive], paths) ?? '';
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
    // Checks that no injected code created files.
    const packed = execFileSync('tar', ['tzPf', archive, '--quoting-style=literal'], { encoding: 'utf8' });
    expect(packed.split('\n').slice(0, -1)).toEqual(paths);
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
  });

  const hasBzip2 = spawnSync('bzip2', ['--help']).status === 0;
  test.skipIf(!hasBzip2)(
    `bzip2 decompresses exactly these files${hasBzip2 ? '' : ' (skipped: no bzip2 here)'}`,
    () => {
      const packed = execFileSync('bzip2', ['-c'], { input: 'x' });
      const folder = folderOf('.bz2', () => packed);
      const left = new Set(readdirSync(folder));
      for (const each of names) {
        const command = shellCommand(['bzip2', '-d'], [`${each}.bz2`]) ?? '';
        execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe' });
        left.delete(`${each}.bz2`);
        left.add(each);
        expect(readdirSync(folder).sort()).toEqual([...left].sort());
      }
    },
  );
});
