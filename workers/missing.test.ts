import { expect, test } from 'vitest';
import { profileOf } from '../fixtures/text.ts';
import { missingNote } from './missing.ts';

const nothing = () => false;

function textOf(drawing: string, isThere: (path: string) => boolean = nothing): string | undefined {
  const note = missingNote(profileOf(drawing), isThere);
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
    'Some functions have no names: open the recording together with /usr/lib/x.so, /tmp/perf-7.map; where it was recorded, this packs them: tar czhf symbols.tar.gz /usr/lib/x.so /tmp/perf-7.map',
  );
});

test('what was given, and what is no file, is not asked for', () => {
  expect(textOf('[unknown]@/usr/lib/x.so 3', (path) => path === '/usr/lib/x.so')).toBeUndefined();
  expect(
    textOf('[unknown]@[vdso];[unknown]@//anon;[unknown]@[unknown];[unknown]@/memfd:x (deleted) 3'),
  ).toBeUndefined();
});

test('the kernel names itself', () => {
  expect(textOf('[unknown]@[kernel.kallsyms] 3')).toContain(
    'sudo cat /proc/kallsyms > kallsyms && tar czhf symbols.tar.gz kallsyms',
  );
});

test('a path is a word of the command, whatever is in it', () => {
  expect(textOf("[unknown]@/a b/it's.so 3")).toContain("tar czhf symbols.tar.gz '/a b/it'\\''s.so'");
});
