// What changed, what may have changed, and how functions were matched: the panel of a comparison while nothing is selected.

import { useMemo, type ReactNode } from 'react';
import type { ComparedRow, ComparisonSummary } from '../../model/comparison.ts';
import { withKernelNoiseLast } from '../../model/kernel-noise.ts';
import { Kind } from '../../model/kinds.ts';
import { setComparison } from '../../state/opening/comparing.ts';
import { perText } from '../../text/sides-text.ts';
import {
  formatChange,
  formatInterval,
  formatRelative,
  formatRelativeInterval,
  markText,
  verdictSentence,
  withoutPer,
} from '../../text/difference.ts';
import { formatNumberOf, joinFacts } from '../../text/format.ts';
import { labelOf } from '../../text/labels.ts';
import { ShareList } from '../details/ShareList.tsx';
import { useRecording, useOption } from '../primitives/use-app-state.ts';
import { ChangeRow } from './ChangeRow.tsx';
import { changesOf, unexplained, type ChangeGroup } from './changes.ts';
import { TotalChange } from './TotalChange.tsx';

interface Props {
  readonly comparison: ComparisonSummary;
}

export function WhatChanged({ comparison }: Props) {
  const { notes } = comparison;
  const { kind } = useRecording().funcs;
  const { groups, calls, callers, unsure, same } = useMemo(
    () => changesOf(comparison, (func) => kind[func] === Kind.own),
    [comparison, kind],
  );
  const namesScope = new Set(groups.map(({ isOwn }) => isOwn)).size > 1;
  return (
    <section className="panel overview what-changed" aria-label="What changed">
      <h2 tabIndex={-1}>What changed</h2>
      <TotalChange comparison={comparison} />
      <Explained comparison={comparison} />
      {groups.map((group) => (
        <Group
          key={`${group.verdict} ${group.isOwn}`}
          comparison={comparison}
          group={group}
          namesScope={namesScope}
        />
      ))}
      {groups.length === 0 && <p className="small">No function’s own time changed for certain.</p>}
      <AddedCalls rows={calls} />
      <Callers comparison={comparison} rows={callers} />
      <Others comparison={comparison} unsure={unsure} same={same} />
      <Renames comparison={comparison} />
      {notes.length > 0 && (
        <>
          <h3>Keep in mind</h3>
          <ul className="notes small">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const VERDICT_TITLES = { more: 'More', less: 'Less', new: 'New in B', gone: 'Gone in B' } as const;

interface GroupProps extends Props {
  readonly group: ChangeGroup;
  /** True if your own functions changed as well as others. */
  readonly namesScope: boolean;
}

function Group({ comparison, group, namesScope }: GroupProps) {
  const { isOwn, verdict, rows } = group;
  const scope = isOwn ? 'Your code: ' : 'Other code: ';
  const title = VERDICT_TITLES[verdict];
  const isChanged = verdict === 'more' || verdict === 'less';
  const per = perText(comparison.basis);
  return (
    <ShareList
      title={namesScope ? `${scope}${title.charAt(0).toLowerCase()}${title.slice(1)}` : title}
      caption={joinFacts(isChanged ? 'self' : 'total', 'B − A', per !== '' && per, isChanged && 'of A')}
    >
      {rows.map((row) => (
        <ChangeRow
          key={row.index}
          func={row.index}
          values={[
            formatChange(row.d, withoutPer(comparison)),
            ...(row.a > 0 && row.b > 0 ? [formatRelative(row.d, row.a)] : []),
          ]}
          facts={verdictSentence(row, comparison)}
        />
      ))}
    </ShareList>
  );
}

/** Where the difference of the total comes from. */
function Explained({ comparison }: Props) {
  const { explained, total, basis } = comparison;
  const isShare = basis === 'share';
  if (explained.length === 0) return null;
  const valueOf = (d: number) => (isShare ? formatChange(d, comparison) : formatRelative(d, total.a));
  return (
    <ShareList title="Where it comes from" caption={isShare ? 'total · B − A' : 'total · of all code in A'}>
      {withKernelNoiseLast(explained, ({ key }) => key).map(({ index, d }) => (
        <ChangeRow
          key={index}
          func={index}
          values={[valueOf(d)]}
          facts="With everything that it calls. Certain."
        />
      ))}
      <li className="share-row change-row row muted" title="The rest of the difference of all code">
        <span className="part-name">The rest, not certain</span>
        <span className="number nowrap">{valueOf(unexplained(comparison))}</span>
      </li>
    </ShareList>
  );
}

/** Such as a new wrapper around calls that both sides make. */
function AddedCalls({ rows }: { readonly rows: readonly ComparedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ShareList title="Added or removed calls" caption="not counted">
      {rows.map(({ index, mark }) => (
        <ChangeRow
          key={index}
          func={index}
          values={[markText(mark)]}
          facts="Only one side makes this call. What it calls is compared one level up."
        />
      ))}
    </ShareList>
  );
}

function Folded({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <details className="small">
      <summary>{summary}</summary>
      <ul className="share-list">{children}</ul>
    </details>
  );
}

/** Functions that call others that changed. */
function Callers({ comparison, rows }: Props & { readonly rows: readonly ComparedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Folded summary={`${formatNumberOf(rows.length, 'function')} changed through what they call`}>
      {rows.map((row) => (
        <ChangeRow
          key={row.index}
          func={row.index}
          values={[formatChange(row.d, comparison), formatRelative(row.d, row.a)]}
          facts={`With everything that it calls: ${verdictSentence(row, comparison)}`}
        />
      ))}
    </Folded>
  );
}

interface OthersProps extends Props {
  readonly unsure: readonly ComparedRow[];
  readonly same: number;
}

/** Functions whose own time may have changed, and those that did not change. */
function Others({ comparison, unsure, same }: OthersProps) {
  return (
    <>
      {unsure.length > 0 && (
        <Folded
          summary={`${formatNumberOf(unsure.length, 'function')}: cannot tell if their own time changed`}
        >
          {unsure.map((row) => (
            <ChangeRow
              key={row.index}
              func={row.index}
              values={[formatRelativeInterval(row) ?? formatInterval(row, comparison)]}
              facts={verdictSentence(row, comparison)}
            />
          ))}
        </Folded>
      )}
      {same > 0 && (
        <p className="no-change small muted">
          {formatNumberOf(same, 'function')}: no change in their own time
        </p>
      )}
    </>
  );
}

/** Functions that may be the same under another name, and those that the user declared to be. */
function Renames({ comparison: { candidates, moves } }: Props) {
  const recording = useRecording();
  const renames = useOption('comparison')?.renames ?? [];
  const moved = moves.filter(({ mark }) => mark !== 'path');
  return (
    <>
      {candidates.length > 0 && <h3>Possible renames</h3>}
      <ul className="rename-candidates small">
        {candidates.map(({ from, to, fromFunc, toFunc }) => (
          <li key={`${from}\n${to}`} className="row">
            <span className="fill break-anywhere">
              {labelOf(recording, fromFunc).name} → {labelOf(recording, toFunc).name}
            </span>
            <button
              type="button"
              aria-label={`Treat ${labelOf(recording, fromFunc).name} as renamed to ${labelOf(recording, toFunc).name}`}
              title="They have similar callers and callees. Compare them as one renamed function."
              onClick={() => setComparison({ renames: [...renames, [from, to]] })}
            >
              Treat as renamed
            </button>
          </li>
        ))}
      </ul>
      {moved.length > 0 && (
        <Folded summary={`${formatNumberOf(moved.length, 'function')} moved or renamed`}>
          {moved.map(({ from, to, mark }) => (
            <ChangeRow
              key={`${from} ${to}`}
              func={to}
              values={[markText(mark)]}
              facts={`In A: ${labelOf(recording, from).name} ${labelOf(recording, from).place}`}
            />
          ))}
        </Folded>
      )}
      {renames.length > 0 && (
        <p className="small">
          {formatNumberOf(renames.length, 'rename')} chosen by you.{' '}
          <button type="button" className="link" onClick={() => setComparison({ renames: [] })}>
            Undo all
          </button>
        </p>
      )}
    </>
  );
}
