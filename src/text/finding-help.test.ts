import { describe, expect, test } from 'vitest';
import { wrapped } from '../../fixtures/wrapped.ts';
import { FINDING_IDS } from '../model/findings.ts';
import { FINDING_HELP } from './finding-help.ts';

const INTRODUCTION =
  'Pyrograph checks every recording that it opens. Each finding says what is wrong, how much of the recording it affects, and which command fixes it. **Misleading** findings lead to wrong conclusions; with **incomplete** ones, details are missing; **hints** do not affect graphs and tables. The app contains these explanations, too, even offline. The commands below are examples; the page and `pyrograph doctor` print those for your recording.';

/** `npx vitest run src/text/finding-help.test.ts -u` writes the page again. */
test('docs/findings.md has all explanations', async () => {
  const sections = FINDING_IDS.map((id) => {
    const { title, meaning, detection, cause, remedy, example } = FINDING_HELP[id];
    const paragraphs = [
      `**What it means.** ${meaning}`,
      `**How it is detected.** ${detection}`,
      `**Why it happens.** ${cause}`,
      `**What to do.** ${remedy}`,
    ].map(wrapped);
    const language = example[0]?.startsWith('import ') ? 'python' : 'sh';
    const code = example.length > 0 ? ['```' + language + '\n' + example.join('\n') + '\n```'] : [];
    return [`## ${title}`, `\`${id}\``, ...paragraphs, ...code].join('\n\n');
  });
  const page = ['# What can be wrong with a recording', wrapped(INTRODUCTION), ...sections].join('\n\n');
  await expect(`${page}\n`).toMatchFileSnapshot('../../docs/findings.md');
});

describe.each(Object.entries(FINDING_HELP))('%s', (_, { title, example, ...sentences }) => {
  test('has a one-line title, complete sentences, and one command per line', () => {
    expect(title).not.toMatch(/[.\n]$/);
    expect(title.length).toBeLessThan(60);
    for (const sentence of Object.values(sentences)) {
      expect(sentence).toMatch(/^(?:perf |[\p{Lu}`]).*[^.]\.$/u);
      expect(sentence.split('`').length % 2, 'backticks are paired').toBe(1);
    }
    for (const line of example) expect(line).not.toContain('\n');
  });
});
