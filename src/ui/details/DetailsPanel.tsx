// Details of the focused box or row: names, weights, kinds of self weight, callers and callees.

import type { ReactNode } from 'react';
import { eventName, fullName, labelOf, pathOf, type Label } from '../../text/labels.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { rowLabel } from '../../text/row-labels.ts';
import { NONE } from '../../model/profile.ts';
import type { Part, Recording } from '../../model/session.ts';
import { childrenOf, parentOf, chainOf, selfOf } from '../../model/tree.ts';
import { currentGraph, type GraphState } from '../../state/graphs.ts';
import type { Subject } from '../../state/view-state.ts';
import { CopyButton } from '../primitives/CopyButton.tsx';
import { aboutRow } from '../primitives/row-names.ts';
import { formatCount, formatShare, formatWeight } from '../../text/format.ts';
import { useGraph, useAppState } from '../primitives/use-app-state.ts';
import { useKindColors } from '../primitives/use-kind-colors.ts';

const MAX_LISTED = 10;

interface RecordingProps {
  readonly recording: Recording;
}

export function DetailsPanel({ recording }: RecordingProps) {
  const graph = useGraph(currentGraph);
  const isTable = useAppState(({ viewName }) => viewName === 'table');
  const row = useAppState(({ shownRow }) => shownRow);
  return (
    <section className="panel details" aria-label="Details">
      {isTable
        ? row && <SubjectDetails recording={recording} subject={row} all={graph?.all ?? 0} />
        : graph && <NodeDetails recording={recording} graph={graph} />}
    </section>
  );
}

interface SubjectProps extends RecordingProps {
  readonly subject: Subject;
  readonly all: number;
}

/** Details of the focused table row. */
function SubjectDetails({ recording, subject: { by, id }, all }: SubjectProps) {
  const table = useAppState((state) => state.table);
  const isFunction = by === 'function' && id >= 0;
  const about = aboutRow(by, id);
  const row = table?.by === by ? table.id.indexOf(id) : NONE;
  return (
    <>
      <h2 className="break-anywhere">{rowLabel(recording, by, id).name}</h2>
      {about && <p className="small muted">{about}</p>}
      {isFunction && <Facts recording={recording} func={id} />}
      {table && row >= 0 && (
        <Weights
          event={eventName(recording, table.options.event)}
          rows={[
            { label: 'Total', weight: table.total[row], samples: table.totalSamples[row] },
            { label: 'Self', weight: table.self[row], samples: table.selfSamples[row] },
          ]}
          shares={[{ label: 'Of all', whole: table.weight }]}
        />
      )}
      {isFunction && (
        <>
          <CallersAndCallees recording={recording} all={all} />
          <Copies recording={recording} func={id} />
        </>
      )}
    </>
  );
}

interface NodeProps extends RecordingProps {
  readonly graph: GraphState;
}

function NodeDetails({ recording, graph }: NodeProps) {
  const func = graph.tree.func[graph.selected];
  return (
    <>
      <h2 className="break-anywhere">{labelOf(recording, func).name}</h2>
      {func >= 0 && <Facts recording={recording} func={func} />}
      <NodeWeights recording={recording} graph={graph} />
      <WorkerDetails recording={recording} graph={graph} />
      {func >= 0 && (
        <Copies recording={recording} func={func}>
          <CopyButton text={stackText(recording, graph)} label="Copy the stack">
            Stack
          </CopyButton>
        </Copies>
      )}
    </>
  );
}

interface FunctionProps extends RecordingProps {
  readonly func: number;
  readonly children?: ReactNode;
}

function Facts({ recording, func }: FunctionProps) {
  const path = pathOf(recording, func);
  return (
    <dl className="facts small">
      <dt>Name</dt>
      <dd className="name break-anywhere">{fullName(recording, func)}</dd>
      {path !== undefined && (
        <>
          <dt>{recording.funcs.file[func] >= 0 ? 'File' : 'Module'}</dt>
          <dd className="name break-anywhere">{path}</dd>
        </>
      )}
      <dt>Kind</dt>
      <dd>{KIND_LABELS[recording.funcs.kind[func]]}</dd>
    </dl>
  );
}

function Copies({ recording, func, children }: FunctionProps) {
  return (
    <p className="copies row small">
      <CopyButton text={fullName(recording, func)} label="Copy the name">
        Name
      </CopyButton>
      {children}
    </p>
  );
}

