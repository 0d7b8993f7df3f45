import { expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { missingFilesNote, missingFilesOf } from './missing-symbols.ts';

const noneOpened = (path: string): string | undefined => path;

function filesOf(drawing: string, missing = noneOpened): (readonly [string, number])[] | undefined {
  return missingFilesOf(profileOf(drawing), missing)?.files.map(({ name, share }) => [name, share]);
}

function commandOf(drawing: string, missing = noneOpened): string | undefined {
  return missingFilesOf(profileOf(drawing), missing)?.command;
}

test('nothing is missing when all functions have names', () => {
  expect(filesOf('main@/usr/bin/app;py::f:/a.py 3')).toBeUndefined();
});

test('lists files by the share of the weight with their code on the stack', () => {
  const drawing = `
    main@/usr/bin/app;[unknown]@/tmp/perf-7.map 1
    main@/usr/bin/app;[unknown]@/usr/lib/x.so;[unknown]@/usr/lib/x.so;f@/usr/bin/app 2
    main@/usr/bin/app;[unknown]@/usr/lib/x.so;[unknown]@/tmp/perf-7.map;f@/usr/bin/app 3
    main@/usr/bin/app 4
  `;
  expect(filesOf(drawing)).toEqual([
    ['/usr/lib/x.so', 0.5],
    ['/tmp/perf-7.map', 0.4],
  ]);
  const missing = missingFilesOf(profileOf(drawing), noneOpened);
  expect(missing?.share).toBe(0.6);
  expect(missing && missingFilesNote(missing)).toMatchObject({
    text: 'Some functions have no names: open the recording together with /usr/lib/x.so (50.0%), /tmp/perf-7.map (40.0%); to pack them where it was recorded, run',
    command: 'tar czhf symbols.tar.gz -- /usr/lib/x.so /tmp/perf-7.map',
  });
});

test('counts only the event with the most samples', () => {
  const drawing = `
    app 1/1 | faults | [unknown]@/usr/lib/x.so 900
    app 1/1 | cycles | [unknown]@/usr/lib/x.so 1
    app 1/1 | cycles | main@/usr/bin/app 3
  `;
  expect(filesOf(drawing)).toEqual([['/usr/lib/x.so', 0.25]]);
});

test('counts each of many files', () => {
  const paths = Array.from({ length: 70 }, (_, i) => `/usr/lib/${i}.so`);
  const drawing = paths.map((path, i) => `main;[unknown]@${path} ${i + 50}`).join('\n');
  const all = paths.reduce((sum, _, i) => sum + i + 50, 0);
  const expected = paths
    .map((path, i) => [path, (i + 50) / all])
    .filter(([, share]) => Number(share) >= 0.01);
  expect(filesOf(drawing)).toEqual(expected.reverse());
});

test('is silent about less than one percent', () => {
  expect(filesOf('[unknown]@/usr/lib/x.so 9\nmain@/usr/bin/app 991')).toBeUndefined();
  expect(filesOf('[unknown]@/usr/lib/x.so 9\n[unknown]@/usr/lib/y.so 991')).toEqual([
    ['/usr/lib/y.so', 0.991],
  ]);
});

test('does not ask for files that are already open, or for mappings without a file', () => {
  expect(
    filesOf('[unknown]@/usr/lib/x.so 3', (path) => (path === '/usr/lib/x.so' ? undefined : path)),
  ).toBeUndefined();
  expect(
    filesOf('[unknown]@[vdso];[unknown]@//anon;[unknown]@[unknown];[unknown]@/memfd:x (deleted) 3'),
  ).toBeUndefined();
});

test('asks for the symbol file in place of the recorded path', () => {
  const drawing = '[unknown]@/tmp/perf-7.map;[unknown]@/tmp/perf-8.map;[unknown]@/usr/lib/x.so 3';
  const dump = (path: string) => (path.endsWith('.map') ? '/home/me/jit-7.dump' : path);
  expect(filesOf(drawing, dump)?.map(([name]) => name)).toEqual(['/home/me/jit-7.dump', '/usr/lib/x.so']);
  expect(commandOf(drawing, dump)).toBe('tar czhf symbols.tar.gz -- /home/me/jit-7.dump /usr/lib/x.so');
});

test('combines the files that perf inject wrote for a process', () => {
  const files = ['/tmp/jitted-7-1.so', '/tmp/jitted-7-22.so', '/tmp/jitted-8-1.so', '/a b/jitted-7-3.so'];
  const drawing = `${files.map((path) => `[unknown]@${path}`).join(';')} 3`;
  expect(filesOf(drawing)?.map(([name]) => name)).toEqual([
    '/tmp/jitted-7-*.so',
    '/tmp/jitted-8-*.so',
    '/a b/jitted-7-*.so',
  ]);
  expect(commandOf(drawing)).toBe(
    "tar czhf symbols.tar.gz -- /tmp/jitted-7-*.so /tmp/jitted-8-*.so '/a b/jitted-7-'*.so",
  );
});

test('asks for kernel symbols', () => {
  expect(filesOf('[unknown]@[kernel.kallsyms] 3')).toEqual([['/proc/kallsyms', 1]]);
  expect(commandOf('[unknown]@[kernel.kallsyms] 3')).toBe(
    'sudo cat /proc/kallsyms > kallsyms && tar czhf symbols.tar.gz -- kallsyms',
  );
});

test('quotes paths in the command', () => {
  expect(commandOf("[unknown]@/a b/it's.so 3")).toBe("tar czhf symbols.tar.gz -- '/a b/it'\\''s.so'");
});

test.each(['--checkpoint-action=exec=id', 'jitted-7-3.so', '/tmp/a\nb.so', '/tmp/\u202eos.so'])(
  'omits %j from the command, which contains only absolute, typeable paths',
  (path) => {
    const hostile = (each: string) => (each === '/hostile' ? path : each);
    expect(commandOf('[unknown]@/hostile;[unknown]@/usr/lib/x.so 3', hostile)).toBe(
      'tar czhf symbols.tar.gz -- /usr/lib/x.so',
    );
    const missing = missingFilesOf(profileOf('[unknown]@/hostile 3'), hostile);
    expect(missing?.files).toHaveLength(1);
    expect(missing).not.toHaveProperty('command');
    expect(missing && missingFilesNote(missing)).not.toHaveProperty('command');
  },
);
