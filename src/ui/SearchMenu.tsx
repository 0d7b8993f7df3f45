// Turns the search into a filter on what it finds.

import { Funnel } from 'lucide-react';
import { useMemo } from 'react';
import type { FilterAction } from '../model/filter.ts';
import { setQuery } from '../state/actions.ts';
import { addFilter } from '../state/look.ts';
import { MenuButton } from './MenuButton.tsx';

const TURNS: readonly { readonly action: FilterAction; readonly label: string }[] = [
  { action: 'only', label: 'Only stacks that match' },
  { action: 'drop', label: 'Drop stacks that match' },
  { action: 'hide', label: 'Hide matching functions' },
  { action: 'focus', label: 'Focus on matching functions' },
  { action: 'callers', label: 'Focus on their callers' },
  { action: 'collapse', label: 'Collapse matching neighbours to one box' },
];

export function SearchMenu({ query }: { readonly query: string }) {
  const groups = useMemo(
    () => [
      TURNS.map(({ action, label }) => ({
        label,
        run: () => {
          addFilter({ action, target: { by: 'pattern', query } });
          setQuery('');
        },
      })),
    ],
    [query],
  );
  return (
    <MenuButton
      label="Turn this search into a filter"
      icon={<Funnel size={14} aria-hidden="true" />}
      heading="Turn this search into…"
      groups={groups}
    />
  );
}
