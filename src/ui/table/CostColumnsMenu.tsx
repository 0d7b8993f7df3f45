// The button that chooses the costs with a column of their own.

import { Columns3 } from 'lucide-react';
import { costLabel } from '../../model/costs.ts';
import { removeCostColumns, toggleCostColumn } from '../../state/cost-columns.ts';
import { store } from '../../state/store.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import type { MenuGroup } from '../primitives/menu-group.ts';
import { offeredCosts } from './table-columns.ts';

/** The entries in the current state. */
function costColumnEntries(): MenuGroup[] {
  const { table, overview, costColumns: chosen } = store.getState();
  if (!table) return [];
  const entries = offeredCosts(table, overview?.costs, chosen).map((cost) => ({
    label: costLabel(cost),
    isOn: chosen.includes(cost),
    run: () => toggleCostColumn(cost),
  }));
  const remove = { label: 'Remove these columns', run: () => removeCostColumns() };
  return [entries, ...(chosen.length > 0 ? [[remove]] : [])];
}

export function CostColumnsMenu() {
  return (
    <MenuButton
      name="Columns"
      title="Show the self weight of single costs"
      heading="Self weight by cost"
      groups={costColumnEntries}
      hasText
    >
      <Columns3 size={14} aria-hidden="true" />
      Columns
    </MenuButton>
  );
}
