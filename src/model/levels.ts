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
