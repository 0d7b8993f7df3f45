// Details of the selected box or row of a comparison: its values on both sides, whether it changed, and its callers and callees.

import { useMemo } from 'react';
import {
  type ComparedNeighbor,
  type ComparedRow,
  type ComparisonSummary,
  type FunctionMove,
  isCertain,
  NodeMark,
  type ComparedLine,
} from '../../model/comparison.ts';
import { pathOf } from '../../model/function-names.ts';
import type { FlameView, Recording } from '../../model/session.ts';
import { chainOf, visitNodesOf } from '../../model/tree.ts';
import { currentGraph } from '../../state/view/graphs.ts';
import { CALLERS_HELP } from '../../state/store.ts';
import { inferredMark } from '../../text/compared-box.ts';
import { HelpLink } from '../primitives/Buttons.tsx';
import {
  differenceBetween,
  formatChange,
  formatRelative,
  formatValue,
  verdictSentence,
  withoutPer,
  type ValueScale,
} from '../../text/difference.ts';
import { BASIS_TEXT } from '../../text/sides-text.ts';
import { capitalized, orDash, formatNumberOf } from '../../text/format.ts';
import { fullName, labelOf } from '../../text/labels.ts';
import { DetailsHeading, SubjectActions } from '../details/DetailsHeading.tsx';
import { FunctionFactList } from '../details/DetailsPanel.tsx';
import { ShareList } from '../details/ShareList.tsx';
import { useAppState, useParts, useRecording } from '../primitives/use-app-state.ts';
import { ChangeRow } from './ChangeRow.tsx';
import type { ComparedValues } from './compared-rows.ts';

interface Props {
  readonly comparison: ComparisonSummary;
  readonly func: number;
}

export function ComparedDetails({ comparison, func }: Props) {
  const recording = useRecording();
  const neighbors = useAppState('comparedNeighbors');
  const { name } = labelOf(recording, func);
  return (
    <section className="panel details" aria-label="Details">
      <DetailsHeading name={name} title={fullName(recording, func)} />
      <HeadValues comparison={comparison} func={func} />
      <Values comparison={comparison} func={func} />
      <FunctionFactList func={func} />
      <SubjectActions subject={{ by: 'function', id: func }} />
      <Inferred func={func} />
      <Match moves={comparison.moves} func={func} />
      <ComparedLines comparison={comparison} />
      <Neighbors title="Callers" functions={neighbors?.callers} comparison={comparison} />
      <Neighbors title="Callees" functions={neighbors?.callees} comparison={comparison} />
    </section>
  );
}

/** `1.20 s → 1.93 s · +61.0 %`, right below the name: on phones, the sheet shows only these. Uncertain changes have no percentage. */
function HeadValues({ comparison, func }: Props) {
  const { totals, weights } = comparison;
  const row = totals.find(({ index }) => index === func);
  const total = { a: weights.totalA[func], b: weights.totalB[func], tested: row };
  const { a, b, tested } = useSelectedBox(func) ?? total;
  const value = (weight: number) => orDash(weight, formatValue(weight, comparison));
  return (
    <p className="head-weight number" title="Total in A and in B, and the change if it is certain">
      {value(a)} → {value(b)}
      {tested && isCertain(tested.verdict) && ` · ${formatRelative(b - a, a)}`}
    </p>
  );
}

/** A, B and B − A of the function and of the selected call, with their verdicts in words. */
function Values({ comparison, func }: Props) {
  const { basis, self, totals, weights } = comparison;
  const box = useSelectedBox(func);
  const isTree = useAppState('viewName') === 'tree';
  const valuesOf = (rows: readonly ComparedRow[], a: Float64Array, b: Float64Array): ComparedValues => ({
    a: a[func],
    b: b[func],
    tested: rows.find(({ index }) => index === func),
  });
  const total = valuesOf(totals, weights.totalA, weights.totalB);
  return (
    <table className="weights compared-values small">
      <thead>
        <tr>
          <th scope="col">
            {basis === 'rate' || basis === 'work' ? (
              capitalized(BASIS_TEXT[basis].suffix)
            ) : (
              <span className="visually-hidden">Measure</span>
            )}
          </th>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <th scope="col">B − A</th>
        </tr>
      </thead>
      <Measure label="Self" scale={comparison} values={valuesOf(self, weights.selfA, weights.selfB)} />
      <Measure label="Total" scale={comparison} values={total} />
      {box && (box.a !== total.a || box.b !== total.b) && (
        <Measure label={isTree ? 'This call' : 'This box'} scale={comparison} values={box} />
      )}
    </table>
  );
}

function Inferred({ func }: Pick<Props, 'func'>) {
  const box = useSelectedBox(func);
  return (
    box?.inferred !== undefined && (
      <p className="small">
        {box.inferred} <HelpLink topic={CALLERS_HELP}>What does this mean?</HelpLink>
      </p>
    )
  );
}

interface SelectedBox extends ComparedValues {
  readonly inferred: string | undefined;
}

