import { expect, test } from 'vitest';
import { folderOf, isBelow, parentFolder } from './folders.ts';

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
