import { describe, expect, test } from 'vitest';
import { contrast, difference, over, VISION } from '../../../fixtures/color-vision.ts';
import { COSTS } from '../../model/costs.ts';
import { dim, colorHex, pixelOf, THEMES } from './colors.ts';
import { costColors } from './cost-colors.ts';

describe.each(['light', 'dark'] as const)('costs: %s', (theme) => {
  const colors = costColors(theme);
  const { text, background } = THEMES[theme];

  test('text has a contrast of at least 4.5 : 1 on every box, also on dimmed ones', () => {
    for (const [i, color] of colors.entries())
      for (const box of [color, colorHex(dim(pixelOf(color), pixelOf(background)))]) {
        expect(contrast(text, box), COSTS[i].id).toBeGreaterThanOrEqual(4.5);
        expect(contrast(over(text, box, 0.9), box), `place on ${COSTS[i].id}`).toBeGreaterThanOrEqual(4.5);
      }
  });

  test.each(Object.entries(VISION))('are distinguishable with %s vision', (_, vision) => {
    const minDistance = theme === 'light' ? { neighbors: 9.5, any: 4.8 } : { neighbors: 6.5, any: 3.5 };
    for (const [i, a] of colors.entries())
      for (const [j, b] of colors.entries())
        if (j > i)
          expect(difference(a, b, vision), `${COSTS[i].id} and ${COSTS[j].id}`).toBeGreaterThan(
            j === i + 1 ? minDistance.neighbors : minDistance.any,
          );
  });

  test('stand out from the background', () => {
    for (const color of colors) expect(difference(color, background)).toBeGreaterThan(8);
  });
});
