// Writes the lines that were found into the stacks of a profile. They are known only after all samples were read. Until then, the
// stacks have a number in place of each line; those whose lines are equal are merged:
//
//   py::main #1 → py::work #2        py::main line 9 → py::work line 3
//   py::main #1 → py::work #3
//   py::main #1 → py::work #4        py::main line 9 → py::work line 4

import { FrameIds, PairTable } from '../model/numbering.ts';
import { NONE, type Profile } from '../model/profile.ts';

/** `lines` are by number, 0 if unknown. */
export function withInferredLines(profile: Profile, lines: Int32Array): Profile {
  const { stacks, samples } = profile;
  const { length, parent, func, line: numbers } = stacks;
  if (!numbers) return profile;
  const frames = new FrameIds();
  const table = new PairTable(length);
  /** By old row. Parents are before their children. */
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const caller = parent[row] === NONE ? NONE : rows[parent[row]];
    rows[row] = table.intern(caller, frames.of(func[row], lines[numbers[row]]));
  }
  const { first, second } = table.view();
  return {
    ...profile,
    stacks: { length: first.length, parent: first, ...frames.columns(second) },
    samples: { ...samples, stack: samples.stack.map((row) => (row === NONE ? NONE : rows[row])) },
  };
}
