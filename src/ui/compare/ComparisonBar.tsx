// The sentence that says what changed, and on which basis. Loaded on demand.

import { stopComparing } from '../../state/comparing.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export function ComparisonBar() {
  const comparison = useAppState((state) => state.comparison);
  return (
    <section className="comparison-bar" aria-label="Comparison">
      <p role="status">{comparison?.sentence}</p>
      <button type="button" onClick={stopComparing}>
        Stop comparing
      </button>
    </section>
  );
}
