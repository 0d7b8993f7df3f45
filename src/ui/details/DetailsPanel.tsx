// Details of the selected box or row: names, weights, commands, self weight by kind of code, callers and callees.

import { sourcePathOf } from '../../model/lines.ts';
import { COSTS, partOfRow } from '../../model/costs.ts';
import { pathOf } from '../../model/function-names.ts';
import { measureAt, fullName, labelOf } from '../../text/labels.ts';
import { rowLabel } from '../../text/row-labels.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { NONE } from '../../model/profile.ts';
import { isByCost, type Details, type Recording } from '../../model/session.ts';
import { chainOf, nodesTo, selfOf } from '../../model/tree.ts';
import { currentGraph, type GraphState } from '../../state/view/graphs.ts';
import { awaitsLines, selectedThread } from '../../state/view/side-panel.ts';
import type { Subject } from '../../state/view/view-state.ts';
import { inferredText, inferredIn } from '../../text/mending-text.ts';
import { CALLERS_HELP, type State } from '../../state/store.ts';
import { MarkNote } from '../doctor/MarkNote.tsx';
import { LineList } from '../lines-room.ts';
import { CopyButton, HelpLink } from '../primitives/Buttons.tsx';
import { explainRow } from '../primitives/row-names.ts';
import {
  formatShare,
  formatWeight,
  formatCount,
  orDash,
  capitalized,
  partNoun,
  selectedOf,
  wholeOf,
} from '../../text/format.ts';
import { useParts, useAppState, useRecording } from '../primitives/use-app-state.ts';
import { DetailsHeading, SubjectActions } from './DetailsHeading.tsx';
import { CostHelpText } from './CostList.tsx';
import { CallersAndCallees, OwnAndTotalCosts, SelfTime } from './Neighbors.tsx';
import { indexOfSubject } from '../../state/view/tables.ts';
import { ThreadDetails } from './ThreadDetails.tsx';
import { WallTimeList } from './WallTimeList.tsx';
import { PACK_COMMAND } from '../../text/shell-command.ts';

export function DetailsPanel() {
  const graph = useParts(currentGraph);
  const lane = useAppState(selectedThread);
  const isTable = useAppState('viewName') === 'table';
  const row = useAppState(({ focusedRow, row: chosen, table }) => focusedRow ?? (table ? undefined : chosen));
  return (
    <section className="panel details" aria-label="Details">
      {lane && <ThreadDetails lane={lane} />}
      {isTable ? row && <SubjectDetails subject={row} /> : graph && !lane && <NodeDetails graph={graph} />}
    </section>
  );
}

/** All at once, so that nothing moves when the lines arrive. */
function shownDetails(state: State) {
  return awaitsLines(state) ? undefined : state.details;
}

/** Details of the focused table row. */
function SubjectDetails({ subject }: { readonly subject: Subject }) {
  const recording = useRecording();
  const { by, id } = subject;
  const table = useAppState('table');
  const details = useAppState(shownDetails);
  const isFunction = by === 'function' && id >= 0;
  const explanation = explainRow(by, id);
  const row = table?.by === by ? indexOfSubject(subject, table.id, recording.funcs) : NONE;
  const part = partOfRow(table, id);
  // The row in a link is known before the table.
  if (by === 'part' && !part) return null;
  const { name } = rowLabel(recording, by, table && row >= 0 ? table.id[row] : id, part);
  const measure = measureAt(recording, table?.options.event ?? recording.defaultEvent);
  return (
    <>
      <DetailsHeading name={name} title={isFunction ? fullName(recording, id) : name} />
      {table && row >= 0 && (
        <>
          <HeadWeight measure={measure} weight={table.total[row]} whole={table.weight} />
          <Weights
            measure={measure}
            rows={[
              { label: 'Total', weight: table.total[row], samples: table.totalSamples[row] },
              { label: 'Self', weight: table.self[row], samples: table.selfSamples[row] },
            ].slice(0, isByCost(by) ? 1 : 2)}
            shares={[{ ...ofAll(measure), whole: table.weight }]}
          />
        </>
      )}
      {explanation && <p className="small muted">{explanation}</p>}
      {isByCost(by) && <CostHelpText cost={part?.cost ?? COSTS[id].id} isPart={by === 'part'} />}
      {isFunction && (
        <>
          <MarkNote func={id} />
          <FunctionFactList func={id} />
        </>
      )}
      {id !== NONE && (
        <>
          <SubjectActions subject={subject} />
          <p className="copies row small">
            <CopyButton text={isFunction ? fullName(recording, id) : name} label="Copy the recorded name">
              Copy name
            </CopyButton>
          </p>
        </>
      )}
      {isFunction && details && table && (
        <>
          {details.inferred !== undefined && details.inferred > 0 && (
            <InferredNote text={inferredText(details.inferred / (details.funcTotal || 1))} />
          )}
          <FunctionDetails func={id} details={details} measure={measure} />
        </>
      )}
    </>
  );
}

