// The tabs that switch between views; on phones, a picker.

import { useEffect } from 'react';
import { setView } from '../../state/navigation.ts';
import { VIEW_ID } from '../primitives/focus-view.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { VIEWS, type View } from '../views.ts';

export function ViewTabs() {
  const viewName = useAppState((state) => state.viewName);
  // The tab list scrolls if not all tabs fit.
  useEffect(() => {
    document.getElementById(`tab-${viewName}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [viewName]);
  return (
    <div role="tablist" aria-label="View" className="segments views">
      {VIEWS.map(({ name, label, tabLabel, description, key }, index) => (
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
            const next = tabForKey(index, event.key);
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
function tabForKey(index: number, key: string): View | undefined {
  if (key === 'ArrowRight') return VIEWS[(index + 1) % VIEWS.length];
  if (key === 'ArrowLeft' || key === 'End') return VIEWS.at(key === 'End' ? -1 : index - 1);
  return key === 'Home' ? VIEWS[0] : undefined;
}

export function ViewPicker() {
  const viewName = useAppState((state) => state.viewName);
  return (
    <select
      aria-label="View"
      value={viewName}
      onChange={({ target }) => {
        const view = VIEWS.find(({ name }) => name === target.value);
        if (view) setView(view.name);
      }}
    >
      {VIEWS.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
