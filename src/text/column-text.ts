// Weights and shares in columns of text.

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
