import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kind } from '../model/kinds.ts';
import { canonicalName, fileOf, kindOfFile, packageOf } from './names.ts';
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

describe('fileOf returns the part after the first colon', () => {
  test.each([
    ['py::work:/app/main.py', '/app/main.py'],
    ['py::<module>:<frozen runpy>', '<frozen runpy>'],
    ['py::C.f.<locals>.<lambda>:C:\\a b.py', 'C:\\a b.py'],
    ['py::f:', ''],
    ['py::f', ''],
    ['py::', ''],
  ])('%s', (name, file) => expect(fileOf(name)).toBe(file));
});

describe('kindOfFile classifies a file by its path', () => {
  test.each([
    ['/app/main.py', Kind.own],
    ['<string>', Kind.own],
    ['', Kind.own],
    ['/usr/lib/python3.13/json/decoder.py', Kind.stdlib],
    ['/opt/python/lib64/python3.13t/json/decoder.py', Kind.stdlib],
    ['/usr/lib/python313.zip/json/decoder.py', Kind.stdlib],
    ['<frozen runpy>', Kind.stdlib],
    ['<frozen importlib._bootstrap>', Kind.importlib],
    ['<frozen zipimport>', Kind.importlib],
    ['/usr/lib/python3.13/site-packages/numpy/core.py', Kind.package],
    ['/usr/lib/python3/dist-packages/apt/cache.py', Kind.package],
    ['/home/lib/python3/work.py', Kind.stdlib],
    ['/home/me/mylib/python3.13/work.py', Kind.own],
  ])('%s', (file, kind) => expect(kindOfFile(file)).toBe(kind));
});

describe('packageOf returns the folder or file under site-packages', () => {
  test.each([
    ['/usr/lib/python3.13/site-packages/numpy/core/a.py', 'numpy'],
    ['/usr/lib/python3/dist-packages/six.py', 'six'],
    ['/v/site-packages/_cffi_backend.cpython-313-x86_64-linux-gnu.so', '_cffi_backend'],
    ['/v/site-packages/_rust.abi3.so', '_rust'],
    ['site-packages/x/y.py', 'x'],
    ['/app/main.py', undefined],
    ['', undefined],
  ])('%s', (path, distribution) => expect(packageOf(path)).toBe(distribution));
});
