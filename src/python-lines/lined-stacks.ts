// Writes the lines that were found into the stacks of a profile. Lines are known only after all samples were read, so the stacks
// are built again:
//
//   py::main → py::work, in two samples        py::main line 9 → py::work line 3
//                                              py::main line 9 → py::work line 4

import { FrameIds, PairTable } from '../model/numbering.ts';
import { NONE, PYTHON_PREFIX, type Profile } from '../model/profile.ts';

/** The Python frames with a line: rows sorted by sample, then by frame. */
export interface FoundFrames {
  readonly length: number;
  /** Row of the sample table. */
  readonly sample: Int32Array;
  /** Number of the Python frame in its stack, counted from the leaf. */
  readonly pythonFrame: Int32Array;
  /** Index into `names`. */
  readonly name: Int32Array;
  /** 1-based. */
  readonly line: Int32Array;
  /** `py::NAME:FILE`. */
  readonly names: readonly string[];
}

export function withLinesOf(profile: Profile, found: FoundFrames): Profile {
  const { samples } = profile;
  const lined = new LinedStacks(profile, found);
  const stack = new Int32Array(samples.length);
  for (let sample = 0, row = 0; sample < samples.length; sample++) {
    const first = row;
    while (row < found.length && found.sample[row] === sample) row++;
    stack[sample] = lined.add(samples.stack[sample], first, row);
  }
  return { ...profile, stacks: lined.finish(), samples: { ...samples, stack } };
}

class LinedStacks {
  private readonly old: Profile['stacks'];
  private readonly found: FoundFrames;
  private readonly frames = new FrameIds();
  private readonly table: PairTable;
  /** Per old stack: the new one without lines, + 1; 0 if there is none yet. */
  private readonly unlined: Int32Array;
  /** Per function: the index of its name in `found.names`; NONE for other Python functions, and OTHER for all others. */
  private readonly names: Int32Array;
  /** The frames of a stack, leaf first. */
  private readonly path: number[] = [];

  constructor({ stacks, funcs, strings }: Profile, found: FoundFrames) {
    this.old = stacks;
    this.found = found;
    this.table = new PairTable(stacks.length);
    this.unlined = new Int32Array(stacks.length);
    const numbers = new Map(found.names.map((name, i) => [name, i]));
    this.names = funcs.name.map((name) =>
      strings[name].startsWith(PYTHON_PREFIX) ? (numbers.get(strings[name]) ?? NONE) : OTHER,
    );
  }

  /** Returns the new stack of a sample, whose lines are these rows of `found`. */
  add(stack: number, from: number, to: number): number {
    const { old, found, names, path, table, frames } = this;
    path.length = 0;
    let at = stack;
    for (let row = from, pythonFrame = 0; row < to && at >= 0; at = old.parent[at]) {
      const func = old.func[at];
      let line = 0;
      if (names[func] !== OTHER && pythonFrame++ === found.pythonFrame[row]) {
        if (names[func] === found.name[row]) line = found.line[row];
        row++;
      }
      path.push(frames.of(func, line));
    }
    let lined = this.withoutLines(at);
    for (let i = path.length - 1; i >= 0; i--) lined = table.intern(lined, path[i]);
    return lined;
  }

  private withoutLines(stack: number): number {
    const { old, table, unlined } = this;
    const missing: number[] = [];
    let at = stack;
    for (; at >= 0 && unlined[at] === 0; at = old.parent[at]) missing.push(at);
    let row = at < 0 ? NONE : unlined[at] - 1;
    for (const each of missing.reverse()) {
      row = table.intern(row, old.func[each]);
      unlined[each] = row + 1;
    }
    return row;
  }

  finish(): Profile['stacks'] {
    const { first, second } = this.table.take();
    return { length: first.length, parent: first, ...this.frames.columns(second) };
  }
}

/** In place of a name: not a Python function. */
const OTHER = -2;
