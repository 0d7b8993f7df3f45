import { describe, expect, test } from 'vitest';
import { hcl } from 'd3';
import fc from 'fast-check';
import { contrast, difference, linear, oklab, over, VISION } from '../../../fixtures/color-vision.ts';
import { profileOf } from '../../../fixtures/text.ts';
import { FAMILIES, Kind, kindsOf } from '../../model/kinds.ts';
import { classify } from '../../python/classify.ts';
import { labelOf } from '../../text/labels.ts';
import {
  dim,
  familyColors,
  colorHex,
  kindColor,
  paletteOf,
  pixelOf,
  shadeColor,
  THEMES,
  lchToHex,
  groupColors,
  stateColor,
} from './colors.ts';
import { WAIT_GROUPS, WAIT_STATES } from '../../model/wait-states.ts';

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
  const minDistance = theme === 'light' ? { neighbors: 10, any: 6 } : { neighbors: 4, any: 3 };

  test.each(Object.entries(VISION))('are distinguishable with %s vision', (_, vision) => {
    for (const [i, a] of colors.entries()) {
      for (const [j, b] of colors.entries()) {
        if (j <= i) continue;
        const apart = difference(a, b, vision);
        expect(apart, `${FAMILIES[i]} and ${FAMILIES[j]}`).toBeGreaterThan(
          j === i + 1 ? minDistance.neighbors : minDistance.any,
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

  test('own code is warm, with more red than blue', () => {
    const [red, , blue] = [1, 3, 5].map((at) =>
      Number.parseInt(kindColor(Kind.own, theme).slice(at, at + 2), 16),
    );
    expect(red).toBeGreaterThan(blue);
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
      if (stripe !== 0) expect(contrast(palette.text, colorHex(stripe))).toBeGreaterThan(4.5);
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

test('colors match HCL in d3, inside and outside the gamut', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 130, noNaN: true }),
      fc.double({ min: -360, max: 720, noNaN: true }),
      (lightness, chroma, hue) => {
        // Black and white have no hue in d3.
        fc.pre(lightness > 0 && lightness < 100);
        expect(lchToHex(lightness, chroma, hue)).toBe(hcl(hue, chroma, lightness).formatHex());
      },
    ),
  );
});

test('the ends of the scale are black and white', () => {
  expect(lchToHex(0, 0, 0)).toBe('#000000');
  expect(lchToHex(100, 0, 0)).toBe('#ffffff');
});

test.each(['light', 'dark'] as const)(
  'text has a contrast of at least 4.5 : 1 on every wait: %s',
  (theme) => {
    for (const [state, { id }] of WAIT_STATES.entries())
      expect(contrast(THEMES[theme].text, stateColor(state, theme)), id).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(['light', 'dark'] as const)('groups are distinguishable with any vision: %s', (theme) => {
  const colors = groupColors(theme);
  for (const vision of Object.values(VISION))
    for (const [i, a] of colors.entries())
      for (const [j, b] of colors.slice(0, i).entries())
        expect(difference(a, b, vision), `${WAIT_GROUPS[i].id} and ${WAIT_GROUPS[j].id}`).toBeGreaterThan(
          theme === 'light' ? 6 : 3,
        );
});

test('states of a group that has several have different colors', () => {
  for (const theme of ['light', 'dark'] as const) {
    const io = [...WAIT_STATES.entries()].filter(([, { group }]) => group === 'io');
    expect(new Set(io.map(([state]) => stateColor(state, theme))).size).toBe(io.length);
  }
});
