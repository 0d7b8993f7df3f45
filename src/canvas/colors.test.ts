import { expect, test } from 'vitest';
import { Kind } from '../model/kinds.ts';
import { dimmed, pixelOf, shadeColor, THEMES } from './colors.ts';

/** Relative luminance (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance) of `#rrggbb`. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** The color of text with this opacity on a box. */
function over(text: string, box: string, opacity: number): string {
  const channel = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(text, at) * opacity + channel(box, at) * (1 - opacity)),
  );
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}

test.each(['light', 'dark'] as const)('text has a contrast of at least 4.5 : 1 on every box: %s', (theme) => {
  const { text, match } = THEMES[theme];
  for (const kind of Object.values(Kind)) {
    for (let shade = 0; shade < 7; shade++) {
      const box = shadeColor(kind, shade, theme);
      expect(contrast(text, box), `kind ${kind}, shade ${shade}`).toBeGreaterThanOrEqual(4.5);
      expect(
        contrast(over(text, box, 0.9), box),
        `place on kind ${kind}, shade ${shade}`,
      ).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(contrast(text, match)).toBeGreaterThanOrEqual(4.5);
});

test('lightness alone distinguishes Python, C and the kernel', () => {
  const own = luminance(shadeColor(Kind.own, 3, 'light'));
  const runtime = luminance(shadeColor(Kind.runtime, 3, 'light'));
  const kernel = luminance(shadeColor(Kind.kernel, 3, 'light'));
  expect(own).toBeGreaterThan(runtime * 1.15);
  expect(runtime).toBeGreaterThan(kernel * 1.15);
});

test('pixels have the byte order of the canvas, and dimmed colors are between the color and the background', () => {
  expect(pixelOf('#123456').toString(16)).toBe('ff563412');
  expect(dimmed(pixelOf('#ff0000'), pixelOf('#ffffff')).toString(16)).toBe('ff9999ff');
});
