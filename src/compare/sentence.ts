// The sentence that summarizes a comparison: comparing.md, “The sentence”. Page, terminal and exports all show it.

import {
  isCertain,
  isOneSidedCall,
  type Basis,
  type Comparison,
  isCertainTotal,
} from '../model/comparison.ts';
import { measureOf } from '../text/sides-text.ts';
import { isKernelNoise } from '../model/kernel-noise.ts';
import { displayName, isOwnFile, isPythonKey, partsOf, shortNameOf } from './match/function-key.ts';
import { compareText } from '../text/column-text.ts';

const MAX_FUNCTIONS = 5;
const MAX_RENAMES = 2;
/** Smaller common factors are only noise, or not worth a word. */
const MIN_SCALING = 0.05;

/** Completes a measure such as “CPU time”. */
const SUFFIX: Readonly<Record<Exclude<Basis, 'share'>, string>> = {
  matched: ' for the same work',
  cpu: '',
  rate: ' per second',
  work: ' per unit of work',
};

interface Facts extends Pick<
  Comparison,
  | 'basis'
  | 'measure'
  | 'total'
  | 'delta'
  | 'explained'
  | 'factor'
  | 'factorSe'
  | 'isUneven'
  | 'work'
  | 'unnamedModules'
> {
  readonly functions: Pick<Comparison['functions'], 'totals' | 'candidates'>;
}

/** Certain changes come first, then the total, then what all code has in common. `nameText` formats the names of functions. */
export function sentenceOf(facts: Facts, nameText = (name: string) => name): string {
  const changes = changesText(facts, nameText);
  return [...withTotal(facts, changes), ...scaledText(facts)].join(' ');
}

function withTotal({ basis, measure, total, delta }: Facts, changes: string): string[] {
  if (basis === 'share') return [changes || 'No certain difference in shares of the samples.'];
  const quantity = `${measureOf(measure)}${SUFFIX[basis]}`;
  const { a, d, lo, hi } = total;
  if (isCertainTotal(total, delta)) {
    const size = `${percent(Math.abs(d), a, 1)} ± ${percent((hi - lo) / 2, a, 1)}`;
    const change = `B uses ${size} ${d > 0 ? 'more' : 'less'} ${quantity}.`;
    return [change, changes || 'No single function changed for certain.'];
  }
  const range = `(${signedPercent(lo, a, 0)} to ${signedPercent(hi, a, 0)})`;
  if (changes === '') return [`No certain difference in ${quantity} ${range}.`];
  return [changes, `Cannot tell whether ${quantity} changed in total ${range}.`];
}

/** Own functions first, then by size; empty if nothing changed for certain. */
function changesText(
  { explained, functions, total, unnamedModules }: Facts,
  nameText: (name: string) => string,
): string {
  const found = differences(explained, functions.totals);
  const renamed = functions.candidates.filter(({ from, to }) => found.has(from) || found.has(to));
  const isRenamed = new Set(renamed.flatMap(({ from, to }) => [from, to]));
  const listed = [...found]
    .filter(([key]) => !isRenamed.has(key))
    .sort(([x, dx], [y, dy]) => rankOf(x) - rankOf(y) || Math.abs(dy) - Math.abs(dx) || compareText(x, y));
  const rowOf = new Map(functions.totals.map((row) => [row.key, row]));
  const named = listed.slice(0, MAX_FUNCTIONS).map(([key, d]) => {
    const row = rowOf.get(key);
    const ofAll = `(${signedPercent(d, total.a, 1)} of all code)`;
    const name = nameText(displayName(key, unnamedModules));
    if (row?.a === 0) return `${name} is new ${ofAll}`;
    if (row?.b === 0) return `${name} is gone ${ofAll}`;
    return row ? `${name} ${signedPercent(row.d, row.a, 0)} ${ofAll}` : `${name} ${ofAll}`;
  });
  const more = listed.length - named.length;
  const parts = [
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...renamed
      .slice(0, MAX_RENAMES)
      .map(({ from, to }) => `${nameText(shortNameOf(from))} may be ${nameText(shortNameOf(to))} now`),
  ];
  return parts.length > 0 ? `Changed for certain: ${parts.join(', ')}.` : '';
}

/** The functions that explain the difference or, if none does, those that changed. One-sided calls explain none. */
function differences(
  explained: Facts['explained'],
  totals: Facts['functions']['totals'],
): ReadonlyMap<string, number> {
  const changed = totals.filter((row) => isCertain(row.verdict) && !isOneSidedCall(row));
  return new Map((explained.length > 0 ? explained : changed).map(({ key, d }) => [key, d]));
}

/** Own functions, then others, then what only interrupts these. */
function rankOf(key: string): number {
  if (!isPythonKey(key)) return isKernelNoise(key) ? 2 : 1;
  return isOwnFile(partsOf(key).file) ? 0 : 1;
}

function scaledText({ basis, factor, factorSe, isUneven, work }: Facts): string[] {
  if (basis !== 'matched') return [];
  if (isUneven)
    return ['Parts of the program scaled differently, so one total for the same work says little.'];
  const expected = work ? work[1] / work[0] : 1;
  if (Math.abs(Math.log(factor / expected)) <= Math.max(MIN_SCALING, 2 * factorSe)) return [];
  return [
    `Nearly all code scaled by ×${factor.toFixed(2)}: more work or a slower machine; compared at equal work.`,
  ];
}

function percent(value: number, whole: number, decimals: number): string {
  return `${((100 * value) / (whole || 1)).toFixed(decimals)} %`;
}

function signedPercent(value: number, whole: number, decimals: number): string {
  const text = percent(value, whole, decimals);
  return text.startsWith('-') ? text : `+${text}`;
}
