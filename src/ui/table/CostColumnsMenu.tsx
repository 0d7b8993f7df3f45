// The button that chooses the costs with a column of their own.

import { Columns3 } from 'lucide-react';
import { costLabel } from '../../model/costs.ts';
import type { Table } from '../../model/session.ts';
import { removeCostColumns, toggleCostColumn } from '../../state/cost-columns.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { offeredCosts } from './cost-columns.ts';

export function CostColumnsMenu({ table }: { readonly table: Table }) {
  const chosen = useAppState((state) => state.costColumns);
  const overview = useAppState((state) => state.overview?.costs);
  const entries = offeredCosts(table, overview, chosen).map((cost) => ({
    label: costLabel(cost),
    isOn: chosen.includes(cost),
    run: () => toggleCostColumn(cost),
  }));
  const remove = { label: 'Remove these columns', run: () => removeCostColumns() };
  return (
    <MenuButton
      name="Columns"
      title="Show the self weight of single costs"
      heading="Self weight by cost"
      groups={[entries, ...(chosen.length > 0 ? [[remove]] : [])]}
      hasText
    >
      <Columns3 size={14} aria-hidden="true" />
      Columns
    </MenuButton>
  );
}
