// Weights and shares in columns of text, and the order of their rows.

import { unitOf } from './format.ts';

/** Seconds for clock events, otherwise the plain number; a dash for zero. */
export function weightText(weight: number, event: string): string {
  if (weight === 0) return '–';
  return unitOf(event) === 'ns' ? `${(weight / 1e9).toFixed(3)} s` : String(weight);
}

/** `12.34 %`, or a dash for zero. */
export function shareText(weight: number, whole: number): string {
  return weight === 0 ? '–' : `${((100 * weight) / whole).toFixed(2)} %`;
}

/** Compares by UTF-16 code units, so that the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
