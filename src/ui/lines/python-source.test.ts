import { describe, expect, test } from 'vitest';
import { PythonSource } from './python-source.ts';

const SHOP = `import os  # 1

@cached
@traced(
    'price',
)
def price(cart: dict[str, int]) -> int:
    """Adds up."""

    total = sum(v for v in cart.values())
    return total


class Cart:
    def price(self):
        def tax(x):
            return f"{x!r}" * 2
        return max(self.items, key=lambda i: tax(i))


if os.name == 'nt':
    def price(cart):
        return 0
`;

describe('a function is found', () => {
  const source = new PythonSource(SHOP);
  test.each([
    ['with its decorators', 'price', [10, 11], { from: 3, to: 11 }],
    ['by the lines, if it is defined twice', 'price', [23], { from: 22, to: 23 }],
    ['in a class', 'Cart.price', [15, 18], { from: 15, to: 18 }],
    ['in another function', 'Cart.price.<locals>.tax', [17], { from: 16, to: 17 }],
    ['around a lambda', 'Cart.price.<locals>.<lambda>', [18], { from: 15, to: 18 }],
    ['around a generator', 'price.<locals>.<genexpr>', [10], { from: 3, to: 11 }],
    ['as a class body', 'Cart', [14, 15], { from: 14, to: 18 }],
    ['as a module', '<module>', [1, 21], { from: 1, to: 23 }],
  ])('%s', (_, name, lines, range) => expect(source.linesOf(name, lines)).toEqual(range));

  test.each([
    ['has no such name', 'cost', [10]],
    ['has it elsewhere', 'price', [14]],
    ['has it in another class', 'Basket.price', [15]],
    ['ends earlier', 'price', [10, 24]],
    ['ends earlier, as a module', '<module>', [24]],
  ])('but not if the file %s', (_, name, lines) => expect(source.linesOf(name, lines)).toBeUndefined());
});

test('lines are colored', () => {
  const source = new PythonSource('\uFEFFdef f(x):  # é\r\n    return "a\\n", """b\rc""", None, 0x1f\r\n');
  expect(source.length).toBe(3);
  const texts = [1, 2, 3].map((line) =>
    source
      .tokensOf(line)
      .map(({ text }) => text)
      .join(''),
  );
  expect(texts).toEqual(['def f(x):  # é', '    return "a\\n", """b', 'c""", None, 0x1f']);
  const colored = [1, 2, 3].flatMap((line) => source.tokensOf(line).filter(({ className }) => className));
  expect(colored.map(({ text, className }) => `${className.replace('code-', '')} ${text}`)).toEqual([
    'keyword def',
    'definition f',
    'comment # é',
    'keyword return',
    'string "a\\n"',
    'string """b',
    'string c"""',
    'number None',
    'number 0x1f',
  ]);
  expect(source.tokensOf(4)).toEqual([]);
});

test('broken and empty source is shown as far as possible', () => {
  const broken = new PythonSource('def f(:\n  x = = 1\n\ndef g():\n  return 1');
  expect(broken.linesOf('g', [5])).toEqual({ from: 4, to: 5 });
  expect(
    broken
      .tokensOf(5)
      .map(({ text }) => text)
      .join(''),
  ).toBe('  return 1');
  expect(new PythonSource('').length).toBe(0);
  expect(new PythonSource('').linesOf('f', [1])).toBeUndefined();
});
