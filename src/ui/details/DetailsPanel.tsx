// Details of the focused box or row: names, weights, kinds of self weight, callers and callees.

import { kindColor } from '../../canvas/colors.ts';
import { fullName, labelOf, pathOf, type Label } from '../../text/labels.ts';
import { KIND_LABELS } from '../../model/kinds.ts';
import { rowLabel } from '../../text/row-labels.ts';
import type { Part, Recording, Table } from '../../model/session.ts';
import { childrenOf, parentOf, chainOf, selfOf } from '../../model/tree.ts';
import { currentGraph, type GraphState } from '../../state/graphs.ts';
import type { Subject } from '../../state/view-state.ts';
import { CopyButton } from '../primitives/CopyButton.tsx';
import { aboutRow } from '../primitives/row-names.ts';
import { eventName, formatCount, formatShare, formatWeight } from '../../text/format.ts';
import { useGraph, useAppState } from '../primitives/use-app-state.ts';
import { useTheme } from '../header/use-theme.ts';

const MAX_LISTED = 10;

export function DetailsPanel({ recording }: { readonly recording: Recording }) {
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

interface SubjectProps {
  readonly recording: Recording;
  readonly subject: Subject;
  readonly all: number;
}

/** Details of the focused table row. */
function SubjectDetails({ recording, subject: { by, id }, all }: SubjectProps) {
  const table = useAppState((state) => state.table);
  const isFunction = by === 'function' && id >= 0;
  const about = aboutRow(by, id);
  return (
    <>
      <h2>{rowLabel(recording, by, id).name}</h2>
      {about && <p className="about">{about}</p>}
      {isFunction && <Facts recording={recording} func={id} />}
      {table?.by === by && <RowWeights recording={recording} table={table} row={table.id.indexOf(id)} />}
      {isFunction && (
        <>
          <CallersAndCallees recording={recording} all={all} />
          <p className="copies">
            <CopyName recording={recording} func={id} />
          </p>
        </>
      )}
    </>
  );
}

interface RowProps {
  readonly recording: Recording;
  readonly table: Table;
  /** -1 if the row is not in the table. */
  readonly row: number;
}

function RowWeights({ recording, table, row }: RowProps) {
  if (row < 0) return null;
  const rows = [
    { label: 'Total', weight: table.total[row], samples: table.totalSamples[row] },
    { label: 'Self', weight: table.self[row], samples: table.selfSamples[row] },
  ];
  const event = eventName(recording, table.options.event);
  return <Weights event={event} rows={rows} shares={[{ label: 'Of all', whole: table.weight }]} />;
}

interface Props {
  readonly recording: Recording;
  readonly graph: GraphState;
}

function NodeDetails({ recording, graph }: Props) {
  const func = graph.tree.func[graph.selected];
  return (
    <>
      <h2>{labelOf(recording, func).name}</h2>
      {func >= 0 && <Facts recording={recording} func={func} />}
      <NodeWeights recording={recording} graph={graph} />
      <WorkerDetails recording={recording} graph={graph} />
      {func >= 0 && (
        <p className="copies">
          <CopyName recording={recording} func={func} />
          <CopyButton text={stackText(recording, graph)} label="Copy the stack">
            Stack
          </CopyButton>
        </p>
      )}
    </>
  );
}

interface FunctionProps {
  readonly recording: Recording;
  readonly func: number;
}

function Facts({ recording, func }: FunctionProps) {
  const path = pathOf(recording, func);
  return (
    <dl className="facts">
      <dt>Name</dt>
      <dd className="name">{fullName(recording, func)}</dd>
      {path !== undefined && (
        <>
          <dt>{recording.funcs.file[func] >= 0 ? 'File' : 'Module'}</dt>
          <dd className="name">{path}</dd>
        </>
      )}
      <dt>Kind</dt>
      <dd>{KIND_LABELS[recording.funcs.kind[func]]}</dd>
    </dl>
  );
}

function CopyName({ recording, func }: FunctionProps) {
  return (
    <CopyButton text={fullName(recording, func)} label="Copy the name">
      Name
    </CopyButton>
  );
}

function NodeWeights({ recording, graph }: Props) {
  const { tree, shape, root, all, zoomed, selected: box } = graph;
  const event = eventName(recording, graph.options.event);
  const chain = chainOf(tree, box);
  const totalOf = (each: number) => tree.total[chainOf(tree, each < tree.length ? each : root)];
  const rows = [
    { label: 'Total', weight: tree.total[chain], samples: tree.samples[chain] },
    {
      // In a caller tree, the self weight comes from samples whose stacks start with the function.
      ...(shape === 'calls'
        ? { label: 'Self' }
        : { label: 'No caller', about: 'Samples whose stacks start with this function' }),
      ...selfOf(tree, box, chain),
    },
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
    <table className="weights">
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
function WorkerDetails({ recording, graph }: Props) {
  const details = useAppState((state) => state.details);
  const theme = useTheme();
  if (!details) return null;
  const all = graph.all || 1;
  const { tree, selected } = graph;
  const isRoot = tree.func[selected] < 0;
  return (
    <>
      {!isRoot && <FunctionTotals all={all} />}
      <Parts
        title="Self time by kind"
        parts={details.selfKinds}
        all={all}
        labelOfPart={({ id }) => ({ name: KIND_LABELS[id], place: '' })}
        colorOf={({ id }) => kindColor(id, theme)}
      />
      {!isRoot ? (
        <CallersAndCallees recording={recording} all={all} />
      ) : graph.shape === 'callers' ? (
        <Parts
          title="Top sampled functions"
          parts={topSampled(graph)}
          all={all}
          labelOfPart={labelIn(recording)}
        />
      ) : (
        <Parts title="Top callees" parts={details.callees} all={all} labelOfPart={labelIn(recording)} />
      )}
    </>
  );
}

function FunctionTotals({ all }: { readonly all: number }) {
  const details = useAppState((state) => state.details);
  if (!details) return null;
  const [total, self] = [details.funcTotal, details.funcSelf].map((weight) =>
    formatShare(weight / (all || 1)),
  );
  return (
    <p className="totals">
      All calls of this function: {total} total, {self} self
    </p>
  );
}

function CallersAndCallees({ recording, all }: { readonly recording: Recording; readonly all: number }) {
  const details = useAppState((state) => state.details);
  if (!details) return null;
  const labelOfPart = labelIn(recording);
  return (
    <>
      <Parts title="Callers" parts={details.callers} all={all || 1} labelOfPart={labelOfPart} />
      <Parts title="Callees" parts={details.callees} all={all || 1} labelOfPart={labelOfPart} />
    </>
  );
}

function labelIn(recording: Recording): (part: Part) => Label {
  return ({ id }) => labelOf(recording, id);
}

/** The most sampled functions: in a caller tree, the heaviest children of the root. */
function topSampled({ tree }: GraphState): Part[] {
  const boxes = childrenOf(tree, 0).slice(0, MAX_LISTED);
  return boxes.map((box) => ({ id: tree.func[box], weight: tree.total[chainOf(tree, box)] }));
}

interface PartsProps {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly all: number;
  readonly labelOfPart: (part: Part) => Label;
  readonly colorOf?: (part: Part) => string;
}

function Parts({ title, parts, all, labelOfPart, colorOf }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="parts">
        {parts.map((part) => {
          const { name, place } = labelOfPart(part);
          return (
            <li key={part.id}>
              {colorOf && (
                <span className="swatch" style={{ background: colorOf(part) }} aria-hidden="true" />
              )}
              <span className="part-name" title={`${name} ${place}`}>
                {name}
                {place && <span className="place"> {place}</span>}
              </span>
              <span className="number">{formatShare(part.weight / all)}</span>
            </li>
          );
        })}
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
