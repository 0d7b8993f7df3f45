// The colors of the bands of the timeline, and which of them are highlighted.

import { useMemo } from 'react';
import { familyColors, type Theme } from '../../canvas/colors.ts';
import { costColors } from '../../canvas/cost-colors.ts';
import type { BandStyle } from '../../canvas/timeline-painter.ts';
import { COSTS } from '../../model/costs.ts';
import type { TimelineBands } from '../../model/session.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function useBandStyle(bands: TimelineBands, theme: Theme): BandStyle {
  const highlighted = useAppState((state) => state.highlightedCosts);
  return useMemo(() => {
    if (bands === 'families') return { colors: familyColors(theme), highlighted: [] };
    const indices = COSTS.flatMap(({ id }, band) => (highlighted.has(id) ? [band] : []));
    return { colors: costColors(theme), highlighted: indices };
  }, [bands, highlighted, theme]);
}
