// The functions of the entries of “Stands out” in the overview. Loaded on demand.

import { matchPattern } from '../src/calltree/match.ts';
import { matchTarget } from '../src/filters/targets.ts';
import { NOTABLE } from '../src/model/notable.ts';
import type { Profile } from '../src/model/profile.ts';

export interface NotableFunctions {
  /** Marks the functions that match each row of NOTABLE. */
  readonly rows: readonly Uint8Array[];
  /** Marks the functions that represent the import of a module. */
  readonly imports: Uint8Array;
}

export function notableFunctions(profile: Profile): NotableFunctions {
  const names = Array.from(profile.funcs.name, (name) => profile.strings[name]);
  const rows = NOTABLE.map(({ target }) =>
    // These patterns run in linear time, so no worker is needed to stop them.
    target.by === 'pattern' ? matchPattern(names, target.query).matches : matchTarget(profile, target),
  );
  return { rows, imports: matchPattern(names, '^py::import \\S').matches };
}
