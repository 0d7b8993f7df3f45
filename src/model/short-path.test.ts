import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kindOfFile, packageOf } from '../python/names.ts';
import { shortName, shortPath } from './short-path.ts';
import '../../fixtures/seed.ts';

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
