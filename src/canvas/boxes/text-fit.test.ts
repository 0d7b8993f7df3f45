import { describe, expect, test } from 'vitest';
import { TextFit } from './text-fit.ts';

/** Every character is 10 wide; `measured` lists the measured strings. */
function fixedWidthFit(): { fit: TextFit; measured: string[] } {
  const measured: string[] = [];
  return { fit: new TextFit((text) => (measured.push(text), 10 * Array.from(text).length)), measured };
}

test('text that fits is unchanged, longer text ends with an ellipsis', () => {
  const { fit } = fixedWidthFit();
  expect(fit.truncate('abcde', 50)).toBe('abcde');
  expect(fit.truncate('abcdef', 50)).toBe('abcd…');
});

test('text is left out if nothing readable fits', () => {
  expect(fixedWidthFit().fit.truncate('abcdef', 20)).toBe('');
});

test('a surrogate pair is never split', () => {
  expect(fixedWidthFit().fit.truncate('a😀b😀c😀', 40)).toBe('a😀b…');
});

test('each character is measured once', () => {
  const { fit, measured } = fixedWidthFit();
  for (let i = 0; i < 100; i++) fit.truncate('abcabc', 30);
  expect(measured.toSorted()).toEqual(['a', 'b', 'c', '…']);
});

describe('a name that does not fit', () => {
  /** In a box with room for 12 characters. */
  const shortened = (name: string) => fixedWidthFit().fit.shorten(name, 120);

  test.each([
    ['Session.execute', '…execute'],
    ['sqlalchemy.Pool.close', '…Pool.close'],
    ['outer.f.<locals>.g', '…<locals>.g'],
    ['scipy.sparse.base', '…sparse.base'],
    ['a/long/b/main.py', '…b/main.py'],
    ['std::vector<int, std::allocator<int>>::push_back', '…push_back'],
    ['core::ptr::drop<alloc::string::String>', 'drop<alloc:…'],
  ])('%s keeps its last part: %s', (name, expected) => {
    expect(shortened(name)).toBe(expected);
  });

  test.each([
    ['_PyEval_EvalFrameDefault', '_PyEval_Eva…'],
    ['list_dealloc.lto_priv.0', 'list_deallo…'],
    ['_PyEval_Vector.cold', '_PyEval_Vec…'],
    ['libpython3.13.so.1.0', 'libpython3.…'],
    ['very_long_script.py', 'very_long_s…'],
    ['[kernel.kallsyms]', '[kernel.kal…'],
    ['operator_of(std::string const&)', 'operator_of…'],
    ['Session.execute_everything', 'execute_eve…'],
  ])('%s keeps the beginning: %s', (name, expected) => {
    expect(shortened(name)).toBe(expected);
  });

  test('is unchanged if it fits', () => {
    expect(shortened('Session.exec')).toBe('Session.exec');
  });
});

describe('a label in a box', () => {
  /** In units of one CSS pixel; characters are 10 wide. */
  const fitted = (name: string, place: string, width: number) => {
    const { name: text, place: beside } = fixedWidthFit().fit.fitLabel({ name, place }, width, 1);
    return beside === '' ? text : `${text} | ${beside}`;
  };

  test('shows as much of the place as fits beside the whole name', () => {
    expect(fitted('run', 'scipy.sparse', 8 + 30 + 8 + 120)).toBe('run | scipy.sparse');
    expect(fitted('run', 'scipy.sparse', 8 + 30 + 8 + 80)).toBe('run | …sparse');
    expect(fitted('run', 'a.py', 8 + 30 + 8 + 40)).toBe('run | a.py');
  });

  test('needs room for six characters', () => {
    expect(fixedWidthFit().fit.minLabeledWidth(1)).toBe(8 + 60);
    expect(fixedWidthFit().fit.minLabeledWidth(2)).toBe(16 + 60);
  });

  test('has no place if only a few characters of it fit, or if the name is truncated', () => {
    expect(fitted('run', 'scipy.sparse', 8 + 30 + 8 + 59)).toBe('run');
    expect(fitted('Session.execute', 'orm', 8 + 100)).toBe('…execute');
  });
});
