// The commands that shells complete are those of the help text, and so are their options.

import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCommand } from '../fixtures/run-command.ts';
import { completed, completionScript, SHELLS, optionsIn } from './completion.ts';
import { CLI_COMMANDS, main } from './main.ts';

const COMPLETED = await completed(CLI_COMMANDS);

/** An option that is only accepted to say that it has no effect. */
const UNLISTED = ['costs --level'];

test.each([...CLI_COMMANDS])('the help of %s has all of its options', async (name, { load }) => {
  const command = await load();
  const listed = optionsIn(command.help).map(({ long }) => long);
  const accepted = [...command.options, 'help'].map((option) => `--${option}`);
  expect(listed.sort()).toEqual(accepted.filter((option) => !UNLISTED.includes(`${name} ${option}`)).sort());
});

test('an option is read with its short form, its value and its description', () => {
  const help =
    '  -n, --rows ROWS   number of rows\n  --json            print JSON\n  --group NAME=FILE…  a group\n   text --x\n  --first A         the one. The\n';
  expect(optionsIn(help)).toEqual([
    { long: '--rows', short: '-n', value: 'ROWS', about: 'number of rows' },
    { long: '--json', short: undefined, value: undefined, about: 'print JSON' },
    { long: '--group', short: undefined, value: 'NAME=FILE…', about: 'a group' },
    { long: '--first', short: undefined, value: 'A', about: 'the one' },
  ]);
});

/** What bash offers for the last word. */
function completedInBash(...words: string[]): string[] {
  const script = `${completionScript('bash', COMPLETED)}
COMP_WORDS=(pyrograph "$@"); COMP_CWORD=$#; _pyrograph; printf '%s\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return out.split('\n').filter((line) => line !== '');
}

test('bash completes commands and options, and leaves files to itself', () => {
  expect(completedInBash('rec')).toEqual(['record']);
  expect(completedInBash('top', '--s')).toEqual(['--sort', '--symfs']);
  expect(completedInBash('record', '--pe')).toEqual(['--perf']);
  expect(completedInBash('help', 'do')).toEqual(['doctor']);
  expect(completedInBash('completion', '')).toEqual([...SHELLS]);
  expect(completedInBash('top', 'a')).toEqual([]);
  expect(completedInBash('record', '--', 'python3', '--s')).toEqual([]);
});

test('zsh and fish describe what they complete', () => {
  const zsh = completionScript('zsh', COMPLETED);
  expect(zsh).toContain("'doctor:print what is wrong with a recording, and the commands that fix it'");
  // What follows -- is another program.
  expect(zsh).toContain('record) _arguments -s -S ');
  expect(zsh).toContain("'*--mmap-pages[size of perf'\\''s buffer for each CPU");
  expect(zsh).toContain(
    "'*--symfs[treat DIR as the root directory of the recorded machine; use / to trust the local files]:DIR:_files'",
  );
  const fish = completionScript('fish', COMPLETED);
  expect(fish).toContain(
    "-n '__fish_seen_subcommand_from top' -s n -l rows -x -d 'number of rows (default: 30); 0 for all'",
  );
  expect(fish).toContain(
    "complete -c pyrograph -n __fish_use_subcommand -a record -d 'record a Python program",
  );
});

test('a script is printed for a shell', async () => {
  expect((await runCommand(main, 'completion', 'bash')).out).toBe(completionScript('bash', COMPLETED));
});
