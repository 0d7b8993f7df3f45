import { describe, expect, test } from 'vitest';
import { profileOf } from '../../fixtures/text.ts';
import { FAMILIES, Kind, kindsOf } from '../model/kinds.ts';
import { classify } from '../python/classify.ts';
import { labelOf } from '../text/labels.ts';
import { dim, familyColors, hexOf, kindColor, paletteOf, pixelOf, shadeColor, THEMES } from './colors.ts';

/** Relative luminance (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance) of `#rrggbb`. */
function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
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

type Rgb = readonly [number, number, number];

function multiply(matrix: readonly Rgb[], [x, y, z]: Rgb): Rgb {
  const [a, b, c] = matrix.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a, b, c];
}

/** Linear sRGB, 0–1. */
function linear(hex: string): Rgb {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

/** Linear sRGB as seen with complete color blindness (Machado, Oliveira and Fernandes 2009, severity 1). */
const VISION = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, readonly Rgb[]>;

/** Linear sRGB → OKLab (CSS Color 4, section 10.2, with B. Ottosson's combined matrix). */
function oklab(rgb: Rgb): Rgb {
  const [l, m, s] = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map(Math.cbrt);
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [l, m, s],
  );
}

/** ΔEOK (CSS Color 4, section 17.3) times 100; a difference of 2 is just noticeable. */
function difference(a: string, b: string, vision: readonly Rgb[] = VISION.full): number {
  const [p, q] = [a, b].map((hex) => {
    const [red, green, blue] = multiply(vision, linear(hex)).map((each) => Math.min(1, Math.max(0, each)));
    return oklab([red, green, blue]);
  });
  return 100 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
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

describe.each(['light', 'dark'] as const)('families of code: %s', (theme) => {
  const colors = familyColors(theme);
  /** Lightness varies less in the dark theme: its text is white. */
  const least = theme === 'light' ? { neighbors: 10, any: 6 } : { neighbors: 4, any: 3 };

  test.each(Object.entries(VISION))('are distinguishable with %s vision', (_, vision) => {
    for (const [i, a] of colors.entries()) {
      for (const [j, b] of colors.entries()) {
        if (j <= i) continue;
        const apart = difference(a, b, vision);
        expect(apart, `${FAMILIES[i]} and ${FAMILIES[j]}`).toBeGreaterThan(
          j === i + 1 ? least.neighbors : least.any,
        );
      }
    }
  });

  test('own code stands out most from the background', () => {
    const { background } = THEMES[theme];
    const [own, ...others] = colors.map((color) => chromaOf(color));
    expect(own).toBeGreaterThan(1.4 * Math.max(...others));
    expect(difference(colors[0], background)).toBeGreaterThan(20);
  });

  test('kinds and shades of a family have the same hue and differ in lightness', () => {
    for (const [i, family] of FAMILIES.entries()) {
      if (family === 'other') continue;
      for (const kind of kindsOf(family)) {
        const shades = Array.from({ length: 7 }, (_, shade) => shadeColor(kind, shade, theme));
        for (const shade of shades) expect(hueApart(shade, colors[i]), family).toBeLessThan(16);
        expect(new Set(shades).size).toBe(kindsOf(family).length > 1 ? 1 : 7);
      }
      const kinds = new Set(kindsOf(family).map((kind) => kindColor(kind, theme)));
      expect(kinds.size).toBe(kindsOf(family).length);
    }
  });
});

function chromaOf(color: string): number {
  const [, a, b] = oklab(linear(color));
  return Math.hypot(a, b);
}

/** The angle between two hues in degrees. */
function hueApart(one: string, other: string): number {
  const [x, y] = [one, other].map((color) => {
    const [, a, b] = oklab(linear(color));
    return (Math.atan2(b, a) * 180) / Math.PI;
  });
  return Math.min(Math.abs(x - y), 360 - Math.abs(x - y));
}

const NAMES = profileOf(
  'main;f@/usr/lib/libm.so.6;[unknown]@/usr/lib/libm.so.6;7f3c0a1b2c3d;[stack cut];[no stack] 1',
);

test('boxes of unnamed and missing code are striped', () => {
  const { profile } = classify(NAMES);
  const { stripes } = paletteOf(profile, 'light');
  const striped = Array.from(stripes, (stripe, func) => (stripe === 0 ? [] : [labelOf(profile, func).name]));
  expect(new Set(striped.flat())).toEqual(
    new Set([
      '[unknown]',
      '7f3c0a1b2c3d',
      '[stack cut]',
      '[no stack]',
      '[untraced Python]',
      '[hidden]',
      '[no Python frame]',
    ]),
  );
  for (const theme of ['light', 'dark'] as const) {
    const palette = paletteOf(profile, theme);
    for (const stripe of palette.stripes)
      if (stripe !== 0) expect(contrast(palette.text, hexOf(stripe))).toBeGreaterThan(4.5);
  }
});

test('a function has the same color in every profile', () => {
  const colorOf = (text: string) => {
    const { profile } = classify(profileOf(text));
    const func = profile.strings.indexOf('py::f:/v/site-packages/x/a.py');
    return paletteOf(profile, 'light').funcs[profile.funcs.name.indexOf(func)];
  };
  expect(colorOf('py::f:/v/site-packages/x/a.py 1')).toBe(
    colorOf('main;g@/usr/lib/libm.so.6;py::f:/v/site-packages/x/a.py@/tmp/perf-1.map 3'),
  );
});

test('pixels have the byte order of the canvas, and dimmed colors are between the color and the background', () => {
  expect(pixelOf('#123456').toString(16)).toBe('ff563412');
  expect(dim(pixelOf('#ff0000'), pixelOf('#ffffff')).toString(16)).toBe('ff9999ff');
});
