import { describe, expect, test } from 'vitest';
import { expectRead, notesOf } from '../../fixtures/reading.ts';
import { open, read } from '../../fixtures/sources.ts';
import { samplesOf } from '../../fixtures/text.ts';

function expectSamples(text: string, samples: string, notes: readonly string[] = []) {
  return expectRead(text, 'folded stacks', samples, notes);
}

describe('folded stacks', () => {
  test('begin with the comm when every first field is short enough for one', () =>
    expectSamples(
      'app;main;run 3\napp;main 4\na b (c) 12;main;py::f:/a b.py 5\n',
      `app | weight | main;run 3
       app | weight | main 4
       a b (c) 12 | weight | main;py::f:/a b.py 5`,
    ));

  test('begin with the root when a first field is too long for a comm', () =>
    expectSamples(
      'a_function_of_a_library;run 3\nmain;run 4\n',
      `| weight | a_function_of_a_library;run 3
       | weight | main;run 4`,
    ));

  test('may have an empty comm', () =>
    expectSamples(
      ';main;run 3\n;main 4\n',
      `| weight | main;run 3
       | weight | main 4`,
    ));

  test('may have frames without a name, which are unknown', () =>
    expectSamples(
      'main;;work 5\npy;main;;b 3\nmain;a;; 3\nmain; 2\n',
      `main | weight | [unknown];work 5
       py | weight | main;[unknown];b 3
       main | weight | a;[unknown];[unknown] 3
       main | weight | [unknown] 2`,
    ));

  test('may say that there was no stack', () =>
    expectSamples(
      'app;[no stack] 3\napp;main;run 4\n',
      `app | weight | [no stack] 3
       app | weight | main;run 4`,
    ));

  test('are left out where their weight is none that sums can hold', () =>
    expectSamples('app;a 1e999\napp;b 1e300\napp;c 5\n', 'app | weight | c 5', ['weight 2 at line 1']));

  test('may weigh a fraction', () => expectSamples('app;main;run 0.5\n', 'app | weight | main;run 0.5'));

  test('may have Windows line ends, empty lines and comments', () =>
    expectSamples(
      '# made by a tool\r\napp;main;run 3\r\n\r\napp;main 4\r\n',
      `app | weight | main;run 3
       app | weight | main 4`,
    ));

  test('may have a comm that begins like a comment', () =>
    expectSamples(
      '# captured in 2024\n# 7;main 3\napp;main 4\n',
      `# 7 | weight | main 3
       app | weight | main 4`,
    ));

  test('keep their names as they are, spaces and numbers at the end too', () =>
    expectSamples(
      'app;operator new (unsigned long) 1 2\napp;f(int, char) 12\n',
      `app | weight | operator new (unsigned long) 1 2
       app | weight | f(int, char) 12`,
    ));

  test('may lack the last newline', () =>
    expectSamples('app;main;run 3\napp;main 4', 'app | weight | main;run 3\napp | weight | main 4'));

  test('among which others stand are read without them, and the others counted', () =>
    expectSamples(
      `${'app;main;run 3\n'.repeat(30)}no stack\nnor here\n`,
      'app | weight | main;run 3\n'.repeat(30),
      ['folded 2 at line 31'],
    ));
});

test('a folded text that is cut in its last line shows all others, and one note', async () => {
  const text = 'app;main;run 3\napp;main;idle 44\n';
  for (let end = 'app;main;run 3\n'.length + 1; end < text.length; end++) {
    const profile = await read(text.slice(0, end));
    // A number that is cut short looks like a number.
    const isLine = / \d+$/.test(text.slice(0, end));
    expect(profile.samples.length, text.slice(0, end)).toBe(isLine ? 2 : 1);
    expect(notesOf(profile), text.slice(0, end)).toEqual(isLine ? [] : ['cut 1 at line 2']);
  }
});

test('a line of more than 4 MB is left out and counted', async () => {
  const profile = await read(`app;main;run 3\napp;${'f;'.repeat(3 << 20)}g 5\napp;main 4\n`);
  expect(samplesOf(profile)).toEqual(['app | weight | main;run 3', 'app | weight | main 4']);
  expect(notesOf(profile)).toEqual(['long 1 at line 2']);
});

test.each([
  ['prose that ends in numbers', 'We were 3\nThey were 4\n'],
  ['few stacks among much else', `app;main 3\n${'something else\n'.repeat(30)}`],
])('%s is no folded text', async (_what, text) => {
  await expect(open(text)).rejects.toThrow('This is not a perf recording');
});
