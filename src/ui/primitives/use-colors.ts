// Colors in the current theme, as CSS backgrounds: of each kind of code, by kind number, of each function, and of each cost.

import { useCallback, useMemo } from 'react';
import { costColor } from '../../canvas/colors/cost-coloring.ts';
import { kindSwatch, stateSwatch, stripedSwatch } from '../../canvas/colors/colors.ts';
import type { CostId } from '../../model/costs.ts';
import { Kind, KIND_LABELS } from '../../model/kinds.ts';
import { isUnnamed } from '../../model/function-names.ts';
import { stateOfFunctions } from '../../model/wait-states.ts';
import { useTheme, useRecording } from './use-app-state.ts';

export function useKindColors(): readonly string[] {
  const theme = useTheme();
  return useMemo(() => KIND_LABELS.map((_, kind) => kindSwatch(kind, theme)), [theme]);
}

/** Returns the swatch of a function; undefined for the root. */
export function useFunctionColors(): (func: number) => string | undefined {
  const names = useRecording();
  const theme = useTheme();
  const colors = useKindColors();
  const states = useMemo(() => stateOfFunctions(names), [names]);
  return useCallback(
    (func) => {
      if (func < 0) return undefined;
      const kind = names.funcs.kind[func];
      if (kind === Kind.wait) return stateSwatch(states[func], theme);
      return isUnnamed(names, func) ? stripedSwatch(kind, theme) : colors[kind];
    },
    [names, theme, colors, states],
  );
}

export function useCostColors(): (cost: CostId) => string {
  const theme = useTheme();
  return useCallback((cost) => costColor(cost, theme), [theme]);
}