function NodeWeights({ recording, graph }: NodeProps) {
  const { tree, shape, root, all, zoomed, selected: box } = graph;
  const event = eventName(recording, graph.options.event);
  const chain = chainOf(tree, box);
  const totalOf = (each: number) => tree.total[chainOf(tree, each < tree.length ? each : root)];
  // In a caller tree, the self weight comes from samples whose stacks start with the function.
  const self =
    shape === 'calls'
      ? { label: 'Self' }
      : { label: 'No caller', about: 'Samples whose stacks start with this function' };
  const rows = [
    { label: 'Total', weight: tree.total[chain], samples: tree.samples[chain] },
    { ...self, ...selfOf(tree, box, chain) },
  ];
  const shares = [
    { label: 'Of all', whole: all },
    // The panel only has room for two shares.
    ...(zoomed !== root ? [{ label: 'Of zoomed', whole: totalOf(zoomed) }] : []),
    ...(zoomed === root && root !== 0
      ? [{ label: 'Of middle', about: 'Of the function in the middle', whole: totalOf(root) }]
      : []),
  ];
  return <Weights event={event} rows={rows} shares={shares} />;
}

interface Headed {
  readonly label: string;
  /** Tooltip. */
  readonly about?: string;
}

interface WeightsProps {
  readonly event: string;
  readonly rows: readonly (Headed & { readonly weight: number; readonly samples: number })[];
  readonly shares: readonly (Headed & { readonly whole: number })[];
}

function Weights({ event, rows, shares }: WeightsProps) {
  return (
    <table className="weights small nowrap">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Weight</th>
          <th scope="col">Samples</th>
          {shares.map(({ label, about }) => (
            <th key={label} scope="col" title={about}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, about, weight, samples }) => (
          <tr key={label}>
            <th scope="row" title={about}>
              {label}
            </th>
            <td>{formatWeight(weight, event)}</td>
            <td>{formatCount(samples)}</td>
            {shares.map((share) => (
              <td key={share.label}>{formatShare(weight / (share.whole || 1))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Details that the worker computes, which arrive later than the rest. */
function WorkerDetails({ recording, graph }: NodeProps) {
  const details = useAppState((state) => state.details);
  const colors = useKindColors();
  if (!details) return null;
  const { tree, selected, shape } = graph;
  const all = graph.all || 1;
  const kinds = details.selfKinds.map((part) => ({
    ...part,
    ...rowLabel(recording, 'kind', part.id),
    color: colors[part.id],
  }));
  const isRoot = tree.func[selected] < 0;
  const top =
    shape === 'callers'
      ? { title: 'Top sampled functions', parts: topSampled(graph) }
      : { title: 'Top callees', parts: details.callees };
  return (
    <>
      {!isRoot && (
        <p className="totals small">
          All calls of this function: {formatShare(details.funcTotal / all)} total,{' '}
          {formatShare(details.funcSelf / all)} self
        </p>
      )}
      <Parts title="Self time by kind" parts={kinds} all={all} />
      {isRoot ? (
        <Parts title={top.title} parts={labeled(recording, top.parts)} all={all} />
      ) : (
        <CallersAndCallees recording={recording} all={all} />
      )}
    </>
  );
}

function CallersAndCallees({ recording, all }: RecordingProps & { readonly all: number }) {
  const details = useAppState((state) => state.details);
  if (!details) return null;
  return (
    <>
      <Parts title="Callers" parts={labeled(recording, details.callers)} all={all} />
      <Parts title="Callees" parts={labeled(recording, details.callees)} all={all} />
    </>
  );
}

/** The most sampled functions: in a caller tree, the heaviest children of the root. */
function topSampled({ tree }: GraphState): Part[] {
  const boxes = childrenOf(tree, 0).slice(0, MAX_LISTED);
  return boxes.map((box) => ({ id: tree.func[box], weight: tree.total[chainOf(tree, box)] }));
}

interface LabeledPart extends Part, Label {
  readonly color?: string;
}

function labeled(recording: Recording, functions: readonly Part[]): LabeledPart[] {
  return functions.map((part) => ({ ...part, ...labelOf(recording, part.id) }));
}

interface PartsProps {
  readonly title: string;
  readonly parts: readonly LabeledPart[];
  readonly all: number;
}

function Parts({ title, parts, all }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <>
      <h3 className="small muted">{title}</h3>
      <ul className="parts small">
        {parts.map(({ id, weight, name, place, color }) => (
          <li key={id} className="row">
            {color && <span className="swatch" style={{ background: color }} aria-hidden="true" />}
            <span className="part-name ellipsis" title={`${name} ${place}`}>
              {name}
              {place && <span className="muted"> {place}</span>}
            </span>
            <span className="number">{formatShare(weight / (all || 1))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The stack of a box in the format of folded stacks, without thread name and weight. */
function stackText(recording: Recording, { tree, shape, selected }: GraphState): string {
  const names: string[] = [];
  for (let at = selected; at > 0; at = parentOf(tree, at)) names.push(fullName(recording, tree.func[at]));
  return (shape === 'calls' ? names.reverse() : names).join(';');
}
