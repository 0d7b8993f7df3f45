// The source lines of the selected function in its details, hottest first. A click on a line keeps only its samples.

import { useState, type ReactNode } from 'react';
import type { LineWeights } from '../../model/lines.ts';
import { NONE } from '../../model/profile.ts';
import { keepLine } from '../../state/view/function-actions.ts';
import { setSourceOpen } from '../../state/page.ts';
import { formatShare, formatWeight, orDash } from '../../text/format.ts';
import { nameAndPlace } from '../../text/labels.ts';
import { ShareHead } from '../details/ShareList.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { CodeLine, EditorLink } from './CodeLine.tsx';
import { SourceHint } from './SourceHint.tsx';
import { useFunctionSource } from './source-of-function.ts';
import './lines.css';

/** Lines that are shown before the user asks for all. */
const MAX_SHOWN = 8;
/** Callees named in a tooltip. */
const MAX_NAMED = 3;

interface Props {
  readonly func: number;
  /** The total weight of the function. */
  readonly whole: number;
  readonly measure: string;
}

export function LineList({ func, whole, measure }: Props) {
  const [shownOf, setShownOf] = useState<number>();
  const answer = useAppState('functionLines');
  const isSourceOpen = useAppState('isSourceOpen');
  const { source, problem } = useFunctionSource(func);
  // The source view knows no other language.
  const hasSource = useRecording().funcs.file[func] !== NONE;
  if (!answer || answer.lines.length === 0) return null;
  const { lines, unknown } = answer;
  const shown = shownOf === func ? lines : lines.slice(0, MAX_SHOWN);
  return (
    <section className="lines" aria-label="Lines">
      <ShareHead
        title="Lines"
        caption="self · total"
        tooltip="The source lines at which all calls of the function were: self counts samples of the line itself, total also those of what it called"
      />
      <ul className="share-list small" aria-label="Lines, hottest first">
        {shown.map((line) => (
          <LineRow key={line.line} {...{ func, line, whole, measure }}>
            {source && <CodeLine source={source.source} line={line.line} isTrimmed />}
          </LineRow>
        ))}
        {unknown && shown.length === lines.length && (
          <li className="share-row row relative muted" title="Samples in which the line is unknown">
            <span className="part-name">no line</span>
            <LineNumbers line={unknown} measure={measure} />
          </li>
        )}
      </ul>
      <p className="row wrap small lines-actions">
        {shown.length < lines.length && (
          <button type="button" onClick={() => setShownOf(func)}>
            All {lines.length} lines
          </button>
        )}
        {source && (
          <button type="button" aria-pressed={isSourceOpen} onClick={() => setSourceOpen(!isSourceOpen)}>
            {isSourceOpen ? 'Hide source' : 'Show source'}
          </button>
        )}
        <EditorLink func={func} line={lines[0].line} />
      </p>
      {!source && hasSource && <SourceHint func={func} problem={problem} />}
    </section>
  );
}

interface RowProps extends Props {
  readonly line: LineWeights;
  /** The line of the source, if it is known. */
  readonly children: ReactNode;
}

function LineRow({ func, line, whole, measure, children }: RowProps) {
  const recording = useRecording();
  const share = line.total / (whole || 1);
  const calls = line.callees.slice(0, MAX_NAMED).map(({ id }) => nameAndPlace(recording, id));
  const facts = [
    `Line ${line.line}: ${formatShare(share)} of the function’s total, ${formatShare(line.self / (whole || 1))} in the line itself.`,
    ...(calls.length > 0 ? [`Calls ${calls.join(', ')}${line.callees.length > MAX_NAMED ? ', …' : ''}`] : []),
    'Click to keep only its samples.',
  ];
  return (
    <li>
      <button
        type="button"
        className="share-row row relative"
        title={facts.join('\n')}
        onClick={() => keepLine(func, line.line)}
      >
        <span className="share-bar" style={{ width: `${100 * share}%` }} aria-hidden="true" />
        <span
          className="share-bar"
          style={{ width: `${(100 * line.self) / (whole || 1)}%` }}
          aria-hidden="true"
        />
        <span className="number relative nowrap">line {line.line}</span>
        <span className="part-name ellipsis relative">{children}</span>
        <LineNumbers line={line} measure={measure} />
      </button>
    </li>
  );
}

interface LineNumbersProps {
  readonly line: Pick<LineWeights, 'self' | 'total'>;
  readonly measure: string;
}

function LineNumbers({ line: { self, total }, measure }: LineNumbersProps) {
  return (
    <>
      <span className="number line-weight relative">
        <span className="visually-hidden">self </span>
        {orDash(self, formatWeight(self, measure))}
      </span>
      <span className="number line-weight relative">
        <span className="visually-hidden">total </span>
        {orDash(total, formatWeight(total, measure))}
      </span>
    </>
  );
}
