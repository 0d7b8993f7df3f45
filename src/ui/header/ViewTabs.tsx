// The tabs that switch between views; on phones, a picker.

import { useEffect } from 'react';
import { setView } from '../../state/view/navigation.ts';
import { VIEW_ID } from '../primitives/focus-view.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { VIEWS, type ViewEntry } from '../views.ts';

/** The views of the recording or of the comparison. */
function useViews(): readonly ViewEntry[] {
  const isComparison = useAppState((state) => state.comparing !== undefined);
  return isComparison ? VIEWS.filter(({ isForComparisons }) => isForComparisons) : VIEWS;
}

export function ViewTabs() {
  const viewName = useAppState((state) => state.viewName);
  const views = useViews();
  // The tab list scrolls if not all tabs fit.
  useEffect(() => {
    document.getElementById(`tab-${viewName}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [viewName]);
  return (
    <div role="tablist" aria-label="View" className="segments views">
      {views.map(({ name, label, tabLabel, description, key }, index) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-label={label}
          title={`${label}: ${description} (${key})`}
          aria-selected={name === viewName}
          aria-controls={VIEW_ID}
          tabIndex={name === viewName ? 0 : -1}
          onClick={() => setView(name)}
          onKeyDown={(event) => {
            const next = tabForKey(views, index, event.key);
            if (!next) return;
            event.preventDefault();
            setView(next.name);
            document.getElementById(`tab-${next.name}`)?.focus();
          }}
        >
          {tabLabel ?? label}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key selects; undefined for keys that do not navigate. */
function tabForKey(views: readonly ViewEntry[], index: number, key: string): ViewEntry | undefined {
  if (key === 'ArrowRight') return views[(index + 1) % views.length];
  if (key === 'ArrowLeft' || key === 'End') return views.at(key === 'End' ? -1 : index - 1);
  return key === 'Home' ? views[0] : undefined;
}

export function ViewPicker() {
  const viewName = useAppState((state) => state.viewName);
  const views = useViews();
  return (
    <select
      aria-label="View"
      value={viewName}
      onChange={({ target }) => {
        const view = views.find(({ name }) => name === target.value);
        if (view) setView(view.name);
      }}
    >
      {views.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