interface NodeProps {
  readonly graph: GraphState;
}

function NodeDetails({ graph }: NodeProps) {
  const recording = useRecording();
  const details = useAppState(shownDetails);
  const func = graph.tree.func[graph.selected];
  if (func === NONE) return null;
  const measure = measureAt(recording, graph.options.event);
  return (
    <>
      <DetailsHeading name={labelOf(recording, func).name} title={fullName(recording, func)} />
      <HeadWeight
        measure={measure}
        weight={graph.tree.total[chainOf(graph.tree, graph.selected)]}
        whole={graph.all}
      />
      <NodeWeights graph={graph} />
      <MarkNote func={func} />
      <FunctionFactList func={func} />
      <SubjectActions subject={{ by: 'function', id: func }} />
      <p className="copies row small">
        <CopyButton text={fullName(recording, func)} label="Copy the recorded name">
          Copy name
        </CopyButton>
        <CopyButton text={() => stackText(recording, graph)} label="Copy the stack, as folded text">
          Copy stack
        </CopyButton>
      </p>
      <InferredNote text={inferredIn(graph, graph.selected)} />
      {details && (
        <>
          {details.funcTotal !== graph.tree.total[chainOf(graph.tree, graph.selected)] && (
            <p className="totals small">
              All calls: {formatShare(details.funcTotal / (graph.all || 1))} of {wholeOf(measure)}
            </p>
          )}
          <FunctionDetails func={func} details={details} measure={measure} />
        </>
      )}
    </>
  );
}

interface FunctionDetailsProps {
  readonly func: number;
  readonly details: Details;
  readonly measure: string;
}

/** What the worker computes. */
function FunctionDetails({ func, details, measure }: FunctionDetailsProps) {
  return (
    <>
      <LineList func={func} whole={details.funcTotal} measure={measure} />
      <LinesHint func={func} />
      {details.wall && <WallTimeList wall={details.wall} title="Wall time" caption="by state" />}
      <SelfTime details={details} measure={measure} />
      <CallersAndCallees details={details} />
      <OwnAndTotalCosts details={details} />
    </>
  );
}

interface HeadWeightProps {
  readonly measure: string;
  readonly weight: number;
  readonly whole: number;
}

/** `743 ms · 15.0%`, right below the name: on phones, the sheet shows only these. */
function HeadWeight({ measure, weight, whole }: HeadWeightProps) {
  return (
    <p className="head-weight number" title={`Total, and its share of ${selectedOf(measure)}`}>
      {formatWeight(weight, measure)} · {formatShare(weight / (whole || 1))}
    </p>
  );
}

/** How much is inferred; an empty text for nothing. */
function InferredNote({ text }: { readonly text: string }) {
  return (
    text !== '' && (
      <p className="totals small">
        {text}. <HelpLink topic={CALLERS_HELP}>What does this mean?</HelpLink>
      </p>
    )
  );
}

export function FunctionFactList({ func }: { readonly func: number }) {
  const recording = useRecording();
  const { strings, funcs } = recording;
  const path = pathOf(recording, func);
  const distribution = strings.at(funcs.package[func]);
  return (
    // With the key, lines of another length do not count as moved.
    <dl key={func} className="facts small">
      {funcs.package[func] !== NONE && (
        <>
          <dt>Package</dt>
          <dd className="break-anywhere">{distribution}</dd>
        </>
      )}
      {path !== undefined && (
        <>
          <dt>{sourcePathOf(recording, func) === undefined ? 'Module' : 'File'}</dt>
          <dd className="name break-anywhere">{path}</dd>
        </>
      )}
      <dt>Kind</dt>
      <dd>{KIND_LABELS[funcs.kind[func]]}</dd>
    </dl>
  );
}

