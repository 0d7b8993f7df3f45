import { expect, test } from 'vitest';
import { moduleNameOf } from './module-name.ts';

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
