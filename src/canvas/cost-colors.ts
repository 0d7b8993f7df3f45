// The colors of costs. Related costs have similar hues and differ in lightness: the interpreter is yellow and brown, objects and
// their memory are blue, loading code is green, trouble is red, and what is outside the interpreter is teal and purple.

import { COSTS, type CostId } from '../model/costs.ts';
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
    imports: [76, 20.5, 140],
    compile: [90, 64, 144],
    exceptions: [59.3, 74, 22.5],
    classes: [90, 20, 150],
    libraries: [57, 21.5, 197],
    system: [57, 67, 309],
    profiling: [66.7, 43, 339.5],
    unknown: [82.6, 2, 270],
  },
  dark: {
    bytecode: [32, 22.5, 70.5],
    calls: [23.5, 38, 62.5],
    attributes: [39.5, 51, 71.5],
    values: [44, 52.5, 271],
    memory: [31.8, 17, 266],
    gc: [38.4, 49.5, 271],
    locks: [34.8, 58, 340],
    imports: [42.7, 24.5, 140.5],
    compile: [24, 14, 130],
    exceptions: [44.5, 60.5, 20],
    classes: [39.2, 51, 141.5],
    libraries: [25.3, 19.5, 209],
    system: [23.7, 58, 312],
    profiling: [37.3, 57, 318],
    unknown: [44.4, 2, 270],
  },
};

export function costColor(cost: CostId, theme: Theme): string {
  return lchToHex(...COST_COLORS[theme][cost]);
}

/** The colors of COSTS, in order. */
export function costColors(theme: Theme): string[] {
  return COSTS.map(({ id }) => costColor(id, theme));
}
