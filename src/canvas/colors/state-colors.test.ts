import { expect, test } from 'vitest';
import { contrast, difference, VISION } from '../../../fixtures/color-vision.ts';
import { WAIT_GROUPS, WAIT_STATES } from '../../model/wait-states.ts';
import { THEMES } from './colors.ts';
import { groupColors, stateColor } from './state-colors.ts';

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
