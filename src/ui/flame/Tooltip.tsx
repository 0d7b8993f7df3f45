// Tooltip of the box under the pointer.

import { type ReactNode, useEffect, useState } from 'react';
import { measureAt, fullName, labelOf, sampleNoun } from '../../text/labels.ts';
import { type CostShares, costLabel } from '../../model/costs.ts';
import { type InferredWeights, chainOf, nodesTo, type CallTree } from '../../model/tree.ts';
import { isPython, Kind, KIND_LABELS } from '../../model/kinds.ts';
import { NONE, type FunctionNames } from '../../model/profile.ts';
import { WAIT_STATES } from '../../model/wait-states.ts';
import type { GraphState } from '../../state/view/graphs.ts';
import { isComparing } from '../../state/store.ts';
import { formatNumberOf, formatShare, formatWeight } from '../../text/format.ts';
import { WAIT_HELP } from '../../text/wait-help.ts';
import { FloatingTooltip, HeaviestShares, TooltipName } from '../primitives/FloatingTooltip.tsx';
import { MarkTooltip } from '../doctor/MarkNote.tsx';
import { useCostColors } from '../primitives/use-colors.ts';
import type { ViewOptions } from '../../model/session.ts';
import { inferredIn } from '../../text/mending-text.ts';
import { useRecording, useAppState } from '../primitives/use-app-state.ts';
import { type FunctionLines, sourcePathOf } from '../../model/lines.ts';
import { linesUnderPointer } from '../../state/view/function-actions.ts';

interface PointerProps {
  /** Position of the pointer in the window. */
  readonly x: number;
  readonly y: number;
}

interface Props extends PointerProps {
  readonly graph: GraphState;
  readonly box: number;
}

export function Tooltip({ graph, box, ...pointed }: Props) {
  const recording = useRecording();
  const { tree, costs, inferred, root, all, zoomed } = graph;
  const { event } = graph.options;
  const chain = chainOf(tree, box);
  const func = tree.func[box];
  const total = tree.total[chain];
  return (
    <FunctionTooltip
      {...pointed}
      {...{ func, costs, chain }}
      options={graph.options}
      waiter={waiterOf(recording, tree, box)}
      fullName={fullName(recording, func)}
    >
      <span>{formatWeight(total, measureAt(recording, event))}</span>
      <span>{formatNumberOf(tree.samples[chain], sampleNoun(recording, event, func))}</span>
      <span>{formatShare(total / (all || 1))} of all</span>
      {root !== 0 && <span>{formatShare(total / (tree.total[root] || 1))} of the function</span>}
      {zoomed !== root && (
        <span>{formatShare(total / (tree.total[chainOf(tree, zoomed)] || 1))} of the zoomed box</span>
      )}
      <InferredShare {...{ tree, inferred, box }} />
    </FunctionTooltip>
  );
}

interface InferredProps {
  readonly tree: CallTree;
  readonly inferred: InferredWeights | undefined;
  readonly box: number;
}

export function InferredShare({ tree, inferred, box }: InferredProps) {
  const text = inferredIn({ tree, inferred }, box);
  return text !== '' && <span>{text}</span>;
}

interface FunctionTooltipProps extends PointerProps {
  readonly func: number;
  /** The costs of the tree, if they are shown, and the chain of the box. */
  readonly costs: CostShares | undefined;
  readonly chain: number;
  /** Of the graph, to find the lines of the function; undefined for none. */
  readonly options?: ViewOptions;
  /** The innermost Python function of a wait; NONE for none. */
  readonly waiter?: number;
  /** Shown if it differs from the label. */
  readonly fullName?: string;
  /** Weights and times. */
  readonly children: ReactNode;
}

export function FunctionTooltip(props: FunctionTooltipProps) {
  const recording = useRecording();
  const { func, costs, chain, options, waiter = NONE, fullName, x, y, children } = props;
  return (
    <FloatingTooltip x={x} y={y}>
      <TooltipName func={func} />
      {options && <LineTooltip options={options} func={func} />}
      {fullName !== undefined && fullName !== labelOf(recording, func).name && (
        <p className="full muted">{fullName}</p>
      )}
      <p className="numbers">{children}</p>
      {costs && <CostTooltip costs={costs} chain={chain} />}
      <MarkTooltip func={func} />
      {waiter >= 0 && <p>in {labelOf(recording, waiter).name}</p>}
      {func >= 0 && <p className="muted">{kindText(recording, func)}</p>}
    </FloatingTooltip>
  );
}

/** What a wait means, or the kind of code. */
function kindText({ strings, funcs }: FunctionNames, func: number): string {
  const kind = funcs.kind[func];
  const state =
    kind === Kind.wait ? WAIT_STATES.find(({ leaf }) => leaf === strings[funcs.name[func]]) : undefined;
  return state ? WAIT_HELP[state.id].is : KIND_LABELS[kind];
}

/** The innermost Python function of a wait, which is among its callers; NONE for other boxes. */
export function waiterOf({ funcs }: FunctionNames, tree: CallTree, box: number): number {
  const func = tree.func[box];
  if (func < 0 || funcs.kind[func] !== Kind.wait) return NONE;
  const callers = nodesTo(tree, box).map((node) => tree.func[node]);
  return callers.findLast((each) => each >= 0 && isPython(funcs.kind[each])) ?? NONE;
}

interface CostTooltipProps {
  readonly costs: CostShares;
  readonly chain: number;
}

const MAX_SHOWN = 3;

/** The heaviest costs of the box under the pointer. */
function CostTooltip({ costs: { costs, shares }, chain }: CostTooltipProps) {
  const colorOf = useCostColors();
  const ofBox = costs.map((cost, at) => ({
    label: costLabel(cost),
    color: colorOf(cost),
    // Only exact to half a percent.
    share: shares[chain * costs.length + at] / 255,
  }));
  return <HeaviestShares shares={ofBox} max={MAX_SHOWN} />;
}

/** How long the pointer must stay, in milliseconds: finding lines takes longer than moving on. */
const DELAY = 120;

/** The hottest line of the function under the pointer: `line 42 (3 lines)`. */
function LineTooltip({ options, func }: { readonly options: ViewOptions; readonly func: number }) {
  const recording = useRecording();
  // The tooltip of a comparison has no room for the lines of both sides.
  const hasLines = !useAppState(isComparing) && recording.hasLines;
  const hasFile = sourcePathOf(recording, func) !== undefined;
  const [answer, setAnswer] = useState<{ readonly func: number; readonly lines: FunctionLines['lines'] }>();
  useEffect(() => {
    if (!hasLines || !hasFile) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void linesUnderPointer(options, func).then((found) => {
        if (isCurrent && found) setAnswer({ func, lines: found.lines });
      });
    }, DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [hasLines, hasFile, options, func]);
  if (!hasLines || !hasFile) return null;
  const lines = answer?.func === func ? answer.lines : [];
  // The empty line keeps the tooltip from growing out of the window when the answer arrives.
  const text = lines.length === 0 ? '\u00a0' : `line ${lines[0].line}`;
  return (
    <p className="muted">
      {text}
      {lines.length > 1 && ` (${formatNumberOf(lines.length, 'line')})`}
    </p>
  );
}
