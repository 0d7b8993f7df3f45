// The five levels of detail, coarsest last. Names are for the command line, labels for the page.

export const LEVELS = [
  { name: 'raw', label: 'As recorded', about: 'Every frame, as perf printed it' },
  {
    name: 'merged',
    label: 'Everything',
    about: 'Every function once: a Python call and its evaluator are one frame',
  },
  {
    name: 'python-c',
    label: 'Python and C',
    about: 'Python functions and the C code that does work; call glue hidden',
  },
  {
    name: 'python-leaf-c',
    label: 'Python, then C',
    about: 'Python functions; C only where the stack ends in it',
  },
  { name: 'python', label: 'Python only', about: 'Nothing but Python functions' },
] as const;

export type Level = (typeof LEVELS)[number]['name'];

export const DEFAULT_LEVEL: Level = 'python-c';

export function labelOfLevel(level: Level): string {
  return LEVELS.find(({ name }) => name === level)?.label ?? level;
}
