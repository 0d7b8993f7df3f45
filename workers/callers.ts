// Trees of callers of one open recording, the views that take longest to make. All of one is made in stints, between
// which questions are answered, and what is there of one tree serves for that of what a filter leaves of it.

import type { Inverted } from '../src/calltree/inverted.ts';
import { treeOf } from '../src/calltree/tree-of.ts';
import { atOnce, inTurn } from '../src/model/stints.ts';
import { allOf, type Shown } from '../src/model/stack-runs.ts';
import { copyOfTree, type CallTree, type Cut } from '../src/model/tree.ts';
import { Remembered } from './remembered.ts';

/** In bytes: a few large trees. */
const MOST_REMEMBERED = 100 << 20;

/** In bytes: of small trees, for one picture each. */
const MOST_PICTURES = 20 << 20;

/** Over when nothing else is to be done first. */
export type Pause = () => Promise<void>;

export class Callers {
  private readonly pause: Pause;
  /** Whole trees, by what they are of. */
  private readonly whole = new Remembered<Inverted>(
    MOST_REMEMBERED,
    ({ tree, endOf }) => bytesOfTree(tree) + endOf.byteLength,
  );
  /** What was shown first of them, and how it was cut. */
  private readonly first = new Remembered<CallTree>(MOST_PICTURES, bytesOfTree);

  constructor(pause: Pause) {
    this.pause = pause;
  }

  /** All callers in what is shown, which is what `key` says. */
  async wholeOf(key: string, shown: Shown, pause = this.pause): Promise<CallTree> {
    const known = this.whole.get(key);
    if (known) return known.tree;
    const { invert } = await import('../src/calltree/inverted.ts');
    const made = await inTurn(invert(shown), pause);
    this.whole.set(key, made);
    return made.tree;
  }

  /** Whether all callers in what the key says are there. */
  hasWhole(key: string | undefined): boolean {
    return key !== undefined && this.whole.get(key) !== undefined;
  }

  /** What is enough for a picture, where it was made before. */
  knownFirst(key: string, cut: Cut): CallTree | undefined {
    return this.first.get(firstKey(key, cut));
  }

  /** The same of what is shown; `before` says what that is a part of, and `isAhead` that nobody waits for it. */
  async firstOf(
    key: string,
    cut: Cut,
    shown: Shown,
    before: string | undefined,
    isAhead: boolean,
  ): Promise<CallTree> {
    const other = await this.fromTheOtherEnd(key, shown, before);
    if (other) return this.keep(key, cut, treeOf(other, cut.places).tree);
    const { invert } = await import('../src/calltree/inverted.ts');
    const work = invert(shown, cut);
    const { tree } = isAhead ? await inTurn(work, this.pause) : atOnce(work);
    return this.keep(key, cut, tree);
  }

  /** What is shown of the whole tree, or of the one before, where that is there and says enough. */
  private async fromTheOtherEnd(
    key: string,
    shown: Shown,
    before: string | undefined,
  ): Promise<Shown | undefined> {
    const whole = this.whole.get(key);
    if (whole) return allOf(whole.tree, shown.showing?.as.length ?? shown.runs.funcs);
    const known = before === undefined ? undefined : this.whole.get(before);
    if (!known) return undefined;
    const { shownInverted } = await import('../src/calltree/inverted.ts');
    return shownInverted(known, shown);
  }

  private keep(key: string, cut: Cut, tree: CallTree): CallTree {
    const kept = copyOfTree(tree);
    this.first.set(firstKey(key, cut), kept);
    return kept;
  }
}

function firstKey(key: string, { rows, places }: Cut): string {
  return `${key} ${rows} ${places}`;
}

/** What a tree takes: four bytes a box, and all columns of runs. */
export function bytesOfTree({ length, runs }: CallTree): number {
  return 4 * length + 52 * runs;
}
