// One fact about CPython 3.12 to 3.15, glibc or Linux: what the frames of these functions cost.

import type { CostId } from '../../model/costs.ts';

/** Where the function of a frame is. */
export type Place = 'python' | 'kernel' | 'interpreter' | 'extension' | 'runtime library' | 'native';

export interface CostRow {
  /** 1 to 6: the smallest rank among the frames of a Python function's C code decides. */
  readonly rank: number;
  readonly cost: CostId;
  /**
   * What within the cost. Empty for none; `$1` is the first group of `names`; `<module>` and `<library>` are derived from the
   * module's path.
   */
  readonly part: string;
  readonly place: Place;
  /** Alternatives of a regular expression that matches the whole canonical name. */
  readonly names: readonly string[];
  /** The files of CPython (v3.12 to v3.15), glibc or Linux that define them. */
  readonly source: string;
  /** The first version of CPython that has them, if later than 3.12. */
  readonly since?: string;
}
