// Which functions changed, may have changed or did not change, for the overview of a comparison. Each function is listed once.

import {
  isCertain,
  isOneSidedCall,
  type ComparedRow,
  type ComparisonSummary,
  type Verdict,
} from '../../model/comparison.ts';
import { withKernelNoiseLast } from '../../model/kernel-noise.ts';

type CertainVerdict = Extract<Verdict, 'more' | 'less' | 'new' | 'gone'>;

export interface ChangeGroup {
  readonly isOwn: boolean;
  readonly verdict: CertainVerdict;
  /** Total weights of functions that are new or gone, otherwise self weights. The largest difference first. */
  readonly rows: readonly ComparedRow[];
}

interface Changes {
  readonly groups: readonly ChangeGroup[];
  /** Wrappers: functions that one side inserts between calls that both sides make. */
  readonly calls: readonly ComparedRow[];
  /** Total weights of functions that changed with what they call, but not certainly on their own, the largest difference first. */
  readonly callers: readonly ComparedRow[];
  /** Self weights of other functions that may have changed, the largest difference first. */
  readonly unsure: readonly ComparedRow[];
  /** Number of other functions whose self weight did not change. */
  readonly same: number;
}

const VERDICTS: readonly CertainVerdict[] = ['more', 'less', 'new', 'gone'];

/** Your own functions come first. The rows of both tables are sorted by the size of their difference. */
export function changesOf(
  { self, totals }: Pick<ComparisonSummary, 'self' | 'totals'>,
  isOwn: (func: number) => boolean,
): Changes {
  const certain = (rows: readonly ComparedRow[]) => rows.filter(({ verdict }) => isCertain(verdict));
  // A function without self weight on one side may still call others there.
  const calls = totals.filter(isOneSidedCall);
  const changed = certain(totals).filter((row) => !isOneSidedCall(row));
  const oneSided = changed.filter(({ a, b }) => a === 0 || b === 0);
  const isListed = new Set(oneSided.map(({ index }) => index));
  const ofSelf = certain(self).filter(({ index }) => !isListed.has(index));
  for (const { index } of ofSelf) isListed.add(index);
  const listed = [
    ...ofSelf.map((row) => ({ row, verdict: row.d > 0 ? 'more' : 'less' })),
    ...oneSided.map((row) => ({ row, verdict: row.a === 0 ? 'new' : 'gone' })),
  ];
  const groups = [true, false].flatMap((own) =>
    VERDICTS.map((verdict): ChangeGroup => {
      const found = listed.filter((each) => each.verdict === verdict && isOwn(each.row.index) === own);
      const ofGroup = found.map(({ row }) => row);
      return { isOwn: own, verdict, rows: withKernelNoiseLast(ofGroup, ({ key }) => key) };
    }).filter((group) => group.rows.length > 0),
  );
  const callers = withKernelNoiseLast(
    changed.filter(({ index }) => !isListed.has(index)),
    ({ key }) => key,
  );
  for (const { index } of callers) isListed.add(index);
  const others = self.filter(({ index }) => !isListed.has(index));
  return {
    groups,
    calls,
    callers,
    unsure: withKernelNoiseLast(
      others.filter(({ verdict }) => verdict === 'unsure'),
      ({ key }) => key,
    ),
    same: others.filter(({ verdict }) => verdict === 'same').length,
  };
}

/** The difference of all code that the listed functions do not explain. */
export function unexplained({ total, explained }: Pick<ComparisonSummary, 'total' | 'explained'>): number {
  return total.d - explained.reduce((sum, { d }) => sum + d, 0);
}
