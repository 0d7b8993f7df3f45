// Turns the search into a filter on what it finds.

import { Funnel } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FilterAction } from '../model/filter.ts';
import { setQuery } from '../state/actions.ts';
import { addFilter } from '../state/look.ts';
import { Menu } from './Menu.tsx';

const TURNS: readonly { readonly action: FilterAction; readonly label: string }[] = [
  { action: 'only', label: 'Only stacks that match' },
  { action: 'drop', label: 'Drop stacks that match' },
  { action: 'hide', label: 'Hide matching functions' },
  { action: 'focus', label: 'Focus on matching functions' },
  { action: 'callers', label: 'Focus on their callers' },
  { action: 'collapse', label: 'Collapse matching neighbours to one box' },
];

export function SearchMenu({ query }: { readonly query: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number }>();
  const close = useCallback(() => setAt(undefined), []);
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
    <>
      <button
        ref={button}
        type="button"
        className="quiet"
        aria-label="Turn this search into a filter"
        title="Turn this search into a filter"
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={() => {
          if (at) return close();
          const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
          setAt({ x: left, y: bottom + 4 });
        }}
      >
        <Funnel size={14} aria-hidden="true" />
      </button>
      {at && (
        <Menu
          name="Turn this search into…"
          heading={<p className="menu-heading">Turn this search into…</p>}
          groups={groups}
          {...at}
          opener={button}
          onClose={close}
        />
      )}
    </>
  );
}
