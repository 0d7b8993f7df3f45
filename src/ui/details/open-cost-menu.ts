// Opens the context menu of a cost.

import type { MouseEvent } from 'react';
import { COSTS, type CostId } from '../../model/costs.ts';
import { openMenu } from '../../state/page.ts';

export function openCostMenu(event: MouseEvent, cost: CostId): void {
  event.preventDefault();
  openMenu({ by: 'cost', id: COSTS.findIndex(({ id }) => id === cost) }, event.clientX, event.clientY);
}
