import { expect, test } from 'vitest';
import { sniffFolded } from './folded-sniff.ts';

const isFolded = (text: string) => sniffFolded(new TextEncoder().encode(text)) !== undefined;

test.each([
  ['two counts in every line', 'main;a;b 10 5\nmain;a;c 3 20\n'],
  ['no newline at the end', 'main;a;b 10 5\nmain;a;c 3 20'],
  ['the last line cut', 'main;a;b 10 5\nmain;a;c 3 20\nmain;a;d 4'],
  ['one function, gone from a caller', 'main;a;f 10 5\nmain;b;f 3 0\n'],
  ['names with spaces', 'main;operator new 10 5\nmain;operator delete 3 20\n'],
])('%s: a difference, not folded stacks', (_, text) => expect(isFolded(text)).toBe(false));

test.each([
  ['one line without two counts', 'main;a;b 10 5\nmain;a;c 20\n'],
  ['a complete last line without two counts', 'main;a;b 10 5\nmain;a;c 3 20\nmain;a;d 4\n'],
  ['numbered threads', 'main;worker 0 5\nmain;worker 1 7\nmain;io 1 2\n'],
  ['numbered threads of several programs', 'a;worker 0 5\nb;worker 1 7\n'],
  ['lines in frames', 'main;parse line 3 5\nmain;parse line 9 7\nmain;emit line 12 1\n'],
])('%s: folded stacks', (_, text) => expect(isFolded(text)).toBe(true));

test.each(['<', '(', '(.', '<>:a', ' (', ' (:1'])(
  'long lines of “%s” are recognized in linear time',
  (piece) => {
    const text = `a;b;${piece.repeat(1 << 18)} 1\nmain;a 1\nmain;b 1\n`;
    expect(sniffFolded(new TextEncoder().encode(text))?.isPython).toBe(false);
  },
);
