import { expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { matchNames } from '../../src/calltree/match.ts';
import { matchRows } from './search.ts';

const recording = recordingOf(
  profileOf('py::main:/src/app.py;PyList_New@/usr/lib/libpython.so;work@/a/(x.so 1'),
);
const match = async (names: readonly string[], query: string) => matchNames(names, query);

test.each([
  ['^py::', 'py::main:/src/app.py'],
  // At the end of the name or of the path.
  ['New$', 'PyList_New'],
  ['LIB', ''],
  ['lib.*so$|app', 'PyList_New py::main:/src/app.py'],
  // Not a regular expression.
  ['(x', 'work'],
  ['nowhere', ''],
])('%s matches the functions %s', async (query, expected) => {
  const all = recording.funcs.name.keys();
  const { ids } = await matchRows(recording, { by: 'function', id: Int32Array.from(all) }, query, match);
  const names = [...ids].map((func) => recording.strings[recording.funcs.name[func]]);
  expect(names.sort().join(' ')).toBe(expected);
});

test('other rows match by their label', async () => {
  const module = recording.modules.indexOf('/usr/lib/libpython.so');
  const { by, ids, mode } = await matchRows(
    recording,
    { by: 'module', id: Int32Array.of(module, -1) },
    'python',
    match,
  );
  expect({ by, mode, ids: [...ids] }).toEqual({ by: 'module', mode: 'regex', ids: [module] });
});
