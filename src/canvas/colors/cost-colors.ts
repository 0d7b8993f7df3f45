// The colors of costs. Related costs have similar hues and differ in lightness: the interpreter is yellow and brown, objects and
// their memory are blue, loading code is green, trouble is red, and what is outside the interpreter is teal and purple.

import { COSTS, type CostId } from '../../model/costs.ts';
import type { Lch, Theme } from './colors.ts';
import { lchToHex } from './lch.ts';

/** Chosen so that no two costs look alike, even with color blindness of any kind, least of all neighbors in COSTS. */
const COST_COLORS: Readonly<Record<Theme, Readonly<Record<CostId, Lch>>>> = {
  light: {
    bytecode: [80, 48, 83],
    calls: [57, 62, 81],
    attributes: [72, 39, 84],
    values: [70, 45, 259],
    memory: [84, 26, 245],
    gc: [58.5, 64, 269.5],
    locks: [58.5, 54, 1],
    imports: [74.1, 25.4, 131.8],
    compile: [88.9, 43.3, 124],
    exceptions: [59.3, 74, 22.5],
    classes: [80.9, 43.5, 157.6],
    libraries: [57, 21.5, 197],
    system: [57, 67, 309],
    profiling: [66.7, 43, 339.5],
    unknown: [82.6, 2, 270],
  },
  dark: {
    bytecode: [35.5, 26.4, 62.1],
    calls: [44.2, 54, 75.8],
    attributes: [25.7, 44.8, 56.2],
    values: [37.4, 30.8, 261.5],
    memory: [26.1, 38.5, 271],
    gc: [43.8, 53.5, 270.4],
    locks: [31.4, 34.6, 360.3],
    imports: [43.5, 26, 140.4],
    compile: [33.6, 54, 132.5],
    exceptions: [44.5, 58.4, 20],
    classes: [25.5, 27.3, 137.2],
    libraries: [42.5, 28.8, 214.2],
    system: [33.4, 59.8, 302.3],
    profiling: [25.6, 39.4, 324.8],
    unknown: [41.2, 2, 269.4],
  },
};

export function costColor(cost: CostId, theme: Theme): string {
  return lchToHex(...COST_COLORS[theme][cost]);
}

/** The colors of COSTS, in order. */
export function costColors(theme: Theme): string[] {
  return COSTS.map(({ id }) => costColor(id, theme));
}
