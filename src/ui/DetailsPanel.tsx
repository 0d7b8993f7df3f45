// The selected box in full: names, weights, what its self weight is made of, who calls it and whom it calls.

import { kindColor } from '../canvas/colors.ts';
import { fullName, labelOf, pathOf } from '../model/labels.ts';
import { KIND_LABELS } from '../model/kinds.ts';
import type { Part, Recording } from '../model/session.ts';
import { childrenOf, parentOf, runOf, selfOf } from '../model/tree.ts';
import { currentGraph, type GraphState } from '../state/graphs.ts';
import { CopyButton } from './CopyButton.tsx';
import { eventName, formatCount, formatShare, formatWeight } from './format.ts';
import { useGraph, useStateOf } from './use-state-of.ts';
import { useTheme } from './use-theme.ts';

const MOST_LISTED = 10;

export function DetailsPanel({ recording }: { readonly recording: Recording }) {
  const graph = useGraph(currentGraph);
  return (
    <section className="panel details" aria-label="Details">
      {graph && graph.selected < graph.tree.length && <BoxDetails recording={recording} graph={graph} />}
    </section>
  );
}

interface Props {
  readonly recording: Recording;
  readonly graph: GraphState;
}

function BoxDetails({ recording, graph }: Props) {
  const func = graph.tree.func[graph.selected];
  const path = pathOf(recording, func);
  return (
    <>
      <h2>{labelOf(recording, func).name}</h2>
      {func >= 0 && (
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
      )}
      <Weights recording={recording} graph={graph} />
      <Wider recording={recording} graph={graph} />
      {func >= 0 && (
        <p className="copies">
          <CopyButton text={fullName(recording, func)} label="Copy the name">
            Name
          </CopyButton>
          <CopyButton text={stackText(recording, graph)} label="Copy the stack">
            Stack
          </CopyButton>
        </p>
      )}
    </>
  );
}

function Weights({ recording, graph }: Props) {
  const { name, tree, shape, root, all, zoomed, selected: box } = graph;
  const event = eventName(recording, graph.options.event);
  const run = runOf(tree, box);
  const totalOf = (each: number) => tree.total[runOf(tree, each < tree.length ? each : root)];
  const rows = [
    { label: 'Total', weight: tree.total[run], samples: tree.samples[run] },
    {
      // Where callers stand on a box, what is its own is what nobody called.
      label: shape === 'calls' ? 'Self' : 'Outermost',
      ...selfOf(tree, box, run),
    },
  ];
  const shares = [
    { label: 'Of all', whole: all },
    // The panel is too narrow for more.
    ...(zoomed !== root ? [{ label: 'Of zoomed', whole: totalOf(zoomed) }] : []),
    ...(zoomed === root && name !== 'view' ? [{ label: 'Of function', whole: totalOf(root) }] : []),
  ];
  return (
    <table className="weights">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Weight</th>
          <th scope="col">Samples</th>
          {shares.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, weight, samples }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
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
  const nameOf = ({ id }: Part) => labelOf(recording, id).name;
  return (
    <>
      {!isRoot && (
        <p className="whole">
          The function in all: {formatShare(details.funcTotal / all)} total,{' '}
          {formatShare(details.funcSelf / all)} self
        </p>
      )}
      <Parts
        title="Self is spent in"
        parts={details.selfKinds}
        all={all}
        nameOf={({ id }) => KIND_LABELS[id]}
        colorOf={({ id }) => kindColor(id, theme)}
      />
      {!isRoot && <Parts title="Callers" parts={details.callers} all={all} nameOf={nameOf} />}
      {isRoot && graph.shape === 'callers' ? (
        <Parts title="Sampled most" parts={firstRow(graph)} all={all} nameOf={nameOf} />
      ) : (
        <Parts title={isRoot ? 'Calls most' : 'Callees'} parts={details.callees} all={all} nameOf={nameOf} />
      )}
    </>
  );
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
  readonly nameOf: (part: Part) => string;
  readonly colorOf?: (part: Part) => string;
}

function Parts({ title, parts, all, nameOf, colorOf }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="parts">
        {parts.map((part) => (
          <li key={part.id}>
            {colorOf && <span className="swatch" style={{ background: colorOf(part) }} aria-hidden="true" />}
            <span className="part-name" title={nameOf(part)}>
              {nameOf(part)}
            </span>
            <span className="number">{formatShare(part.weight / all)}</span>
          </li>
        ))}
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
