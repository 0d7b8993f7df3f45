// Tooltips, copied labels, kinds and search matches of the rows of a table.

import type { Label } from '../../text/labels.ts';
import { COST_HELP } from '../../text/cost-help.ts';
import { rowLabel, rowPath } from '../../text/row-labels.ts';
import { COSTS, type CostPart } from '../../model/costs.ts';
import { groupKinds, Kind } from '../../model/kinds.ts';
import { NONE } from '../../model/profile.ts';
import { isByCost, type Grouping, type Recording } from '../../model/session.ts';

/** Singular and plural nouns for the rows of a grouping. */
export function groupingNouns(by: Grouping): readonly [one: string, many: string] {
  return by === 'kind' ? ['kind of code', 'kinds of code'] : [by, `${by}s`];
}

const EXPLANATIONS: Partial<Record<Grouping, string>> = {
  file: 'Code whose source file is not in the recording: C functions, including those of the interpreter, and the kernel. At the level “Python only”, its weight is added to the Python code that called it.',
  package:
    'Code outside installed packages: your own code, the standard library, the interpreter and the kernel.',
  line: 'Code whose source line is not known: C functions and the kernel, and Python frames without a line.',
  module:
    'Code outside programs and libraries: Python functions, which have files instead, and code whose module is not in the recording.',
};

/** Explains a cost, and the row that collects code without a file, package or module; undefined for other rows. */
export function explainRow(by: Grouping, id: number): string | undefined {
  if (by === 'cost') return COST_HELP[COSTS[id].id].is;
  return id === NONE ? EXPLANATIONS[by] : undefined;
}

/** The label with the full path of the file or module, for pasting into other programs. */
export function labelToCopy(recording: Recording, by: Grouping, id: number, part?: CostPart): Label {
  const label = rowLabel(recording, by, id, part);
  return by === 'thread' || by === 'part' ? label : { ...label, place: rowPath(recording, by, id) ?? '' };
}

/** The kind of each row, in the order of `ids`. Threads and costs have no kind. */
export function rowKinds({ funcs }: Recording, by: Grouping, ids: Int32Array): Uint8Array {
  if (by === 'function' || by === 'line')
    return Uint8Array.from(ids, (func) => funcs.kind[func] ?? Kind.unknown);
  if (by === 'kind') return Uint8Array.from(ids);
  if (by === 'thread' || isByCost(by)) return new Uint8Array(ids.length).fill(Kind.unknown);
  const kinds = groupKinds(funcs[by], funcs.kind);
  return Uint8Array.from(ids, (id) => kinds.get(id) ?? Kind.unknown);
}

/** For each row, in the order of `ids`: 1 if one of its functions matches the search. */
export function matchingRows(
  { funcs }: Recording,
  by: Grouping,
  ids: Int32Array,
  matches: Uint8Array,
): Uint8Array {
  if (by === 'function' || by === 'line') return Uint8Array.from(ids, (func) => matches[func]);
  if (by === 'thread' || isByCost(by)) return new Uint8Array(ids.length);
  const groups = funcs[by];
  const found = new Set<number>();
  for (let func = 0; func < funcs.length; func++) if (matches[func] === 1) found.add(groups[func]);
  return Uint8Array.from(ids, (id) => (found.has(id) ? 1 : 0));
}
