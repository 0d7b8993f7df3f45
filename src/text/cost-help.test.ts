import { describe, expect, test } from 'vitest';
import { wrapped } from '../../fixtures/wrapped.ts';
import { COSTS } from '../model/costs.ts';
import { COST_HELP } from './cost-help.ts';

const INTRODUCTION = [
  'Every sample belongs to exactly one of fifteen costs, which say what to change to make the program faster. The C code below the innermost Python function decides which: a lookup needed to raise an exception is part of the exception. Filters and levels of detail do not change what a sample costs.',
  '`pyrograph costs` prints them. There are limits: bytecode includes everything that the compiler inlined into the evaluator, so all other costs are lower bounds. A cut stack still has its innermost frames, so its cost is mostly right, but it may be attributed to the wrong function. For an interpreter without symbols, most of the time is unknown.',
  '[Three programs made faster](cost-examples.md) shows how to use them.',
];

/** `npx vitest run src/text/cost-help.test.ts -u` writes the page again. */
test('docs/costs.md has the help of all costs', async () => {
  const sections = COSTS.map(({ id, label }) => {
    const { is, smaller, details, example } = COST_HELP[id];
    const language = id === 'unknown' ? 'sh' : 'python';
    const code = ['```' + language, ...example, '```'].join('\n');
    return [
      `## ${label}`,
      `\`${id}\``,
      wrapped(`${is} ${details}`),
      wrapped(`**Less of it.** ${smaller.replaceAll('*', '\\*')}`),
      code,
    ];
  });
  const page = ['# What the interpreter costs', ...INTRODUCTION.map(wrapped), ...sections.flat()].join(
    '\n\n',
  );
  await expect(`${page}\n`).toMatchFileSnapshot('../../docs/costs.md');
});

describe.each(Object.entries(COST_HELP))('%s', (_, { details, example }) => {
  test('has sentences and an example', () => {
    expect(details).toMatch(/^[\p{Lu}`].*[^.]\.$/u);
    expect(example.length).toBeGreaterThan(1);
  });
});
