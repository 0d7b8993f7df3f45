// The side panel of a comparison. Loaded on demand.

import { useAppState } from '../primitives/use-app-state.ts';

export function ComparisonPanel() {
  const comparison = useAppState((state) => state.comparison);
  return (
    <section className="overview" aria-label="Comparison">
      <h2 tabIndex={-1}>What changed</h2>
      <ul>
        {comparison?.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
