// Matches functions between small sides. A side has one line per function.

import { expect, test } from 'vitest';
import { matchMoves } from './matching.ts';

/** Lines are such as `main /srv/app.py 3`; the weight is optional. */
function side(...lines: string[]): Map<string, number> {
  return new Map(
    lines.map((line) => {
      const [name, file, weight = '1'] = line.split(' ');
      return [`py::${name}:${file}`, Number(weight)];
    }),
  );
}

/** One line per move: its mark, and the key in A and in B. */
function moves(a: Map<string, number>, b: Map<string, number>): string[] {
  const { keys, how } = matchMoves(a, b);
  return [...keys].map(([from, to]) => `${how.get(to)} ${from.slice(4)} → ${to.slice(4)}`).sort();
}

test('matches a file in another folder', () => {
  const a = side('load /srv/a/app/x.py', 'main /srv/a/app/x.py', 'gone /srv/a/app/x.py');
  const b = side('load /home/ci/b/app/x.py', 'main /home/ci/b/app/x.py');
  expect(moves(a, b)).toEqual([
    'path load:/srv/a/app/x.py → load:/home/ci/b/app/x.py',
    'path main:/srv/a/app/x.py → main:/home/ci/b/app/x.py',
  ]);
});

test('files with the same name are matched by the longest common end of their paths', () => {
  const a = side('f /a/one/x.py', 'f /a/two/x.py');
  const b = side('f /b/two/x.py', 'f /b/one/x.py');
  expect(moves(a, b)).toEqual(['path f:/a/one/x.py → f:/b/one/x.py', 'path f:/a/two/x.py → f:/b/two/x.py']);
});

test('does not match a file with two equally good partners', () => {
  expect(moves(side('run /a/x.py'), side('run /b/x.py', 'run /c/x.py'))).toEqual([]);
});

test('matches a moved file, with its <module>', () => {
  const a = side(
    'stem lib/textops.py 6',
    'split lib/textops.py 2',
    'old lib/textops.py',
    '<module> lib/textops.py',
  );
  const b = side(
    'stem lib/text/normalize.py 6',
    'split lib/text/normalize.py 2',
    '<module> lib/text/normalize.py',
  );
  expect(moves(a, b)).toEqual([
    'moved <module>:lib/textops.py → <module>:lib/text/normalize.py',
    'moved split:lib/textops.py → split:lib/text/normalize.py',
    'moved stem:lib/textops.py → stem:lib/text/normalize.py',
  ]);
});

test('matches a moved function if its name is unique and distinctive', () => {
  const a = side('stem /a.py', 'other /a.py 9', 'main /a.py', 'twice /a.py', 'kept /b.py');
  const b = side('stem /c.py', 'main /c.py', 'fresh /c.py 9', 'twice /c.py', 'twice /d.py', 'kept /b.py');
  expect(moves(a, b)).toEqual(['moved stem:/a.py → stem:/c.py']);
});

test('common names are no evidence', () => {
  expect(moves(side('C.__init__ /a.py', 'run /a.py'), side('C.__init__ /b.py', 'run /b.py'))).toEqual([]);
});
