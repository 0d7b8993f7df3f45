// Turns pieces of time into a profile: each piece is a sample whose weight is its length. The stack of a wait ends in a frame
// that names its state.

import { AppendedStacks } from '../model/appended-stacks.ts';
import { append, appendBytes, copyInto } from '../model/columns.ts';
import { Kind } from '../model/kinds.ts';
import { NONE, type FuncTable, type Profile, type Thread } from '../model/profile.ts';
import { Role } from '../model/role.ts';
import { WAIT_STATES } from '../model/wait-states.ts';
import { NOT_RECORDED, RUNNING, type TimePiece } from './pieces.ts';
import { withoutKernelLeaf, type ClassifiedStacks } from './classified-stacks.ts';

/** The only event of the profile. */
const WALL_TIME = 'wall time';

/** `keepsKernel` is true at the levels that show waits with the kernel's frames; elsewhere, the state stands for them. */
export function waitsProfile<
  Stacks extends ClassifiedStacks & { readonly isInlined: Uint8Array | undefined },
>(stacks: Stacks, pieces: readonly TimePiece[], keepsKernel: boolean): Stacks {
  const { profile, role, isInlined, markers } = stacks;
  const appended = new AppendedStacks();
  const leaf = (state: number) => profile.funcs.length + state;
  const rows = Int32Array.from(pieces, ({ state, stack }) => {
    if (state === RUNNING) return appended.unchanged(stack);
    const isUnknown = stack < 0 || state === NOT_RECORDED;
    const caller = isUnknown
      ? appended.intern(appended.unchanged(NONE), markers.noStack)
      : appended.unchanged(keepsKernel ? stack : withoutKernelLeaf(stacks, stack));
    return appended.intern(caller, leaf(state));
  });
  const { stacks: table, stackOf } = appended.appendTo(profile.stacks);
  const added = table.length - profile.stacks.length;
  const threads = new Threads();
  const samples = {
    length: pieces.length,
    stack: rows.map((row) => stackOf[row]),
    thread: Int32Array.from(pieces, (piece) => threads.rowOf(piece)),
    event: new Uint8Array(pieces.length),
    time: Float64Array.from(pieces, ({ from }) => from),
    weight: Float64Array.from(pieces, ({ from, to }) => to - from),
  };
  return {
    ...stacks,
    profile: {
      ...withWaitFunctions(profile),
      stacks: table,
      samples,
      threads: threads.rows,
      events: [WALL_TIME],
      defaultEvent: WALL_TIME,
    },
    role: appendBytes(role, new Uint8Array(added).fill(Role.plain)),
    isInlined: isInlined && appendBytes(isInlined, new Uint8Array(added)),
  };
}

/** Appends a function for each state. */
function withWaitFunctions(profile: Profile): Profile {
  const { strings, funcs } = profile;
  const { length } = funcs;
  const none = WAIT_STATES.map(() => NONE);
  const kind = copyInto(funcs.kind, new Uint8Array(length + WAIT_STATES.length)).fill(Kind.wait, length);
  const table: FuncTable = {
    length: length + WAIT_STATES.length,
    name: append(
      funcs.name,
      WAIT_STATES.map((_, state) => strings.length + state),
    ),
    file: append(funcs.file, none),
    package: append(funcs.package, none),
    module: append(funcs.module, none),
    canonical: append(
      funcs.canonical,
      WAIT_STATES.map((_, state) => length + state),
    ),
    kind,
    flags: copyInto(funcs.flags, new Uint8Array(kind.length)),
  };
  return { ...profile, strings: [...strings, ...WAIT_STATES.map((state) => state.leaf)], funcs: table };
}

class Threads {
  readonly rows: Thread[] = [];
  private readonly rowOfKey = new Map<string, number>();

  rowOf({ life: { pid, tid }, comm }: TimePiece): number {
    const key = `${pid} ${tid} ${comm}`;
    let row = this.rowOfKey.get(key);
    if (row === undefined) this.rowOfKey.set(key, (row = this.rows.push({ pid, tid, comm }) - 1));
    return row;
  }
}
