import { expect, test } from 'vitest';
import {
  codeCell,
  codeText,
  escapeAroundCode,
  escapeMarkdown,
  shellBlock,
  overviewMarkdown,
} from './markdown.ts';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { ALL_SAMPLES } from '../model/session.ts';
import { classify } from '../python/classify.ts';

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

test('the overview as Markdown names the recording and lists functions; names are code', () => {
  const recording = recordingOf(classify(profileOf('py::f:/app/a.py 3')).profile, { name: 'app *1*.perf' });
  const text = overviewMarkdown(recording, {
    options: { level: 'python-c', event: 0, foldImports: true, ...ALL_SAMPLES },
    weight: 4,
    samples: 4,
    kinds: new Float64Array(0),
    scope: 'own',
    functions: [{ id: 0, weight: 3, self: 1, total: 4 }],
    packages: [],
    imports: [],
    notable: [],
    costs: [],
  });
  expect(text.split('\n')[0]).toMatch(/^\*\*`app \*1\*\.perf`\*\*: .*4 samples$/);
  expect(text).toContain('| 75.0% | 25.0% | 100.0% | `f` | `/app/a.py` |');
});
