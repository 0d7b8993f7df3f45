// What the keyboard is on in full, a box or a row: names, weights, what its self weight is made of, who calls it and whom
// it calls.

import { kindColor } from '../canvas/colors.ts';
import { fullName, labelOf, pathOf, type Label } from '../model/labels.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import { rowLabel } from '../model/row-labels.ts';
import type { Part, Recording, Table } from '../model/session.ts';
import { childrenOf, parentOf, runOf, selfOf } from '../model/tree.ts';
import { currentGraph, subjectBeside, type GraphState } from '../state/graphs.ts';
import type { Subject } from '../state/store.ts';
import { CopyButton } from './CopyButton.tsx';
import { aboutRow } from './row-names.ts';
import { eventName, formatCount, formatShare, formatWeight } from '../model/format.ts';
import { useGraph, useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

const MOST_LISTED = 10;

export function DetailsPanel({ recording }: { readonly recording: Recording }) {
  const graph = useGraph(currentGraph);
  const subject = useStateOf(subjectBeside);
  // Without a row there is nothing that the table's details could be about.
  const isTable = useStateOf(({ viewName }) => viewName === 'table');
  return (
    <section className="panel details" aria-label="Details">
      {subject ? (
        <SubjectDetails recording={recording} subject={subject} all={graph?.all ?? 0} />
      ) : (
        !isTable &&
        graph &&
        graph.selected < graph.tree.length && <BoxDetails recording={recording} graph={graph} />
      )}
    </section>
  );
}

/** A row of the table. */
function SubjectDetails({
  recording,
  subject,
  all,
}: {
  readonly recording: Recording;
  readonly subject: Subject;
  readonly all: number;
}) {
  const { by, id } = subject;
  const table = useStateOf((state) => state.table);
  const isFunction = by === 'function' && id >= 0;
  const about = aboutRow(by, id);
  return (
    <>
      <h2>{rowLabel(recording, by, id).name}</h2>
      {about && <p className="about">{about}</p>}
      {isFunction && <Facts recording={recording} func={id} />}
      {table?.by === by && <RowWeights recording={recording} table={table} id={id} />}
      {isFunction && <Neighbours recording={recording} all={all} />}
      {isFunction && (
        <p className="copies">
          <CopyName recording={recording} func={id} />
        </p>
      )}
    </>
  );
}

function RowWeights({
  recording,
  table,
  id,
}: {
  readonly recording: Recording;
  readonly table: Table;
  readonly id: number;
}) {
  const row = table.id.indexOf(id);
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

function BoxDetails({ recording, graph }: Props) {
  const func = graph.tree.func[graph.selected];
  return (
    <>
      <h2>{labelOf(recording, func).name}</h2>
      {func >= 0 && <Facts recording={recording} func={func} />}
      <BoxWeights recording={recording} graph={graph} />
      <Wider recording={recording} graph={graph} />
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

function BoxWeights({ recording, graph }: Props) {
  const { name, tree, shape, root, all, zoomed, selected: box } = graph;
  const event = eventName(recording, graph.options.event);
  const run = runOf(tree, box);
  const totalOf = (each: number) => tree.total[runOf(tree, each < tree.length ? each : root)];
  const rows = [
    { label: 'Total', weight: tree.total[run], samples: tree.samples[run] },
    {
      // Where callers stand on a box, what is its own is what nobody called.
      ...(shape === 'calls'
        ? { label: 'Self' }
        : {
            label: 'No caller',
            about: 'Samples whose stacks begin with it: nothing that was recorded called it',
          }),
      ...selfOf(tree, box, run),
    },
  ];
  const shares = [
    { label: 'Of all', whole: all },
    // The panel is too narrow for more.
    ...(zoomed !== root ? [{ label: 'Of zoomed', whole: totalOf(zoomed) }] : []),
    ...(zoomed === root && name !== 'view'
      ? [{ label: 'Of middle', about: 'Of the function in the middle', whole: totalOf(root) }]
      : []),
  ];
  return <Weights event={event} rows={rows} shares={shares} />;
}

interface Headed {
  readonly label: string;
  /** What the label is short for. */
  readonly about?: string;
}

interface WeightsProps {
  /** Its name. */
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

/** What only the worker knows; it comes a moment later. */
function Wider({ recording, graph }: Props) {
  const details = useStateOf((state) => state.details);
  const theme = useTheme();
  if (!details) return null;
  const all = graph.all || 1;
  const { tree, selected } = graph;
  const isRoot = tree.func[selected] < 0;
  return (
    <>
      {!isRoot && <InAll all={all} />}
      <Parts
        title="Self is spent in"
        parts={details.selfKinds}
        all={all}
        labelOfPart={({ id }) => ({ name: KIND_LABELS[id], place: '' })}
        colorOf={({ id }) => kindColor(id, theme)}
      />
      {!isRoot ? (
        <Neighbours recording={recording} all={all} />
      ) : graph.shape === 'callers' ? (
        <Parts title="Sampled most" parts={firstRow(graph)} all={all} labelOfPart={labelIn(recording)} />
      ) : (
        <Parts title="Calls most" parts={details.callees} all={all} labelOfPart={labelIn(recording)} />
      )}
    </>
  );
}

function InAll({ all }: { readonly all: number }) {
  const details = useStateOf((state) => state.details);
  if (!details) return null;
  const [total, self] = [details.funcTotal, details.funcSelf].map((weight) =>
    formatShare(weight / (all || 1)),
  );
  return (
    <p className="whole">
      The function in all: {total} total, {self} self
    </p>
  );
}

function Neighbours({ recording, all }: { readonly recording: Recording; readonly all: number }) {
  const details = useStateOf((state) => state.details);
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

/** The heaviest boxes on the root. */
function firstRow({ tree }: GraphState): Part[] {
  const boxes = childrenOf(tree, 0).slice(0, MOST_LISTED);
  return boxes.map((box) => ({ id: tree.func[box], weight: tree.total[runOf(tree, box)] }));
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

/** The stack of a box as one line of folded text, without comm and weight. */
function stackText(recording: Recording, { tree, shape, selected }: GraphState): string {
  const names: string[] = [];
  for (let at = selected; at > 0; at = parentOf(tree, at)) names.push(fullName(recording, tree.func[at]));
  return (shape === 'calls' ? names.reverse() : names).join(';');
}
