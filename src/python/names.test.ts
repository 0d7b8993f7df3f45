import { describe, expect, test } from 'vitest';
import { Kind } from '../model/kinds.ts';
import { fileInName, kindOfFile, packageOf } from './names.ts';

describe('fileOf returns the part after the first colon', () => {
  test.each([
    ['py::work:/app/main.py', '/app/main.py'],
    ['py::<module>:<frozen runpy>', '<frozen runpy>'],
    ['py::C.f.<locals>.<lambda>:C:\\a b.py', 'C:\\a b.py'],
    ['py::f:', ''],
    ['py::f', ''],
    ['py::', ''],
  ])('%s', (name, file) => expect(fileInName(name)).toBe(file));
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

test.each([
  '/root/.pex/installed_wheels/0/ab12/requests-2.31.0-py3-none-any.whl/requests/api.py',
  '/opt/eggs/requests-2.31.0-py3.12.egg/requests/api.py',
  '/srv/app/__pypackages__/3.12/lib/requests/api.py',
  '/home/u/.cache/uv/archive-v0/XyZ/requests/api.py',
  '/home/u/.cache/uv/archive-v0/XyZ/lib/python3.12/site-packages/requests/api.py',
])('%s is in a package', (path) => {
  expect(kindOfFile(path)).toBe(Kind.package);
  expect(packageOf(path)).toBe('requests');
});
