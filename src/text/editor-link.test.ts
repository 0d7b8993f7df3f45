import { describe, expect, test } from 'vitest';
import { EDITORS, editorLink, editorLinkProblem, editorName, NO_EDITOR } from './editor-link.ts';

const [CODE] = EDITORS;
const setting = (link: string, from = '', to = '') => ({ link, from, to });

test.each([
  ['VS Code', 'vscode://file/srv/shop/app.py:42'],
  ['Zed', 'zed://file/srv/shop/app.py:42'],
  ['PyCharm', 'pycharm://open?file=/srv/shop/app.py&line=42'],
  ['Sublime Text', 'subl://open?url=file:///srv/shop/app.py&line=42'],
])('a link for %s', (editor, expected) => {
  const found = EDITORS.find(({ name }) => name === editor);
  expect(editorLink(setting(found?.link ?? ''), '/srv/shop/app.py', 42)).toBe(expected);
});

test.each([
  ['/srv/shop/app.py', '/srv/', '/home/me/', 'vscode://file/home/me/shop/app.py:7'],
  ['/opt/app.py', '/srv/', '/home/me/', 'vscode://file/opt/app.py:7'],
  ['shop/app.py', 'shop/', 'C:\\shop\\', 'vscode://file/C:/shop/app.py:7'],
])('%s with %s replaced by %s', (path, from, to, expected) => {
  expect(editorLink(setting(CODE.link, from, to), path, 7)).toBe(expected);
});

test('a page that shows sources', () => {
  const link = setting('https://git.example/shop/blob/main/{path}#L{line}', '/srv/shop/', '');
  expect(editorLink(link, '/srv/shop/cart/app.py', 3)).toBe(
    'https://git.example/shop/blob/main/cart/app.py#L3',
  );
  expect(editorName(link)).toBe('editor');
});

describe('names cannot leave the path', () => {
  test.each([
    ['/a/b&line=1?x#y.py', 'pycharm://open?file=/a/b%26line%3D1%3Fx%23y.py&line=2'],
    ['/a/{line}.py', 'pycharm://open?file=/a/%7Bline%7D.py&line=2'],
    ['/a/"><script>$&\n.py', 'pycharm://open?file=/a/%22%3E%3Cscript%3E%24%26%0A.py&line=2'],
    ['/a/\ud800.py', 'pycharm://open?file=/a/%EF%BF%BD.py&line=2'],
  ])('%j', (path, expected) => {
    expect(editorLink(setting('pycharm://open?file={path}&line={line}'), path, 2)).toBe(expected);
  });

  test.each(['javascript://%0aalert(1)', 'app.py', '<string>', '<frozen os>', ''])(
    '%j has no link',
    (path) => {
      expect(editorLink(setting(CODE.link), path, 2)).toBeUndefined();
    },
  );
});

test.each([
  ['javascript:alert(1)//{path}', /must begin/],
  ['JavaScript://%0aalert(1){path}', /open no editor/],
  ['data://text/html,{path}', /open no editor/],
  ['{path}', /must begin/],
  ['vscode://file/', /must contain/],
])('the link %s is refused', (link, problem) => {
  expect(editorLinkProblem(link)).toMatch(problem);
  expect(editorLink(setting(link), '/a.py', 1)).toBeUndefined();
});

test('known links are accepted, and none is the default', () => {
  for (const { name, link } of EDITORS) {
    expect(editorLinkProblem(link)).toBeUndefined();
    expect(editorName(setting(link))).toBe(name);
  }
  expect(editorLink(NO_EDITOR, '/a.py', 1)).toBeUndefined();
});
