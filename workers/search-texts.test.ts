import { expect, test } from 'vitest';
import { profileOf } from '../fixtures/text.ts';
import { runNow } from '../src/async/time-slices.ts';
import { matchNames } from '../src/calltree/match.ts';
import { classify } from '../src/python/classify.ts';
import { localMatcher, searchTextsOf } from './matcher.ts';

const PROFILE = classify(
  profileOf(
    'py::loads:/usr/lib/python3.13/json/__init__.py;scan@/usr/lib/python3.13/lib-dynload/_json.so;[unknown]@[vdso];f 1',
  ),
).profile;

test('a function is searched by its name, its dotted name and its path', () => {
  const { names, dotted, paths } = runNow(searchTextsOf(PROFILE));
  const first = (texts: readonly string[]) => texts.slice(0, 4);
  expect({ names: first(names), dotted: first(dotted), paths: first(paths) }).toEqual({
    names: ['py::loads:/usr/lib/python3.13/json/__init__.py', 'scan', '[unknown]', 'f'],
    dotted: ['json.loads', '_json.scan', '', ''],
    paths: ['', '/usr/lib/python3.13/lib-dynload/_json.so', '[vdso]', ''],
  });
});

test('the terminal finds the same functions as the page', async () => {
  const { names, dotted, paths } = runNow(searchTextsOf(PROFILE));
  for (const query of ['json.loads', 'lib-dynload', '[vdso]', '[unknown]', '^f$', 'scan'])
    expect(await localMatcher(PROFILE).match(query)).toEqual(matchNames(names, query, dotted, paths));
});
