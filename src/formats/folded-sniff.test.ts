import { expect, test } from 'vitest';
import { sniffFolded } from './folded-sniff.ts';

test('two counts in every line are a difference, not folded stacks', () => {
  const isFolded = (text: string) => sniffFolded(new TextEncoder().encode(text)) !== undefined;
  expect(isFolded('main;a;b 10 5\nmain;a;c 0 20\n')).toBe(false);
  expect(isFolded('main;a;b 10 5\nmain;a;c 20\n')).toBe(true);
});

test.each(['<', '(', '(.', '<>:a', ' (', ' (:1'])(
  'long lines of “%s” are recognized in linear time',
  (piece) => {
    const text = `a;b;${piece.repeat(1 << 18)} 1\nmain;a 1\nmain;b 1\n`;
    expect(sniffFolded(new TextEncoder().encode(text))?.isPython).toBe(false);
  },
);
