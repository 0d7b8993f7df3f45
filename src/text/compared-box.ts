// Describes a call node of a comparison: the values of both sides, the difference, the verdict, and how it was matched.

import { NodeMark, type ComparedNodes, type ComparedRow, type FunctionMove } from '../model/comparison.ts';
import { pathOf } from '../model/function-names.ts';
import type { FunctionNames } from '../model/profile.ts';
import { chainOf, type CallTree } from '../model/tree.ts';
import {
  differenceBetween,
  formatChange,
  formatRelative,
  formatValue,
  verdictSentence,
} from './difference.ts';
import { formatShare } from './format.ts';
import { labelOf, nameAndPlace } from './labels.ts';

export interface ComparedBoxes {
  readonly names: FunctionNames;
  readonly nodes: ComparedNodes;
  readonly tree: Pick<CallTree, 'func' | 'chains' | 'first'>;
  readonly moves: readonly FunctionMove[];
}

interface ComparedBoxText {
  readonly a: string;
  readonly b: string;
  /** `+0.3 s (+9.2 %)`; without percent if one side has none of it, and `no difference`. */
  readonly change: string;
  /** `0.3 s more, certain: +0.2 to +0.4 s.` */
  readonly verdict: string;
  /** How the node was matched, in sentences. */
  readonly marks: readonly string[];
}

export function comparedBoxText(boxes: ComparedBoxes, node: number): ComparedBoxText {
  const { nodes, tree } = boxes;
  const chain = chainOf(tree, node);
  const a = nodes.a[chain];
  const b = nodes.b[chain];
  const d = differenceBetween(a, b);
  const relative = a > 0 && b > 0 ? ` (${formatRelative(d, a)})` : '';
  const isUnjudged = node === 0 && nodes.total === undefined;
  return {
    a: formatValue(a, nodes),
    b: formatValue(b, nodes),
    change: d === 0 ? 'no difference' : `${formatChange(d, nodes)}${relative}`,
    verdict: isUnjudged
      ? 'Both are 100 %: only shares are compared.'
      : verdictSentence(node === 0 ? nodes.total : nodes.rows[nodes.row[chain]], nodes),
    marks: marksOf(boxes, chain, node),
  };
}

/** `parse (a.py): A 3.1 s, B 3.4 s. 0.3 s more, certain: +0.2 to +0.4 s.` */
export function comparedBoxSentence(boxes: ComparedBoxes, node: number): string {
  const { a, b, verdict, marks } = comparedBoxText(boxes, node);
  const name = nameAndPlace(boxes.names, boxes.tree.func[node]);
  return [`${name}: A ${a}, B ${b}.`, verdict, ...marks].join(' ');
}

/** The lines of a tooltip. */
export function comparedBoxLines(boxes: ComparedBoxes, node: number): string[] {
  const {
    names,
    tree: { func },
  } = boxes;
  const { a, b, change, verdict, marks } = comparedBoxText(boxes, node);
  const path = pathOf(names, func[node]);
  const place = path === undefined ? [] : [path];
  return [labelOf(names, func[node]).name, ...place, `A ${a}, B ${b}: ${change}`, verdict, ...marks];
}

function marksOf({ names, nodes, tree, moves }: ComparedBoxes, chain: number, node: number): string[] {
  const { mark, movedOutOf } = nodes;
  const marks = [...oneSidedMark(nodes, chain)];
  if (mark[chain] === NodeMark.inserted)
    marks.push('Added: only B makes this call. What it calls is compared one level up, under the bracket.');
  if (mark[chain] === NodeMark.removed)
    marks.push(
      'Removed: only A makes this call. What it called is compared one level up, under the bracket.',
    );
  const call = movedOutOf[chain];
  if (call >= 0) {
    const { name } = labelOf(names, tree.func[tree.first[call]]);
    const isInserted = mark[call] === NodeMark.inserted;
    marks.push(isInserted ? `In B, ${name} calls it (added).` : `In A, ${name} called it (removed in B).`);
  }
  const move = moves.find(({ to }) => to === tree.func[node]);
  if (move) marks.push(moveText(names, move));
  const inferred = inferredMark(nodes, chain, node);
  return inferred === undefined ? marks : [...marks, inferred];
}

/** `Inferred: 12.3% of A, 4.0% of B.` Undefined if nothing of the node is inferred. */
export function inferredMark(
  { a, b, inferredA, inferredB }: ComparedNodes,
  chain: number,
  node: number,
): string | undefined {
  const part = (name: string, inferred: Float64Array | undefined, total: number) =>
    inferred && inferred[node] > 0 ? [`${formatShare(inferred[node] / total)} of ${name}`] : [];
  const parts = [...part('A', inferredA, a[chain]), ...part('B', inferredB, b[chain])];
  return parts.length > 0 ? `Inferred from other samples: ${parts.join(', ')}.` : undefined;
}

/** Says of a call that only one side has, and that has no verdict about that, what its dashed outline means. */
function oneSidedMark({ a, b, mark, row, rows }: ComparedNodes, chain: number): string[] {
  const isOneSided = (a[chain] === 0) !== (b[chain] === 0);
  const tested: ComparedRow | undefined = rows[row[chain]];
  if (!isOneSided || mark[chain] !== NodeMark.none || (tested && tested.verdict !== 'same')) return [];
  return [a[chain] === 0 ? 'Maybe new: only B has samples of it.' : 'Maybe gone: only A has samples of it.'];
}

function moveText(names: FunctionNames, { from, to, mark }: FunctionMove): string {
  const name = labelOf(names, from).name;
  const path = pathOf(names, from);
  if (mark === 'renamed') return `Renamed from ${name}.`;
  if (path === undefined) return `Moved from ${name}.`;
  const isNamedAlike = name === labelOf(names, to).name;
  return mark === 'path'
    ? `In A, its file is ${path}.`
    : `Moved from ${isNamedAlike ? path : `${name} in ${path}`}.`;
}
