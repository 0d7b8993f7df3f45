import { describe, expect, test } from 'vitest';
import { expectRead, notesOf } from '../../fixtures/expect-read.ts';
import { open, read, sourceOf } from '../../fixtures/sources.ts';
import { samplesOf, textOf } from '../../fixtures/text.ts';
import { openProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';

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

  test('have no comm when a first field is too long for one', () =>
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

  test('may have frames without a name, which become unknown', () =>
    expectSamples(
      'main;;work 5\npy;main;;b 3\nmain;a;; 3\nmain; 2\n',
      `main | weight | [unknown];work 5
       py | weight | main;[unknown];b 3
       main | weight | a;[unknown];[unknown] 3
       main | weight | [unknown] 2`,
    ));

  test('may mark a missing stack', () =>
    expectSamples(
      'app;[no stack] 3\napp;main;run 4\n',
      `app | weight | [no stack] 3
       app | weight | main;run 4`,
    ));

  test('are skipped if their weight is too large', () =>
    expectSamples('app;a 1e999\napp;b 1e300\napp;c 5\n', 'app | weight | c 5', ['weight 2 at line 1']));

  test('may have fractional weights', () =>
    expectSamples('app;main;run 0.5\n', 'app | weight | main;run 0.5'));

  test('may have Windows line endings, empty lines and comments', () =>
    expectSamples(
      '# made by a tool\r\napp;main;run 3\r\n\r\napp;main 4\r\n',
      `app | weight | main;run 3
       app | weight | main 4`,
    ));

  test('may have comments that begin with //', () =>
    expectSamples('// made by a tool; version 2\napp;main;run 3\n// end\n', 'app | weight | main;run 3'));

  test('may all be one frame deep', async () => {
    await expectSamples('main 12\n', '| weight | main 12');
    await expectSamples(
      '# functions\nmain 12\noperator new(unsigned long) 3\npy::f:/a.py 4\n<frozen os> 5\n',
      `| weight | main 12
       | weight | operator new(unsigned long) 3
       | weight | py::f:/a.py 4
       | weight | <frozen os> 5`,
    );
  });

  test('may be mixed with a few other lines', () =>
    expectSamples(
      `Sampling process 77\n\napp;main;run 3\nwarning: behind\n${'app;main 4\n'.repeat(3)}`,
      `app | weight | main;run 3${'\napp | weight | main 4'.repeat(3)}`,
      ['folded 2 at line 1'],
    ));

  test('may have a comm that begins like a comment', () =>
    expectSamples(
      '# captured in 2024\n# 7;main 3\napp;main 4\n',
      `# 7 | weight | main 3
       app | weight | main 4`,
    ));

  test('keep names unchanged, even with trailing spaces and numbers', () =>
    expectSamples(
      'app;operator new (unsigned long) 1 2\napp;f(int, char) 12\n',
      `app | weight | operator new (unsigned long) 1 2
       app | weight | f(int, char) 12`,
    ));

  test('may lack the final newline', () =>
    expectSamples('app;main;run 3\napp;main 4', 'app | weight | main;run 3\napp | weight | main 4'));

  test('may be followed by unrelated lines, which are skipped and counted', () =>
    expectSamples(
      `${'app;main;run 3\n'.repeat(30)}no stack\nnor here\n`,
      'app | weight | main;run 3\n'.repeat(30),
      ['folded 2 at line 31'],
    ));
});

test('a truncated last line is skipped with a note', async () => {
  const text = 'app;main;run 3\napp;main;idle 44\n';
  for (let end = 'app;main;run 3\n'.length + 1; end < text.length; end++) {
    const profile = await read(text.slice(0, end));
    // A truncated number still looks like a number.
    const isLine = / \d+$/.test(text.slice(0, end));
    expect(profile.samples.length, text.slice(0, end)).toBe(isLine ? 2 : 1);
    expect(notesOf(profile), text.slice(0, end)).toEqual(isLine ? [] : ['cut 1 at line 2']);
  }
});

test('a line longer than 4 MB is skipped and counted', async () => {
  const profile = await read(`app;main;run 3\napp;${'f;'.repeat(3 << 20)}g 5\napp;main 4\n`);
  expect(samplesOf(profile)).toEqual(['app | weight | main;run 3', 'app | weight | main 4']);
  expect(notesOf(profile)).toEqual(['long 1 at line 2']);
});

