// The rows in the order in which they are tried.

import type { CostRow } from './cost-row.ts';
import { LIBRARY_ROWS } from './libraries.ts';
import { OBJECT_ROWS } from './objects.ts';
import { PHASE_ROWS } from './phases.ts';
import { RESOURCE_ROWS } from './resources.ts';

export const COST_ROWS: readonly CostRow[] = [
  ...PHASE_ROWS,
  ...RESOURCE_ROWS,
  ...LIBRARY_ROWS,
  ...OBJECT_ROWS,
];
