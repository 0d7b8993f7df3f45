import { expect, test } from 'vitest';
import { defineCommand, didYouMean } from './command.ts';

const OPTIONS = {
  rows: { type: 'string', short: 'n' },
  name: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The values and positionals of a command, or its error message. */
async function parsed(...args: string[]): Promise<unknown> {
  let result: unknown;
  const command = defineCommand('test', 'Help', OPTIONS, ({ values, positionals }) => {
    result = { ...values, positionals };
    return Promise.resolve();
  });
  await command(args).catch((error: unknown) => (result = String(error)));
  return result;
}

test.each([
  [['--rows', '-1', 'x'], { rows: '-1', positionals: ['x'] }],
  [['-n', '-1.5%', 'x'], { rows: '-1.5%', positionals: ['x'] }],
  [['-n', '2', '--name=-3'], { rows: '2', name: '-3', positionals: [] }],
  [['--json', '--', '--rows', '-1'], { json: true, positionals: ['--rows', '-1'] }],
])('options may have negative numbers: %j', async (args, expected) => {
  expect(await parsed(...args)).toEqual({ help: false, ...expected });
});

test.each([
  [['--name', '--json'], 'Missing value of --name: if it starts with -, use --name=VALUE'],
  [['-n', '-x'], 'Missing value of --rows: if it starts with -, use --rows=VALUE'],
  [['--unlike'], "Unknown option '--unlike'"],
  [['--json', '-1'], "Unknown option '-1'"],
  [['--json=1'], "Option '--json' does not take an argument"],
])('an error is one sentence: %j', async (args, problem) => {
  expect(await parsed(...args)).toBe(`Error: ${problem}; run pyrograph test --help for the options.`);
});

test('a typo in an option is named', async () => {
  expect(await parsed('--jsno')).toBe(
    'Error: Unknown option --jsno: did you mean --json? Run pyrograph test --help for the options.',
  );
});

test.each([
  ['recrod', ': did you mean record?'],
  ['rcord', ': did you mean record?'],
  ['doctro', ': did you mean doctor?'],
  ['tpo', ': did you mean top?'],
  ['xyz', ''],
  ['x', ''],
  ['recording', ''],
])('%s%s', (word, expected) => {
  expect(didYouMean(word, ['top', 'record', 'doctor', 'open'])).toBe(expected);
});
