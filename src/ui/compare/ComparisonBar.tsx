// What changed in a few words, and what the sides are compared by. Loaded on demand.

import { ArrowLeftRight, ChevronDown, ChevronUp, X, TriangleAlert } from 'lucide-react';
import { useState, useEffect } from 'react';
import {
  DIFFERENT_PROGRAMS,
  type Basis,
  type ComparisonSummary,
  type ComparedPart,
} from '../../model/comparison.ts';
import { setComparison, swapSides, setPart } from '../../state/opening/comparing.ts';
import { stopComparing } from '../../state/opening/shown.ts';
import { basisLabel, basisUse, recordedLine, sideProblems } from '../../text/sides-text.ts';
import { HelpLink, IconButton, Toast, useMessage } from '../primitives/Buttons.tsx';
import { PHONE, useMedia, useAppState, useRecording, useOption } from '../primitives/use-app-state.ts';
import { DifferenceLegend } from './DifferenceLegend.tsx';
import { GraphControls } from './ComparedGraph.tsx';
import { formatList, formatCount, formatNumberOf, joinFacts, formatParts } from '../../text/format.ts';
import { VIEWS } from '../views.ts';
import { undo } from '../../state/view/selection.ts';
import { store } from '../../state/store.ts';
import { TimelineView } from '../timeline/TimelineView.tsx';
import type { TimelineSelection } from '../timeline/use-time-range.ts';
import type { Recording } from '../../model/session.ts';
import { WorkFields } from './WorkFields.tsx';
import type { SideDiagnosis } from '../../model/findings.ts';
import { embeddedDiagnosis } from '../../state/opening/embedded-recording.ts';
import { CodeText } from '../primitives/CommandBlock.tsx';
import './compare.css';

interface Props {
  readonly comparison: ComparisonSummary;
}

/** The parts above the view take little room: texts are cut, and shown completely on demand. */
export function ComparisonBar() {
  const comparison = useAppState('comparison');
  const reason = useAppState('notComparable')?.text;
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
            {comparison && isDecisive(comparison) && <Hint comparison={comparison} />}
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

/** True if the hint matters more than what is wrong with the recordings. */
function isDecisive({ hint }: ComparisonSummary): boolean {
  return hint.startsWith(DIFFERENT_PROGRAMS);
}

function Hint({ comparison: { hint } }: Props) {
  return <p className="comparison-hint">{typeset(hint)}</p>;
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
      {hint !== '' && !isDecisive(comparison) && <Hint comparison={comparison} />}
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

/** Says that a comparison does not have the view whose key was pressed, and which views it has. */
function MissingView() {
  const missing = useAppState('missingView');
  const [message, showMessage] = useMessage();
  useEffect(() => {
    const view = VIEWS.find(({ name }) => name === missing?.name);
    if (view) showMessage(`A comparison has no view “${view.label}”, only ${OWN}`);
  }, [missing, showMessage]);
  return <Toast message={message} />;
}

const OWN = formatList(
  VIEWS.filter(({ isForComparisons }) => isForComparisons).map(({ label }) => label),
  VIEWS.length,
);

const SIDES = [
  { side: 'a', letter: 'A', role: 'baseline' },
  { side: 'b', letter: 'B', role: 'candidate' },
] as const;

/** The timelines of both sides, each with its own time range and threads. A side with several recordings has none. */
function SideStrips() {
  return (
    <div className="side-strips">
      {SIDES.map((each) => (
        <SideStrip key={each.side} {...each} />
      ))}
    </div>
  );
}

function SideStrip({ side, letter, role }: (typeof SIDES)[number]) {
  const parts = useOption('comparison')?.[side];
  const recordings = useAppState('comparing')?.recordings;
  const timeline = useAppState('comparedTimelines')?.[side];
  if (!parts || !recordings) return null;
  const heading = (
    <span className="side-name ellipsis" title={`${letter} is the ${role}`}>
      <strong>{letter}</strong> {sideName(parts, recordings)}
    </span>
  );
  const [part, ...others] = parts;
  const recording = recordings[part.recording];
  if (others.length > 0 || !(recording.duration >= 0)) return <p className="small row">{heading}</p>;
  const selection: TimelineSelection = {
    recording,
    range: part.range,
    threads: part.threads,
    setRange: (range) => setPart(side, { range }),
    setThreads: (threads) => changeThreads(side, threads),
    undo,
  };
  return <TimelineView label={`Timeline of ${letter}, the ${role}`} {...{ timeline, selection, heading }} />;
}

/** Returns true if the selection changed. */
function changeThreads(side: 'a' | 'b', threads: readonly number[] | undefined): boolean {
  const threadsOf = () => store.getState().options.comparison?.[side][0].threads;
  const before = threadsOf();
  setPart(side, { threads });
  return threadsOf() !== before;
}

/** `18,123 → 19,001 samples · 3 → 4 recordings`. */
function sideFacts({ samples, runs, measure }: ComparisonSummary): string {
  return joinFacts(
    `${formatCount(samples[0])} → ${formatParts(samples[1], measure)}`,
    runs[0] + runs[1] > 2 && `${runs[0]} → ${formatNumberOf(runs[1], 'recording')}`,
  );
}

/** The names of the recordings of a side, and the time range if they have one in common. */
function sideName(parts: readonly ComparedPart[], recordings: readonly Recording[]): string {
  const names = [...new Set(parts.map(({ recording }) => recordings[recording].name))];
  const [first, ...others] = names;
  return others.length === 0 ? first : `${first} and ${formatNumberOf(others.length, 'other')}`;
}

/** What is wrong with the compared recordings, with links to what that means and how to fix it. */
function MisleadingSides() {
  const a = useDiagnosesOf('a');
  const b = useDiagnosesOf('b');
  const problems = sideProblems({ a, b });
  if (problems.length === 0) return null;
  return (
    <p className="misleading-sides small">
      <TriangleAlert size={14} aria-hidden="true" />
      {problems.map(({ before, title, after, id }) => (
        <span key={`${before}${title}`}>
          {before}
          {id !== undefined && (
            <HelpLink topic={id}>
              <CodeText text={title} />
            </HelpLink>
          )}
          {after}{' '}
        </span>
      ))}
    </p>
  );
}

function useDiagnosesOf(side: 'a' | 'b'): readonly SideDiagnosis[] {
  const parts = useOption('comparison')?.[side] ?? [];
  const found = useAppState('comparedFindings') ?? [];
  const recordings = useAppState('comparing')?.recordings ?? [];
  const ids = new Set(parts.map(({ recording }) => recording));
  return [...ids].flatMap((id) => {
    const known = found.find(({ recording }) => recording === id)?.diagnosis;
    return known ?? embeddedDiagnosis(id, recordings[id]?.name ?? '') ?? [];
  });
}
