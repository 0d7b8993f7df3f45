// The colors of costs in the current theme, as CSS backgrounds.

import { useCallback } from 'react';
import { costColor } from '../../canvas/cost-colors.ts';
import type { CostId } from '../../model/costs.ts';
import { useTheme } from '../header/use-theme.ts';

export function useCostColors(): (cost: CostId) => string {
  const theme = useTheme();
  return useCallback((cost) => costColor(cost, theme), [theme]);
}
