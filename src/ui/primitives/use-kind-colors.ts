// The color of each kind of code in the current theme, by kind number.

import { useMemo } from 'react';
import { kindColor } from '../../canvas/colors.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { useTheme } from '../header/use-theme.ts';

export function useKindColors(): readonly string[] {
  const theme = useTheme();
  return useMemo(() => KIND_LABELS.map((_, kind) => kindColor(kind, theme)), [theme]);
}
