// Which functions changed, may have changed or did not change, for the overview of a comparison.

import { isCertain, type ComparedRow, type Verdict } from '../../model/comparison.ts';

export type CertainVerdict = Extract<Verdict, 'more' | 'less' | 'new' | 'gone'>;

export interface ChangeGroup {
  readonly isOwn: boolean;
  readonly verdict: CertainVerdict;
  /** The largest difference first. */
  readonly rows: readonly ComparedRow[];
}

export interface Changes {
  readonly groups: readonly ChangeGroup[];
  /** Rows that may have changed, the largest difference first. */
  readonly unsure: readonly ComparedRow[];
  /** Number of rows that did not change. */
  readonly same: number;
}

const VERDICTS: readonly CertainVerdict[] = ['more', 'less', 'new', 'gone'];

/** Your own functions come first. `rows` are sorted by the size of their difference. */
export function changesOf(rows: readonly ComparedRow[], isOwn: (func: number) => boolean): Changes {
  const groups = [true, false].flatMap((own) =>
    VERDICTS.map((verdict): ChangeGroup => {
      const found = rows.filter((row) => row.verdict === verdict && isOwn(row.index) === own);
      return { isOwn: own, verdict, rows: found };
    }).filter((group) => group.rows.length > 0),
  );
  const unsure = rows.filter(({ verdict }) => verdict === 'unsure');
  const same = rows.filter(({ verdict }) => verdict === 'same').length;
  return { groups, unsure, same };
}

/** True if the difference of any row is certain. */
export function hasChanges(rows: readonly ComparedRow[]): boolean {
  return rows.some(({ verdict }) => isCertain(verdict));
}
