import { expect, test } from 'vitest';
import fc from 'fast-check';
import { folderOf, isBelow, parentFolder, shortName, shortPath, moduleNameOf } from './paths.ts';
import { kindOfFile, packageOf } from '../python/names.ts';
import '../../fixtures/seed.ts';

test.each([
  ['/home/ada/shop/app.py', '/home/ada/shop'],
  ['/app.py', '/'],
  ['~/app.py', '~'],
  ['shop/app.py', 'shop'],
  ['app.py', '.'],
  ['<string>', '<string>'],
  ['<frozen zipimport>', '<frozen zipimport>'],
  ['C:\\shop\\app.py', 'C:\\shop'],
])('%s is in the folder %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
  expect(isBelow(path, folder)).toBe(true);
});

test.each([
  ['/home/ada', '/home'],
  ['/home', '/'],
  ['shop/app', 'shop'],
  ['shop', '.'],
  ['/', undefined],
  ['.', undefined],
  ['~', undefined],
  ['C:', undefined],
  ['<string>', undefined],
])('the parent of %s is %s', (folder, parent) => {
  expect(parentFolder(folder)).toBe(parent);
});

test('a folder contains everything below it, but no folder whose name merely starts the same', () => {
  expect(isBelow('/shop/api/orders.py', '/shop')).toBe(true);
  expect(isBelow('/shop/api/orders.py', '/shop/')).toBe(true);
  expect(isBelow('/shop2/app.py', '/shop')).toBe(false);
  expect(isBelow('/srv/shop/app.py', '/shop')).toBe(false);
  expect(isBelow('/shop/app.py', '/')).toBe(true);
  expect(isBelow('/shop/app.py', '/shop/app.py')).toBe(true);
  expect(isBelow('shop/app.py', '.')).toBe(true);
  expect(isBelow('<string>', '.')).toBe(false);
  expect(isBelow('<string>', '/')).toBe(false);
});

test('a folder does not contain libraries below it, unless it is part of one', () => {
  const numpy = '/shop/.venv/lib/python3.13/site-packages/numpy/core.py';
  expect(isBelow(numpy, '/shop')).toBe(false);
  expect(isBelow(numpy, '/shop/.venv')).toBe(false);
  expect(isBelow(numpy, '/shop/.venv/lib/python3.13/site-packages')).toBe(true);
  expect(isBelow('/usr/lib/python3.13/json/decoder.py', '/usr')).toBe(false);
  expect(isBelow('site-packages/numpy/core.py', '.')).toBe(false);
});

test('full and short paths can be mixed', () => {
  expect(isBelow('/home/ada/shop/app.py', '~/shop')).toBe(true);
  expect(isBelow('~/shop/app.py', '/home/ada/shop')).toBe(true);
  expect(isBelow('~/shop/app.py', '/home/ada')).toBe(true);
  expect(isBelow('/nfs/home/ada/app.py', '~')).toBe(true);
  expect(isBelow('/home/bob/shop/app.py', '/home/ada/shop')).toBe(false);
  expect(isBelow('site-packages/numpy/core.py', '/v/lib/python3.13/site-packages')).toBe(true);
  expect(isBelow('app.py', '/home/ada')).toBe(false);
});

test.each([
  ['/home/ada/work/app.py', '~/work/app.py'],
  ['/Users/ada/app.py', '~/app.py'],
  ['C:\\Users\\ada\\app.py', '~\\app.py'],
  ['/root/app.py', '~/app.py'],
  ['/rooted/app.py', '/rooted/app.py'],
  ['/nfs/home/ada/app.py', '~/app.py'],
  ['/mnt/home/ada/app.py', '~/app.py'],
  ['/export/home/ada/app.py', '~/app.py'],
  ['/var/home/ada/app.py', '~/app.py'],
  ['/mnt/c/Users/ada/app.py', '~/app.py'],
  ['/home/ada/site/home/views/a.py', '~/site/home/views/a.py'],
  ['/root/home/views/a.py', '~/home/views/a.py'],
  ['/srv/site/home/views.py', '/srv/site/home/views.py'],
  ['/home/ada/v/lib/python3.13/site-packages/numpy/core.py', 'site-packages/numpy/core.py'],
  ['/usr/lib/python3/dist-packages/apt/cache.py', 'dist-packages/apt/cache.py'],
  ['/opt/p/lib/python3.13t/json/decoder.py', 'lib/python3.13t/json/decoder.py'],
  ['/usr/lib/libc.so.6', '/usr/lib/libc.so.6'],
  ['<frozen importlib._bootstrap>', '<frozen importlib._bootstrap>'],
  ['[kernel.kallsyms]', '[kernel.kallsyms]'],
  ['', ''],
])('%s becomes %s', (path, short) => {
  expect(shortPath(path)).toBe(short);
  expect(shortName(`py::A.f:${path}`)).toBe(`py::A.f:${short}`);
});

test('in names, only the path of a Python function is shortened', () => {
  expect(shortName('/home/ada/tool')).toBe('/home/ada/tool');
  expect(shortName('py::f')).toBe('py::f');
});

test('shortening a path twice changes nothing more, and keeps its kind and package', () => {
  const part = fc.constantFrom(
    'home',
    'Users',
    'ada',
    'lib',
    'lib64',
    'python3.13',
    'site-packages',
    'numpy',
    'root',
    'a.py',
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 7 }), (parts) => {
      const path = `/${parts.join('/')}`;
      expect(shortPath(shortPath(path))).toBe(shortPath(path));
      expect(packageOf(shortPath(path))).toBe(packageOf(path));
      expect(kindOfFile(shortPath(path))).toBe(kindOfFile(path));
    }),
  );
});

test.each([
  ['/usr/lib/python3.13/json/decoder.py', 'json.decoder'],
  ['/usr/lib/python3.13/json/__init__.py', 'json'],
  ['/opt/python3.14t/lib64/python3.14t/os.py', 'os'],
  ['lib/python3.13/json/decoder.py', 'json.decoder'],
  ['/usr/lib/python313.zip/json/decoder.py', 'json.decoder'],
  ['/venv/lib/python3.13/site-packages/scipy/sparse/__init__.py', 'scipy.sparse'],
  ['/usr/lib/python3/dist-packages/pandas/io/api.py', 'pandas.io.api'],
  ['site-packages/six.py', 'six'],
  ['/venv/lib/python3.13/site-packages/old-1.0-py3.13.egg/old/core.pyc', 'old.core'],
  ['<frozen importlib._bootstrap>', 'importlib._bootstrap'],
])('%s is %s', (path, name) => {
  expect(moduleNameOf(path)).toBe(name);
});

test.each([
  [
    'site-packages/numpy/core/_multiarray_umath.cpython-313-x86_64-linux-gnu.so',
    'numpy.core._multiarray_umath',
  ],
  ['site-packages/cryptography/_rust.abi3.so', 'cryptography._rust'],
  ['/usr/lib/python3.13/lib-dynload/_json.cpython-313-x86_64-linux-gnu.so', '_json'],
  ['/usr/lib/python3.13/lib-dynload/_json.so', '_json'],
])('the compiled module %s is %s', (path, name) => {
  expect(moduleNameOf(path)).toBe(name);
});

test.each([
  '/home/ada/app.py',
  '/home/ada/pkg/__init__.py',
  '<string>',
  '',
  '/usr/lib/libc.so.6',
  '/usr/bin/python3.13',
  'site-packages/torch/lib/libtorch_cpu.so',
  'site-packages/numpy.libs/libopenblas.so.0',
])('%s has no dotted name', (path) => {
  expect(moduleNameOf(path)).toBeUndefined();
});
