// Turns the search into a filter on its matches.

import { Funnel } from 'lucide-react';
import { useMemo } from 'react';
import { setQuery } from '../../state/navigation.ts';
import { addFilter } from '../../state/selection.ts';
import { FILTER_COMMANDS } from '../filters/filter-commands.ts';
import { MenuButton } from '../primitives/MenuButton.tsx';

export function SearchMenu({ query }: { readonly query: string }) {
  const groups = useMemo(
    () => [
      FILTER_COMMANDS.flatMap(({ action, matchesLabel }) =>
        matchesLabel === undefined
          ? []
          : [
              {
                label: matchesLabel,
                run: () => {
                  addFilter({ action, target: { by: 'pattern', query } });
                  setQuery('');
                },
              },
            ],
      ),
    ],
    [query],
  );
  return <MenuButton label="Turn this search into a filter" Icon={Funnel} size={14} groups={groups} />;
}