function useSelectedBox(func: number): SelectedBox | undefined {
  const graph = useParts(currentGraph);
  const nodes = useAppState(({ viewName, half, view, sandwich }) =>
    viewName === 'sandwich' ? sandwich?.sandwich?.compared?.[half] : view?.compared,
  );
  const isTable = useAppState('viewName') === 'table';
  if (!graph || !nodes || isTable || graph.tree.func[graph.selected] !== func) return undefined;
  const chain = chainOf(graph.tree, graph.selected);
  return {
    a: nodes.a[chain],
    b: nodes.b[chain],
    tested: nodes.rows[nodes.row[chain]],
    inferred: inferredMark(nodes, chain, graph.selected),
  };
}

interface MeasureProps {
  readonly label: string;
  readonly scale: ValueScale;
  readonly values: ComparedValues;
}

function Measure({ label, scale, values: { a, b, tested } }: MeasureProps) {
  const d = differenceBetween(a, b);
  const inTable = withoutPer(scale);
  return (
    <tbody>
      <tr>
        <th scope="row">{label}</th>
        <td>{orDash(a, formatValue(a, inTable))}</td>
        <td>{orDash(b, formatValue(b, inTable))}</td>
        <td>{orDash(d, formatChange(d, inTable))}</td>
      </tr>
      <tr>
        <td colSpan={4} className={`verdict ${tested?.verdict ?? 'small'}`}>
          {a === 0 && b === 0 ? 'None.' : verdictSentence(tested, scale)}
        </td>
      </tr>
    </tbody>
  );
}

/** How the function was matched, unless by its name and file. */
function Match({ moves, func }: { readonly moves: readonly FunctionMove[]; readonly func: number }) {
  const recording = useRecording();
  const view = useAppState('view');
  const marks = useMemo(() => marksOf(view, func), [view, func]);
  const move = moves.find(({ to }) => to === func);
  return (
    <>
      {move && <p className="small">{moveText(recording, move)}</p>}
      {marks === NodeMark.inserted && (
        <p className="small">
          Added: only B makes this call; what it calls is compared with A’s calls one level up.
        </p>
      )}
      {marks === NodeMark.removed && (
        <p className="small">
          Removed: only A makes this call; what it called is compared with B’s calls one level up.
        </p>
      )}
    </>
  );
}

/** The mark of all calls of the function; 0 if they have none or different ones. */
function marksOf(view: FlameView | undefined, func: number): number {
  if (!view?.compared) return NodeMark.none;
  const { tree, compared } = view;
  const marks = new Set<number>();
  visitNodesOf(tree, func, (_, chain) => marks.add(compared.mark[chain]));
  const [mark = NodeMark.none, ...others] = marks;
  return others.length === 0 ? mark : NodeMark.none;
}

function moveText(recording: Recording, { from, mark }: FunctionMove): string {
  const { name } = labelOf(recording, from);
  const path = pathOf(recording, from) ?? name;
  if (mark === 'renamed') return `Renamed: in A, it is ${name}.`;
  return mark === 'path' ? `In A, its file is ${path}.` : `Moved: in A, it is in ${path}.`;
}

interface NeighborsProps extends Omit<Props, 'func'> {
  readonly title: string;
  /** Undefined until they arrive. */
  readonly functions: readonly ComparedNeighbor[] | undefined;
}

function Neighbors({ comparison, title, functions = [] }: NeighborsProps) {
  if (functions.length === 0) return null;
  const value = (weight: number) => orDash(weight, formatValue(weight, comparison));
  return (
    <ShareList title={title} caption="A · B">
      {functions.map(({ func, a, b }) => (
        <ChangeRow key={func} func={func} values={[value(a), value(b)]} />
      ))}
    </ShareList>
  );
}

/** The others are only counted. */
const MAX_SHOWN = 8;

interface ComparedLinesProps {
  readonly comparison: ComparisonSummary;
}

/** The lines that changed for certain come first. Lines of few samples are not tested, so they are not listed. */
function ComparedLines({ comparison }: ComparedLinesProps) {
  const lines = useAppState('comparedLines') ?? [];
  if (lines.length === 0) return null;
  const changed = lines.filter(({ verdict }) => isCertain(verdict));
  const others = lines.filter(({ verdict }) => !isCertain(verdict));
  const shown = [...changed, ...others].slice(0, MAX_SHOWN);
  return (
    <>
      <ShareList title="Lines" caption="self · A · B · B − A">
        {shown.map((line) => (
          <LineRow key={`${line.key} ${line.line}`} line={line} comparison={comparison} />
        ))}
      </ShareList>
      {shown.length < lines.length && (
        <p className="small muted">{formatNumberOf(lines.length - shown.length, 'more line')}</p>
      )}
    </>
  );
}

function LineRow({ line: row, comparison }: ComparedLinesProps & { readonly line: ComparedLine }) {
  const { line, a, b, d, verdict } = row;
  const scale = withoutPer(comparison);
  const value = (weight: number) => orDash(weight, formatValue(weight, scale));
  return (
    <li className="share-row row compared-line" title={`Line ${line}: ${verdictSentence(row, comparison)}`}>
      <span className="part-name nowrap">line {line}</span>
      <span className="number nowrap">{value(a)}</span>
      <span className="number nowrap">{value(b)}</span>
      <span className={`number nowrap verdict ${verdict}`}>
        {isCertain(verdict) ? formatChange(d, scale) : verdict === 'same' ? 'same' : 'unsure'}
      </span>
    </li>
  );
}
