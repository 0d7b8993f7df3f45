// What changed in a few words, and what the sides are compared by. Loaded on demand.

import { ArrowLeftRight } from 'lucide-react';
import type { ComparisonSummary } from '../../model/comparison.ts';
import { setComparison, swapSides } from '../../state/comparing.ts';
import { stopComparing } from '../../state/opening.ts';
import { basisLabel, basisUse } from '../../text/basis-text.ts';
import { headlineOf } from '../../text/headline.ts';
import type { Recording } from '../../model/session.ts';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { MisleadingSides } from './MisleadingSides.tsx';
import { SideStrips } from './SideStrips.tsx';
import { sideFacts } from './side-text.ts';
import { WorkFields } from './WorkFields.tsx';
import './compare.css';

interface Props {
  readonly recording: Recording;
  readonly comparison: ComparisonSummary;
}

export function ComparisonBar({ recording }: Pick<Props, 'recording'>) {
  const comparison = useAppState((state) => state.comparison);
  const reason = useAppState((state) => state.notComparable?.text);
  return (
    <section className="comparison-bar no-shrink" aria-label="Comparison">
      <div className="comparison-head">
        <div role="status">
          {comparison ? (
            <Headline {...{ recording, comparison }} />
          ) : (
            <p className="comparison-sentence">{reason ?? 'Comparing…'}</p>
          )}
          <MisleadingSides />
        </div>
        <span className="row">
          <button type="button" className="quiet" title="Make A the candidate" onClick={swapSides}>
            <ArrowLeftRight size={14} aria-hidden="true" /> Swap
          </button>
          <button type="button" className="quiet" onClick={stopComparing}>
            Stop comparing
          </button>
        </span>
      </div>
      <SideStrips />
      {comparison && <Facts comparison={comparison} />}
    </section>
  );
}

function Headline({ recording, comparison }: Props) {
  const { change, recorded } = headlineOf(comparison, recording);
  return (
    <>
      <p className="comparison-sentence">{change}</p>
      <p className="comparison-recorded small">{recorded}</p>
    </>
  );
}

function Facts({ comparison }: Pick<Props, 'comparison'>) {
  const { basis, why, factor } = comparison;
  const reason = why === 'chosen' ? '' : why;
  const scaling = basis === 'matched' ? `A × ${factor.toFixed(2)}` : '';
  return (
    <div className="comparison-facts row wrap small">
      <BasisPicker comparison={comparison} />
      {reason + scaling !== '' && (
        <span
          className="muted"
          title={scaling && 'A is multiplied by the factor by which most functions differ'}
        >
          {[reason, scaling].filter((text) => text !== '').join(': ')}
        </span>
      )}
      {basis === 'work' && <WorkFields />}
      <span className="number">{sideFacts(comparison)}</span>
      <HelpLink topic="comparing">How to read this</HelpLink>
    </div>
  );
}

function BasisPicker({ comparison: { basis, bases, event } }: Pick<Props, 'comparison'>) {
  const isAutomatic = useAppState((state) => state.options.comparison?.basis === undefined);
  return (
    <label className="row no-shrink" title={basisUse(basis)}>
      Compared by
      <select
        aria-label="Compared by"
        value={basis}
        onChange={({ target }) => setComparison({ basis: bases.find((each) => each === target.value) })}
      >
        {bases.map((each) => (
          <option key={each} value={each}>
            {basisLabel(each, event)}
            {isAutomatic && each === basis ? ' (automatic)' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
