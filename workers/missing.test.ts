import { expect, test } from 'vitest';
import { profileOf } from '../fixtures/text.ts';
import { missingNote } from './missing.ts';

const nothing = (path: string): string | undefined => path;

function textOf(drawing: string, missing = nothing): string | undefined {
  const note = missingNote(profileOf(drawing), missing);
  return note && `${note.text}: ${note.command}`;
}

test('where everything has a name nothing is missing', () => {
  expect(textOf('main@/usr/bin/app;py::f:/a.py 3')).toBeUndefined();
});

test('files of code without a name are listed where they lie, those met most first, with the command', () => {
  const drawing = `
    main@/usr/bin/app;[unknown]@/tmp/perf-7.map 3
    main@/usr/bin/app;[unknown]@/usr/lib/x.so;[unknown]@/usr/lib/x.so;f@/usr/bin/app;[unknown]@/usr/lib/x.so 3
  `;
  expect(textOf(drawing)).toBe(
    'Some functions have no names: open the recording together with /usr/lib/x.so, /tmp/perf-7.map; where it was recorded, this packs them: tar czhf symbols.tar.gz -- /usr/lib/x.so /tmp/perf-7.map',
  );
});

test('what was given, and what is no file, is not asked for', () => {
  expect(
    textOf('[unknown]@/usr/lib/x.so 3', (path) => (path === '/usr/lib/x.so' ? undefined : path)),
  ).toBeUndefined();
  expect(
    textOf('[unknown]@[vdso];[unknown]@//anon;[unknown]@[unknown];[unknown]@/memfd:x (deleted) 3'),
  ).toBeUndefined();
});

test('what names code of a process may lie elsewhere, and is asked for once', () => {
  const drawing = '[unknown]@/tmp/perf-7.map;[unknown]@/tmp/perf-8.map;[unknown]@/usr/lib/x.so 3';
  const dump = (path: string) => (path.endsWith('.map') ? '/home/me/jit-7.dump' : path);
  expect(textOf(drawing, dump)).toMatch(
    /with \/home\/me\/jit-7\.dump, \/usr\/lib\/x\.so; .+: tar czhf symbols\.tar\.gz -- \/home\/me\/jit-7\.dump \/usr\/lib\/x\.so$/,
  );
});

test('all that perf inject made for a process is one', () => {
  const files = ['/tmp/jitted-7-1.so', '/tmp/jitted-7-22.so', '/tmp/jitted-8-1.so', '/a b/jitted-7-3.so'];
  expect(textOf(`${files.map((path) => `[unknown]@${path}`).join(';')} 3`)).toBe(
    'Some functions have no names: open the recording together with /tmp/jitted-7-*.so, /tmp/jitted-8-*.so, /a b/jitted-7-*.so; where it was recorded, this packs them: tar czhf symbols.tar.gz -- /tmp/jitted-7-*.so /tmp/jitted-8-*.so ' +
      "'/a b/jitted-7-'*.so",
  );
});

test('the kernel names itself', () => {
  expect(textOf('[unknown]@[kernel.kallsyms] 3')).toContain(
    'sudo cat /proc/kallsyms > kallsyms && tar czhf symbols.tar.gz -- kallsyms',
  );
});

test('a path is a word of the command, whatever is in it', () => {
  expect(textOf("[unknown]@/a b/it's.so 3")).toContain("tar czhf symbols.tar.gz -- '/a b/it'\\''s.so'");
});

test.each(['--checkpoint-action=exec=id', 'jitted-7-3.so', '/tmp/a\nb.so', '/tmp/\u202eos.so'])(
  'only paths that can be typed, from the root, are in the command: not %j',
  (path) => {
    const hostile = (each: string) => (each === '/hostile' ? path : each);
    expect(textOf('[unknown]@/hostile;[unknown]@/usr/lib/x.so 3', hostile)).toMatch(
      /packs them: tar czhf symbols\.tar\.gz -- \/usr\/lib\/x\.so$/,
    );
    const note = missingNote(profileOf('[unknown]@/hostile 3'), hostile);
    expect(note?.text).toMatch(/^Some functions have no names: open the recording together with /);
    expect(note).not.toHaveProperty('command');
  },
);
