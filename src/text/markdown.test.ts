import { expect, test } from 'vitest';
import { codeCell, codeText, escapeAroundCode, escapeMarkdown, shellBlock } from './markdown.ts';

test.each([
  ['numpy', 'numpy'],
  ['python3 (process 1, thread 2)', 'python3 (process 1, thread 2)'],
  ['![t](https://evil.example/t.png)', '`![t](https://evil.example/t.png`)'],
  ['[click here](http://e.x)', '`[click` `here](http://e.x`)'],
  ['<img src=//x.e>', '`<img` `src=//x.e>`'],
  ['see (www.evil.example), https://evil.example/', 'see (`www.evil.example`), `https://evil.example/`'],
  ['@everyone (@a, b@c.d) #12', '`@everyone` (`@a`, `b@c.d`) `#12`'],
  ['a\n# b\u2028- c', 'a `#` b - c'],
  ['__init__ **b** ~~c~~ a|b &lt; $x$ :tada:', '`__init__` `**b**` `~~c~~` `a|b` `&lt`; `$x$` `:tada`:'],
  ['x`<b>y</b>`z', '``x`<b>y</b>`z``'],
  ['\\', '`\\`'],
  ['', ''],
])('in text, words with markup are code: %j', (text, expected) => {
  expect(escapeMarkdown(text)).toBe(expected);
});

test('code in backticks stays code, and names cannot end it', () => {
  expect(escapeAroundCode('Use `-X perf` with [x](y)')).toBe('Use `-X perf` with `[x](y`)');
  expect(escapeAroundCode('above a`![x](y)`b.so')).toBe('above a`![x](y)`b.so');
  expect(escapeAroundCode('above a``![x](y)``b.so`')).toBe("above a'`![x](y)` `b.so`");
  expect(escapeAroundCode('x_y`code`z_z')).toBe('`x_y` `code` `z_z`');
});

test('code is exact, whatever it contains', () => {
  expect(codeText('a | b')).toBe('`a | b`');
  expect(codeText('a`b')).toBe('``a`b``');
  expect(codeText('`a``')).toBe('``` `a`` ```');
  expect(codeText(' a ')).toBe('`  a  `');
  expect(codeText('')).toBe('`  `');
  expect(codeText('a\n\nb')).toBe('`a b`');
  expect(codeCell('a|b')).toBe('`a\\|b`');
  expect(shellBlock(['a ``` b'])).toEqual(['````sh', 'a ``` b', '````']);
});
