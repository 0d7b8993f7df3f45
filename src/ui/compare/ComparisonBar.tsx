// What changed in one sentence, and what the sides are compared by. Loaded on demand.

import { ArrowLeftRight } from 'lucide-react';
import type { ComparisonSummary } from '../../model/comparison.ts';
import { setComparison, swapSides } from '../../state/comparing.ts';
import { stopComparing } from '../../state/opening.ts';
import { BASIS_TEXT } from '../../text/basis-text.ts';
import { plainSentence } from '../../text/difference.ts';
import { eventName } from '../../text/labels.ts';
import type { Recording } from '../../model/session.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { SideStrips } from './SideStrips.tsx';
import { sideFacts } from './side-text.ts';
import { WorkFields } from './WorkFields.tsx';
import './compare.css';

export function ComparisonBar({ recording }: { readonly recording: Recording }) {
  const comparison = useAppState((state) => state.comparison);
  return (
    <section className="comparison-bar no-shrink" aria-label="Comparison">
      <div className="row">
        <p role="status" className="comparison-sentence fill">
          {comparison ? plainSentence(comparison) : 'Comparing…'}
        </p>
        <button type="button" className="quiet no-shrink" title="Make A the candidate" onClick={swapSides}>
          <ArrowLeftRight size={14} aria-hidden="true" /> Swap
        </button>
        <button type="button" className="quiet no-shrink" onClick={stopComparing}>
          Stop comparing
        </button>
      </div>
      <SideStrips />
      {comparison && <Facts recording={recording} comparison={comparison} />}
    </section>
  );
}

interface Props {
  readonly recording: Recording;
  readonly comparison: ComparisonSummary;
}

function Facts({ recording, comparison }: Props) {
  const { basis, why } = comparison;
  const event = useAppState((state) => state.options.event);
  return (
    <div className="comparison-facts row wrap small">
      <BasisPicker comparison={comparison} />
      {why !== 'chosen' && <span className="muted">because {why}</span>}
      {basis === 'work' && <WorkFields />}
      <span className="number">{sideFacts(comparison, eventName(recording, event))}</span>
    </div>
  );
}

function BasisPicker({ comparison: { basis, bases } }: Pick<Props, 'comparison'>) {
  const isAutomatic = useAppState((state) => state.options.comparison?.basis === undefined);
  return (
    <label className="row no-shrink" title={BASIS_TEXT[basis].use}>
      Compared at
      <select
        aria-label="Compared at"
        value={basis}
        onChange={({ target }) => setComparison({ basis: bases.find((each) => each === target.value) })}
      >
        {bases.map((each) => (
          <option key={each} value={each}>
            {BASIS_TEXT[each].label}
            {isAutomatic && each === basis ? ' (automatic)' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
