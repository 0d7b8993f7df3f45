// What changed in a few words, and what the sides are compared by. Loaded on demand.

import { ArrowLeftRight, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import type { Basis, ComparisonSummary } from '../../model/comparison.ts';
import { setComparison, swapSides } from '../../state/comparing.ts';
import { stopComparing } from '../../state/shown.ts';
import { basisLabel, basisUse } from '../../text/basis-text.ts';
import { recordedLine } from '../../text/recorded-line.ts';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { IconButton } from '../primitives/IconButton.tsx';
import { PHONE, useMedia } from '../primitives/use-media.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { GraphControls } from './GraphTools.tsx';
import { MissingView } from './MissingView.tsx';
import { MisleadingSides } from './MisleadingSides.tsx';
import { SideStrips } from './SideStrips.tsx';
import { sideFacts } from './side-text.ts';
import { WorkFields } from './WorkFields.tsx';
import './compare.css';

interface Props {
  readonly comparison: ComparisonSummary;
}

/** The parts above the view take little room: texts are cut, and shown completely on demand. */
export function ComparisonBar() {
  const comparison = useAppState((state) => state.comparison);
  const reason = useAppState((state) => state.notComparable?.text);
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      <section className={isOpen ? 'comparison-bar open' : 'comparison-bar'} aria-label="Comparison">
        <div className="comparison-head row">
          <p role="status" className="comparison-sentence fill">
            {comparison ? typeset(comparison.sentence) : (reason ?? 'Comparing…')}
          </p>
          <IconButton Icon={ArrowLeftRight} label="Swap A and B" onClick={swapSides} />
          <button
            type="button"
            className="quiet"
            aria-label={isPhone ? 'Options' : 'Details'}
            title={isOpen ? 'Show less' : 'Show complete texts and all options'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={16} aria-hidden="true" />
          </button>
          <IconButton Icon={X} label="Stop comparing" onClick={stopComparing} />
        </div>
        <div className="comparison-facts row small">
          {!isPhone && comparison && <BasisControls comparison={comparison} />}
          <div aria-live="polite" className="comparison-notes fill">
            <MisleadingSides />
            {comparison && <Notes comparison={comparison} />}
          </div>
          {!isPhone && comparison && <Facts comparison={comparison} />}
        </div>
        {(!isPhone || isOpen) && <SideStrips />}
        {isPhone && isOpen && comparison && <PhoneOptions comparison={comparison} />}
      </section>
      <MissingView />
    </>
  );
}

/** What would tell more, and what was recorded. */
function Notes({ comparison }: Props) {
  const recording = useRecording();
  const { basis, bases, why, factor, hint } = comparison;
  const isMatched = basis === 'matched';
  const isReasonShown = why !== 'chosen' && !(isMatched && bases.includes('cpu'));
  const facts = [
    ...(isReasonShown ? [why] : []),
    ...(isMatched ? [`amount of work estimated: A × ${factor.toFixed(2)}`] : []),
  ];
  return (
    <>
      {hint !== '' && <p className="comparison-hint">{typeset(hint)}</p>}
      {facts.length > 0 && (
        <p title={isMatched ? 'A is multiplied by the factor by which most functions differ' : undefined}>
          {facts.join('; ')}
        </p>
      )}
      <p>{typeset(recordedLine(comparison, recording))}</p>
    </>
  );
}

/** With minus signs, and numbers on the line of their percent sign. */
function typeset(text: string): string {
  return text.replace(/(?<=^|[ (])-(?=\d)/g, '\u2212').replaceAll(' %', '\u00a0%');
}

function PhoneOptions({ comparison }: Props) {
  const hasGraph = useAppState(({ viewName }) => viewName !== 'table' && viewName !== 'tree');
  return (
    <div className="comparison-options">
      <div className="comparison-facts row wrap small">
        <BasisControls comparison={comparison} />
        <Facts comparison={comparison} />
      </div>
      {hasGraph && <GraphControls />}
      <DifferenceLegend />
    </div>
  );
}

/** What the sides are compared by, and the numbers that this needs. */
function BasisControls({ comparison }: Props) {
  const isWorkKnown = useAppState((state) => state.options.comparison?.work !== undefined);
  /** True after the user chose to compare per request, until the numbers of requests are known. */
  const [isAsking, setAsking] = useState(false);
  const choose = (basis: Basis | undefined) => {
    const needsWork = basis === 'work' && !isWorkKnown;
    setAsking(needsWork);
    if (!needsWork) setComparison({ basis });
  };
  const basis = isAsking ? 'work' : comparison.basis;
  return (
    <>
      <BasisPicker {...{ comparison, basis, choose }} />
      {basis === 'work' && <WorkFields onApply={() => setAsking(false)} />}
    </>
  );
}

function Facts({ comparison }: Props) {
  return (
    <>
      <span className="number no-shrink">{sideFacts(comparison)}</span>
      <HelpLink topic="comparing">How to read this</HelpLink>
    </>
  );
}

interface BasisPickerProps extends Props {
  readonly basis: Basis;
  readonly choose: (basis: Basis | undefined) => void;
}

function BasisPicker({ comparison, basis, choose }: BasisPickerProps) {
  const { bases, measure } = comparison;
  const isAutomatic = useAppState((state) => state.options.comparison?.basis === undefined);
  return (
    <label className="row no-shrink" title={basisUse(basis)}>
      <span className="basis-label">Compared by</span>
      <select
        aria-label="Compared by"
        value={basis}
        onChange={({ target }) => choose(bases.find((each) => each === target.value))}
      >
        {/* A link may have a basis on which these sides cannot be compared. */}
        {[...new Set([...bases, basis])].map((each) => (
          <option key={each} value={each}>
            {basisLabel(each, measure)}
            {isAutomatic && each === comparison.basis ? ' (automatic)' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}
