// The five levels of detail, from finest to coarsest. The command line and links use the names, the page shows the labels.

export const LEVELS = [
  { name: 'raw', label: 'As recorded', about: 'Every frame as perf printed it' },
  {
    name: 'merged',
    label: 'Everything',
    about: 'Every frame, with each Python call and its evaluator merged into one',
  },
  {
    name: 'python-c',
    label: 'Python and C',
    about: 'Python functions and the C code that does real work, without call glue',
  },
  {
    name: 'python-leaf-c',
    label: 'Python, then C',
    about: 'Python functions, and C code only at the end of the stack',
  },
  { name: 'python', label: 'Python only', about: 'Only Python functions' },
] as const;

export type Level = (typeof LEVELS)[number]['name'];

export const DEFAULT_LEVEL: Level = 'python-c';

/** All levels, nearest first, starting with `level` itself. */
export function levelsByDistance(level: Level): Level[] {
  const names = LEVELS.map(({ name }) => name);
  const distance = (name: Level) => Math.abs(names.indexOf(name) - names.indexOf(level));
  return names.sort((a, b) => distance(a) - distance(b));
}

/** True for levels at which imports can be folded: those that hide call glue, which would otherwise split the machinery. */
export function canFoldImports(level: Level): boolean {
  return level !== 'raw' && level !== 'merged';
}

/** True for levels that hide C functions which do real work. */
export function hidesC(level: Level): boolean {
  return level === 'python-leaf-c' || level === 'python';
}

export function labelOfLevel(level: Level): string {
  return LEVELS.find(({ name }) => name === level)?.label ?? level;
}

/** What mending found (mending/mend.ts), in numbers of samples of all events. */
export interface MendingCounts {
  /** They end before the root of their stack, as recorded. */
  readonly open: number;
  /** Open ones that can be re-attached. */
  readonly mended: number;
  /** True if an open one has as many frames as the kernel keeps. */
  readonly isDeep: boolean;
  /** True if any stack reaches its root. */
  readonly hasWhole: boolean;
}

/** What the page knows about the mending of a recording. */
export interface MendingSummary extends MendingCounts {
  /** The share of the weight of the event with the most samples that was re-attached, 0 to 1. */
  readonly share: number;
  /** True for the output of perf, whose stacks begin in functions that are known to be roots. */
  readonly isFromPerf: boolean;
}

/** Which callers are shown of stacks that were cut: none, as recorded, or those inferred from other samples. */
export type Callers = 'recorded' | 'inferred';
