// The sentence that summarizes a comparison: comparing.md, “The sentence”.

import { isCertain, isSetAside, type Basis, type ComparedRow, type Comparison } from '../model/comparison.ts';
import { isCertainTotal } from '../model/total-verdict.ts';
import { shortNameOf } from './function-key.ts';

const MAX_PARTS = 5;

const QUANTITY: Readonly<Record<Basis, string>> = {
  matched: 'CPU time for the same work',
  cpu: 'CPU time',
  rate: 'CPU time per second',
  work: 'CPU time per unit of work',
  share: 'of the samples',
};

interface Facts extends Pick<
  Comparison,
  'basis' | 'total' | 'delta' | 'explained' | 'factor' | 'factorSe' | 'work'
> {
  readonly functions: Pick<Comparison['functions'], 'self' | 'totals'>;
}

export function sentenceOf(facts: Facts): string {
  return `${headOf(facts)}${functionsText(facts)}${isScaled(facts) ? scaledText(facts.factor) : ''}`;
}

/** The functions that explain the difference or, if none does, those that changed. */
function functionsText({ explained, functions, total }: Facts): string {
  const isExplained = explained.length > 0;
  const named = isExplained ? explained : changedFunctions(functions);
  if (named.length === 0) return '. No function differs for certain.';
  const parts = named
    .slice(0, MAX_PARTS)
    .map(({ key, d }) => `${shortNameOf(key)} ${signedPercent(d, total.a)}`);
  const rest = named.length - parts.length;
  const end = rest > 0 ? `${rest} more changed` : 'nothing else is certain';
  const verb = isExplained || rest > 0 ? '' : ' changed';
  return `: ${parts.join(', ')}${verb}; ${end}.`;
}

/** Those whose self weight changed, then those of which only the total did. Calls that are set aside explain no difference. */
function changedFunctions({ self, totals }: Facts['functions']): readonly ComparedRow[] {
  const bySelf = self.filter(({ verdict }) => isCertain(verdict));
  const named = new Set(bySelf.map(({ key }) => key));
  const byTotal = totals.filter((row) => isCertain(row.verdict) && !isSetAside(row) && !named.has(row.key));
  return [...bySelf, ...byTotal];
}

function headOf({ basis, total, delta }: Facts): string {
  if (basis === 'share') return 'Shares of the samples';
  const half = `± ${percent((total.hi - total.lo) / 2, total.a)} %`;
  if (!isCertainTotal(total, delta))
    return `No certain difference in ${QUANTITY[basis]} (${signedPercent(total.d, total.a)} ${half})`;
  const direction = total.d > 0 ? 'more' : 'less';
  return `B uses ${percent(Math.abs(total.d), total.a)} % ${half} ${direction} ${QUANTITY[basis]}`;
}

/** True if the common factor differs from the known ratio of work. */
function isScaled({ basis, factor, factorSe, work }: Facts): boolean {
  const expected = work ? work[1] / work[0] : 1;
  return basis === 'matched' && Math.abs(Math.log(factor / expected)) > Math.max(0.05, 2 * factorSe);
}

function scaledText(factor: number): string {
  return ` Nearly all code scaled by ×${factor.toFixed(2)}: more work or a slower machine; compared at equal work.`;
}

function percent(value: number, whole: number): string {
  return ((100 * value) / (whole || 1)).toFixed(1);
}

function signedPercent(value: number, whole: number): string {
  const text = percent(value, whole);
  return `${text.startsWith('-') ? '' : '+'}${text} %`;
}
