import { describe, expect, test } from 'vitest';
import { contrast, difference, over, VISION } from '../../../fixtures/color-vision.ts';
import { colorHex, THEMES } from './colors.ts';
import { differenceColor, DifferenceScale, type Certainty } from './difference-colors.ts';

const CERTAINTIES: readonly Certainty[] = ['certain', 'likely', 'same', 'unknown'];
const SIZES = [0.005, 0.02, 0.1, 0.25, 0.5, 1];

describe.each(['light', 'dark'] as const)('differences: %s', (theme) => {
  const scale = new DifferenceScale(theme);
  const colorOf = (relative: number, certainty: Certainty = 'certain') =>
    colorHex(scale.fill(relative, certainty));

  test('text has a contrast of at least 4.5 : 1 on every box', () => {
    const { text } = THEMES[theme];
    for (let i = -100; i <= 100; i++) {
      for (const certainty of CERTAINTIES) {
        const fill = scale.fill(i / 100, certainty);
        for (const color of [fill, scale.fade(fill)].map(colorHex)) {
          expect(contrast(text, color), `${i} %, ${certainty}`).toBeGreaterThanOrEqual(4.5);
          expect(contrast(over(text, color, 0.9), color), `${i} %, ${certainty}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });

  test.each(Object.entries(VISION))('more and less are distinguishable with %s vision', (_, vision) => {
    for (const size of SIZES) {
      expect(difference(colorOf(size), colorOf(-size), vision), `${size}`).toBeGreaterThan(6);
      expect(difference(colorOf(size), colorOf(0, 'same'), vision), `${size}`).toBeGreaterThan(3);
      expect(difference(colorOf(-size), colorOf(0, 'same'), vision), `${size}`).toBeGreaterThan(3);
    }
  });

  test('larger differences have more contrast with the background and with no change', () => {
    const { background } = THEMES[theme];
    for (const sign of [-1, 1]) {
      const colors = SIZES.map((size) => colorOf(sign * size));
      const contrasts = colors.map((color) => contrast(color, background));
      expect(contrasts).toEqual(contrasts.toSorted((x, y) => x - y));
      const fromGray = colors.map((color) => difference(color, colorOf(0, 'same')));
      expect(fromGray).toEqual(fromGray.toSorted((x, y) => x - y));
    }
  });

  test.each(['same', 'unknown'] as const)('%s has one gray for all differences', (certainty) => {
    const colors = new Set([...SIZES, ...SIZES.map((size) => -size)].map((each) => colorOf(each, certainty)));
    expect([...colors]).toEqual([colorOf(0, certainty)]);
    const [red, , blue] = [1, 3, 5].map((at) => parseInt(colorOf(0, certainty).slice(at, at + 2), 16));
    expect(Math.abs(red - blue)).toBeLessThanOrEqual(6);
  });

  test('what cannot be told is between no change and the background', () => {
    const { background } = THEMES[theme];
    const pale = colorOf(0, 'unknown');
    expect(difference(pale, background)).toBeGreaterThan(4);
    expect(difference(pale, colorOf(0, 'same'))).toBeGreaterThan(4);
  });

  test('likely differences are paler than certain ones, but no gray', () => {
    const { background } = THEMES[theme];
    for (const size of [...SIZES, ...SIZES.map((each) => -each)]) {
      const likely = colorOf(size, 'likely');
      expect(contrast(likely, background), `${size}`).toBeLessThan(contrast(colorOf(size), background));
      expect(difference(likely, colorOf(size)), `${size}`).toBeGreaterThan(6);
      expect(difference(likely, colorOf(0, 'unknown')), `${size}`).toBeGreaterThan(3);
    }
  });

  test('no change is the middle of the scale', () => {
    expect(colorOf(0.03, 'same')).toBe(differenceColor(0, theme));
  });
});
