// Says which events recordings have that cannot be compared, because they have none in common. Loaded on demand.

import type { Recording } from '../src/model/session.ts';
import { formatList } from '../src/text/format.ts';
import { quoted } from '../src/text/quoted.ts';

const MAX_RECORDINGS = 3;
const MAX_EVENTS = 3;

export function differentEvents(recordings: readonly Pick<Recording, 'name' | 'events'>[]): string {
  const each = recordings.map(({ name, events }) => {
    const names = events.map((event) => event.name);
    return `${quoted(name)} has ${names.length === 0 ? 'none' : formatList(names, MAX_EVENTS)}`;
  });
  return `The recordings have no event in common: ${formatList(each, MAX_RECORDINGS)}.`;
}
