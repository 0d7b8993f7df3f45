import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalName, isUnknownModule, isUnnamedName } from './function-names.ts';
import '../../fixtures/seed.ts';

describe('canonicalName removes symbol versions and compiler suffixes', () => {
  test.each([
    ['main', 'main'],
    ['__libc_start_main@@GLIBC_2.34', '__libc_start_main'],
    ['pthread_create@GLIBC_2.2.5', 'pthread_create'],
    ['_PyEval_EvalFrameDefault.cold', '_PyEval_EvalFrameDefault'],
    ['gen_iternext.lto_priv.0', 'gen_iternext'],
    ['builtin_sum.part.0', 'builtin_sum'],
    ['f.constprop.0.isra.0.cold', 'f'],
    ['f.llvm.1234567890', 'f'],
    ['f.12', 'f'],
    ['f.part.0.cold@@V1', 'f'],
    ['malloc@plt', 'malloc@plt'],
    ['.cold', '.cold'],
    ['.part.0', '.part.0'],
    ['foo.bar', 'foo.bar'],
    ['std::vector<int>::push_back', 'std::vector<int>::push_back'],
    ['py::f.cold:/a.py', 'py::f.cold:/a.py'],
    ['py::f:/a.part.0', 'py::f:/a.part.0'],
    ['[unknown]', '[unknown]'],
    ['', ''],
  ])('%j becomes %j', (name, canonical) => expect(canonicalName(name)).toBe(canonical));

  test('leaves canonical names unchanged, and never returns an empty name', () => {
    const part = fc.constantFrom('f', '.cold', '.part', '.0', '@@V1', '@plt', '.isra', 'x', '.12', '@');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const canonical = canonicalName(parts.join(''));
        expect(canonical).not.toBe('');
        // Removing a suffix can expose another version, which is not removed.
        if (!parts.some((each) => each.startsWith('@'))) expect(canonicalName(canonical)).toBe(canonical);
      }),
    );
  });
});

test.each([
  ['[unknown]', true],
  ['0x1f', true],
  ['7f3c0a1b2c3d', true],
  ['FFFFFFFF81000000', true],
  ['[stack cut]', false],
  ['add', false],
  ['decade', false],
  ['py::deadbeef:/a.py', false],
  ['', false],
])('isUnnamedName(%j) is %s', (name, expected) => expect(isUnnamedName(name)).toBe(expected));

test.each([
  [undefined, true],
  ['', true],
  ['[unknown]', true],
  ['[vdso]', false],
  ['/x.so', false],
])('isUnknownModule(%j) is %s', (module, unknown) => expect(isUnknownModule(module)).toBe(unknown));