const ofAll = (measure: string) => ({ label: 'of all', tooltip: `Share of ${selectedOf(measure)}` });

function NodeWeights({ graph }: NodeProps) {
  const recording = useRecording();
  const { tree, shape, root, all, zoomed, selected } = graph;
  const measure = measureAt(recording, graph.options.event);
  const chain = chainOf(tree, selected);
  const totalOf = (node: number) => tree.total[chainOf(tree, node < tree.length ? node : root)];
  // In a caller tree, self weight is that of samples whose stacks start with the function.
  const self =
    shape === 'calls'
      ? { label: 'Self' }
      : { label: 'No caller', tooltip: 'Samples whose stacks start with this function' };
  const rows = [
    { label: 'Total', weight: tree.total[chain], samples: tree.samples[chain] },
    { ...self, ...selfOf(tree, selected, chain) },
  ];
  const shares = [
    { ...ofAll(measure), whole: all },
    // The panel has room for only two shares.
    ...(zoomed !== root
      ? [{ label: 'of zoomed', tooltip: 'Share of the zoomed box', whole: totalOf(zoomed) }]
      : []),
    ...(zoomed === root && root !== 0
      ? [{ label: 'of middle', tooltip: 'Share of the function in the middle', whole: totalOf(root) }]
      : []),
  ];
  return <Weights measure={measure} rows={rows} shares={shares} />;
}

/** The stack of the selected node in folded format, without thread name and weight. */
function stackText(recording: Recording, { tree, shape, selected }: GraphState): string {
  const names = nodesTo(tree, selected).map((node) => fullName(recording, tree.func[node]));
  return (shape === 'calls' ? names : names.reverse()).join(';');
}

interface Heading {
  readonly label: string;
  readonly tooltip?: string;
}

interface WeightsProps {
  readonly measure: string;
  readonly rows: readonly (Heading & { readonly weight: number; readonly samples: number })[];
  /** At most two fit into the panel. */
  readonly shares: readonly (Heading & { readonly whole: number })[];
}

/** A table of weights, with numbers of samples and shares of one or two totals. */
function Weights({ measure, rows, shares }: WeightsProps) {
  return (
    <table className="weights small nowrap">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Measure</span>
          </th>
          <th scope="col">Weight</th>
          <th scope="col">{`${capitalized(partNoun(measure))}s`}</th>
          {shares.map(({ label, tooltip }) => (
            <th key={label} scope="col" title={tooltip}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, tooltip, weight, samples }) => (
          <tr key={label}>
            <th scope="row" title={tooltip}>
              {label}
            </th>
            <td>{orDash(weight, formatWeight(weight, measure))}</td>
            <td>{orDash(samples, formatCount(samples))}</td>
            {shares.map((share) => (
              <td key={share.label}>{orDash(weight, formatShare(weight / (share.whole || 1)))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Kinds of notes (python-lines/evaluator-frames.ts) that say why a table gave no lines. */
const EXPLAINED = new Set(['no evaluator frames', 'other line table']);

/** Says how to get the source lines of a recording that could have them, but has no line table. */
function LinesHint({ func }: { readonly func: number }) {
  const recording = useRecording();
  const canHaveLines = useAppState(({ diagnosis, comparing }) => diagnosis?.mode === 'dwarf' && !comparing);
  const { format, hasLines, notes } = recording;
  if (format !== 'perf.data' || hasLines || !canHaveLines) return null;
  if (sourcePathOf(recording, func) === undefined || notes.some(({ kind }) => EXPLAINED.has(kind)))
    return null;
  return (
    <p className="row wrap small muted lines-hint">
      To see its lines, pack the recording where it was made:
      <code className="name">{PACK_COMMAND}</code>
      <CopyButton label="Copy the command" text={() => PACK_COMMAND}>
        Copy
      </CopyButton>
    </p>
  );
}
