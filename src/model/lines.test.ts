import { expect, test } from 'vitest';
import { closestPath } from './lines.ts';

test.each([
  ['the same path', ['/srv/shop/app.py'], '/srv/shop/app.py', 0],
  ['only a name', ['app.py'], '/srv/shop/app.py', 0],
  ['a renamed folder', ['shop-main/app.py'], '/srv/shop/app.py', 0],
  ['the longest common end', ['views.py', 'a/admin/views.py', 'a/cart/views.py'], '/srv/cart/views.py', 2],
  ['the shortest of equals', ['copy/old/cart/views.py', 'cart/views.py'], '/srv/cart/views.py', 1],
  ['a member of an archive', ['srv/shop/app.py'], '/srv/shop/app.py', 0],
  ['a path of Windows', ['C:\\shop\\cart\\views.py'], '/srv/cart/views.py', 0],
  ['an absolute path elsewhere', ['/home/me/shop/app.py'], '/srv/app.py', 0],
  ['the longest common end of absolute paths', ['/a/app.py', '/b/shop/app.py'], '/srv/shop/app.py', 1],
  ['a name of every package by its absolute path', ['/a/shop/__init__.py'], '/srv/cart/__init__.py', -1],
  ['a file of another folder', ['a/b/admin/views.py'], '/srv/cart/views.py', -1],
  ['a name of every package', ['shop/__init__.py'], '/srv/cart/__init__.py', -1],
  ['another name', ['app.pyi', 'xapp.py'], '/srv/shop/app.py', -1],
  ['code from a string', ['app.py'], '<string>', -1],
  ['no files', [], '/srv/shop/app.py', -1],
])('finds the source by %s', (_, paths, recorded, index) => {
  expect(closestPath(paths, recorded)).toBe(index);
});
