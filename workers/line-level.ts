// The level of detail at which the self weight of a line is all of its time.

import { isPython } from '../src/model/kinds.ts';
import { DEFAULT_LEVEL, type Level } from '../src/model/levels.ts';
import type { OpenProfile } from './pipeline.ts';

/** Python functions include the C code that they call. Recordings of other languages, such as Go, would be empty at that level. */
export function lineLevelOf({ classified: { profile } }: OpenProfile): Level {
  const { line, func } = profile.stacks;
  const hasPython = line?.some((each, stack) => each > 0 && isPython(profile.funcs.kind[func[stack]]));
  return hasPython === false ? DEFAULT_LEVEL : 'python';
}
