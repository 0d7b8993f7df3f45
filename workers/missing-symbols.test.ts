import { expect, test } from 'vitest';
import { profileOf } from '../fixtures/text.ts';
import { missingSymbolsNote } from './missing-symbols.ts';

const nothing = (path: string): string | undefined => path;

function textOf(drawing: string, missing = nothing): string | undefined {
  const note = missingSymbolsNote(profileOf(drawing), missing);
  return note && `${note.text}: ${note.command}`;
}

test('nothing is missing when all functions have names', () => {
  expect(textOf('main@/usr/bin/app;py::f:/a.py 3')).toBeUndefined();
});

test('lists files with unnamed code by number of stacks, and the command that packs them', () => {
  const drawing = `
    main@/usr/bin/app;[unknown]@/tmp/perf-7.map 3
    main@/usr/bin/app;[unknown]@/usr/lib/x.so;[unknown]@/usr/lib/x.so;f@/usr/bin/app;[unknown]@/usr/lib/x.so 3
  `;
  expect(textOf(drawing)).toBe(
    'Some functions have no names: open the recording together with /usr/lib/x.so, /tmp/perf-7.map; to pack them where it was recorded, run: tar czhf symbols.tar.gz -- /usr/lib/x.so /tmp/perf-7.map',
  );
});

test('does not ask for files that are already open, or for mappings without a file', () => {
  expect(
    textOf('[unknown]@/usr/lib/x.so 3', (path) => (path === '/usr/lib/x.so' ? undefined : path)),
  ).toBeUndefined();
  expect(
    textOf('[unknown]@[vdso];[unknown]@//anon;[unknown]@[unknown];[unknown]@/memfd:x (deleted) 3'),
  ).toBeUndefined();
});

test('asks once for symbol files with another path', () => {
  const drawing = '[unknown]@/tmp/perf-7.map;[unknown]@/tmp/perf-8.map;[unknown]@/usr/lib/x.so 3';
  const dump = (path: string) => (path.endsWith('.map') ? '/home/me/jit-7.dump' : path);
  expect(textOf(drawing, dump)).toMatch(
    /with \/home\/me\/jit-7\.dump, \/usr\/lib\/x\.so; .+: tar czhf symbols\.tar\.gz -- \/home\/me\/jit-7\.dump \/usr\/lib\/x\.so$/,
  );
});

test('combines the files that perf inject wrote for a process', () => {
  const files = ['/tmp/jitted-7-1.so', '/tmp/jitted-7-22.so', '/tmp/jitted-8-1.so', '/a b/jitted-7-3.so'];
  expect(textOf(`${files.map((path) => `[unknown]@${path}`).join(';')} 3`)).toBe(
    'Some functions have no names: open the recording together with /tmp/jitted-7-*.so, /tmp/jitted-8-*.so, /a b/jitted-7-*.so; to pack them where it was recorded, run: tar czhf symbols.tar.gz -- /tmp/jitted-7-*.so /tmp/jitted-8-*.so ' +
      "'/a b/jitted-7-'*.so",
  );
});

test('asks for kernel symbols', () => {
  expect(textOf('[unknown]@[kernel.kallsyms] 3')).toContain(
    'sudo cat /proc/kallsyms > kallsyms && tar czhf symbols.tar.gz -- kallsyms',
  );
});

test('quotes paths in the command', () => {
  expect(textOf("[unknown]@/a b/it's.so 3")).toContain("tar czhf symbols.tar.gz -- '/a b/it'\\''s.so'");
});

test.each(['--checkpoint-action=exec=id', 'jitted-7-3.so', '/tmp/a\nb.so', '/tmp/\u202eos.so'])(
  'puts only absolute, typeable paths into the command: not %j',
  (path) => {
    const hostile = (each: string) => (each === '/hostile' ? path : each);
    expect(textOf('[unknown]@/hostile;[unknown]@/usr/lib/x.so 3', hostile)).toMatch(
      /recorded, run: tar czhf symbols\.tar\.gz -- \/usr\/lib\/x\.so$/,
    );
    const note = missingSymbolsNote(profileOf('[unknown]@/hostile 3'), hostile);
    expect(note?.text).toMatch(/^Some functions have no names: open the recording together with /);
    expect(note).not.toHaveProperty('command');
  },
);
