// Where a person is in a graph, and how one moves in it. Pure: a place in, what changes of it out.

import { childrenOf, parentOf, type CallTree, type Seen } from '../model/tree.ts';

export interface Place {
  /** The box that fills the width, and those that did before it, nearest last. */
  readonly zoomed: number;
  readonly zoomedBefore: readonly number[];
  /** Counts up each time the zoomed box is to be shown in full again. */
  readonly refits: number;
  /** The focused box, whose details are shown. */
  readonly selected: number;
  /** What a person sees who went on from the zoomed box, by the wheel, the pointer or to a box out of sight. */
  readonly seen: Seen | undefined;
}

/** Where everyone begins: all is seen, and the box that is all of it has the focus. */
export function placeAt(root: number): Place {
  return { zoomed: root, zoomedBefore: [], refits: 0, selected: root, seen: undefined };
}

/** Where a link leads to in a picture: boxes of the whole of it, undefined for its root. */
export interface Landing {
  readonly graph: 'view' | 'callers' | 'callees';
  readonly boxes: Readonly<Record<'zoomed' | 'selected', number | undefined>>;
  readonly seen?: Seen | undefined;
  /** In the other half of the sandwich. */
  readonly beside?: Pick<Landing, 'boxes' | 'seen'> | undefined;
  /** Of the call tree: where its open rows end. */
  readonly ends?: readonly number[] | undefined;
}

/** The boxes that a link leads to; the root for those that are not there. */
export function landed(
  { boxes, seen }: Pick<Landing, 'boxes' | 'seen'>,
  { length }: Pick<CallTree, 'length'>,
  root: number,
): Pick<Place, 'zoomed' | 'selected' | 'seen'> {
  const inTree = (box = root) => (box >= root && box < length ? box : root);
  return { zoomed: inTree(boxes.zoomed), selected: inTree(boxes.selected), seen };
}

export function zoomedTo(place: Place, box: number): Partial<Place> {
  const { zoomed, zoomedBefore, refits } = place;
  // The box that fills the width already may have been moved away from.
  if (box === zoomed) return { refits: refits + 1, seen: undefined };
  return { zoomed: box, zoomedBefore: [...zoomedBefore, zoomed], seen: undefined };
}

/** To the box that was zoomed before; then to the whole. */
export function zoomedBack({ zoomedBefore, refits }: Place, root: number): Partial<Place> {
  return {
    zoomed: zoomedBefore.at(-1) ?? root,
    zoomedBefore: zoomedBefore.slice(0, -1),
    refits: refits + 1,
    seen: undefined,
  };
}

export function zoomedOut({ refits }: Place, root: number): Partial<Place> {
  return { zoomed: root, zoomedBefore: [], refits: refits + 1, seen: undefined };
}

export type Step = 'parent' | 'child' | 'next' | 'previous' | 'root' | 'end';

/** The box that lies one step from this one; itself where there is no box to go to. `root` is not gone beyond. */
export function stepFrom(tree: CallTree, box: number, step: Step, root: number): number {
  if (step === 'root') return root;
  if (step === 'child') return childrenOf(tree, box)[0] ?? box;
  if (step === 'end') {
    let last = box;
    for (let child = childrenOf(tree, last)[0]; child !== undefined; child = childrenOf(tree, last)[0])
      last = child;
    return last;
  }
  if (box === root) return box;
  const parent = parentOf(tree, box);
  if (step === 'parent') return parent;
  const siblings = childrenOf(tree, parent);
  return siblings[siblings.indexOf(box) + (step === 'next' ? 1 : -1)] ?? box;
}
