// Formats the total weight of an event together with its unit.

import { CPU_TIME } from '../../model/events.ts';
import { formatWeight } from '../../text/format.ts';

/** Such as `9.06 s CPU`, `1.2 s off CPU` or `31.2 G cycles`. Omits modifiers such as `:u`. */
export function totalText(weight: number, event: string): string {
  const [name] = event.split(':');
  const text = formatWeight(weight, event);
  if (name === 'cpu-clock' || name === 'task-clock') return `${text} CPU`;
  if (name === CPU_TIME) return `${text} CPU time`;
  return name === 'offcpu-time' ? `${text} off CPU` : `${text} ${name}`.trim();
}
