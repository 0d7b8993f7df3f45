// The total weight of an event, followed by what was counted.

import { formatWeight } from '../../text/format.ts';

/** `9.06 s CPU`, `1.2 s off CPU` or `31.2 G cycles`. Modifiers such as `:u` are left out. */
export function totalText(weight: number, event: string): string {
  const [name] = event.split(':');
  const text = formatWeight(weight, event);
  if (name === 'cpu-clock' || name === 'task-clock') return `${text} CPU`;
  return name === 'offcpu-time' ? `${text} off CPU` : `${text} ${name}`.trim();
}