test('the first line may be up to 4 MB long', async () => {
  const deep = `app;${'f;'.repeat((1 << 21) - 8)}g 5`;
  const profile = await read(`${deep}\napp;main 4\n`);
  expect(deep.length).toBeLessThan(1 << 22);
  expect([...profile.samples.weight]).toEqual([5, 4]);
  expect(profile.stacks.length).toBe((1 << 21) - 8 + 2);
  expect(profile.notes).toEqual([]);
});

test('text that only looks like one-frame stacks is skipped if opened with a recording', async () => {
  const files = (flat: string) =>
    openProfile([sourceOf(flat, 'counts.txt'), sourceOf('app;main;run 3\n', 'a.folded')], NO_LISTENER);
  const outcome = await files('samples 7321\nlost 2\n');
  if (!outcome.ok) throw new Error(outcome.problem.text);
  expect(outcome.value.recording.name).toBe('a.folded');
  expect(outcome.value.recording.notes.map(({ text }) => text)).toEqual([
    '“counts.txt” was skipped: it looks like a list of names and numbers; open it on its own to read it as folded stacks of one frame',
  ]);
  const two = await files('app;main 3\n');
  expect(two.ok ? '' : two.problem.text).toContain('One recording at a time');
});

test.each([
  ['prose that ends in numbers', 'We were 3\nThey were 4\n'],
  ['a few stacks among many other lines', `app;main 3\n${'something else\n'.repeat(30)}`],
  [
    'prose with one line that looks like a stack',
    'Dear diary,\nit rained; I read 3\nbooks today.\nGood night.\n',
  ],
  ['keys and values', 'Total: 12\nsize= 3\n'],
  ['columns of numbers', '1 2\n2 4\n3.5 8\n'],
  ['dates and counts', '2024-01-01 12\n2024-01-02 14\n'],
  ['CSV with commas', 'name,count\nmain,12\nrun,3\n'],
  ['CSV with semicolons', 'name;count\nmain;12\nrun;3\n'],
  ['a log', '12:00:01 GET /index.html 200\n12:00:02 GET /other.html 404\n'],
  ['C', 'int main(void)\n{\n  for (int i = 0; i < 3; i++) f();\n  return 0;\n}\n'],
])('%s is not folded text', async (_what, text) => {
  await expect(open(text)).rejects.toThrow('This is not a perf recording');
});

test('annotations of stackcollapse-perf.pl give kinds, and are not part of names', async () => {
  const profile = await read('app;py::f:/a.py_[j];do_syscall_64_[k];helper_[i] 10\napp;main 5\n');
  expect(textOf(profile)).toBe(
    'app | weight | py::f:/a.py;do_syscall_64@[kernel.kallsyms] ^;helper (inlined) 10\napp | weight | main 5',
  );
});

test.each([
  ['after a tab', 'app;main;run\t3\napp;a b\t4\n'],
  ['with thousands separators', 'app;main;run 1,203\napp;a b 1,000,004\n'],
  ['with a space after it', 'app;main;run 3 \napp;a b 4\n'],
  ['before the stack', '  3 app;main;run\n 4 app;a b\n'],
  ['before the stack, after which a tab follows', '3\tapp;main;run\n4\tapp;a b\n'],
])('a weight may be written %s', async (what, text) => {
  const [run, other] = what.startsWith('with thousands') ? [1203, 1000004] : [3, 4];
  await expectSamples(text, `app | weight | main;run ${run}\napp | weight | a b ${other}`);
});

test('a weight before the stack is no weight if one follows it', () =>
  expectSamples('12 a;main 5\n3 b;main 6\n', '12 a | weight | main 5\n3 b | weight | main 6'));

test('negative weights are named', async () => {
  const { notes } = await read(`${'app;f 10\n'.repeat(9)}app;g -3\napp;g\t-3\napp;g -1,203 \n`);
  expect(notes.map(({ kind, count }) => [kind, count])).toEqual([['negative', 3]]);
});

test.each([
  'ThreadPoolExecutor-0_12',
  'Thread-12 (worker_loop)',
  'pool-1-thread-12',
  'python3 app.py --all: x',
])('the first field may be the long name of a thread: %s', (name) =>
  expectSamples(`${name};main;run 3\n`, `${name} | weight | main;run 3`),
);

test.each([
  '__libc_start_main',
  'java/lang/Thread.run',
  'std::thread::run',
  'operator new(unsigned long)',
  'main - app/app.rb:3',
])('the first field may be a function: %s', (name) =>
  expectSamples(`${name};main 3\n`, ` | weight | ${name};main 3`),
);
