// Describes a link with a profile: what it leaves out, and how a smaller choice differs.

import { MAX_LINK_LENGTH, type ShareChoice } from '../../model/exports.ts';
import type { Recording, ViewOptions } from '../../model/session.ts';
import type { SharedLink } from '../../state/links/share.ts';
import { capitalized, formatCount, formatList, formatNumberOf, formatShare } from '../../text/format.ts';

const LOCATION_PARTS: Readonly<Record<SharedLink['lost'][number], string>> = {
  zoomed: 'the zoom',
  selected: 'the selection',
  visibleRange: 'the scroll position',
  expanded: 'the expanded rows',
  otherHalf: 'the position in the other graph',
};

/** Phrases that complete “The link leaves out”. */
export function omissionsOf(
  recording: Recording,
  { threads, range, filters, level, comparison }: ViewOptions,
  link: Pick<SharedLink, 'choice' | 'shared' | 'lost'>,
): string[] {
  const { scope, includesThreads, hasShortPaths, minShare } = link.choice;
  const { samples, merged, moved, ambiguousNames, changedPatterns } = link.shared;
  const left = recording.samples - samples;
  const places = formatList(link.lost.map((place) => LOCATION_PARTS[place]));
  return [
    comparison &&
      'the time of each sample: no timelines, and bursts do not count as noise, so that verdicts may change',
    recording.duration > 0 && 'the time of each sample: no timeline, and no time order',
    scope === 'all' && range !== undefined && 'the time range',
    scope !== 'all' && left > 0 && `${formatNumberOf(left, 'sample')} outside the selection`,
    scope === 'visible' && 'all other levels of detail',
    scope === 'visible' && level !== 'raw' && 'what frames cost that this level hides',
    scope === 'visible' && filters.some(({ isOn }) => isOn) && 'what the filters hide',
    !includesThreads && `names and IDs of ${formatNumberOf(recording.threads, 'thread')}`,
    !includesThreads && scope === 'all' && threads !== undefined && 'the selected threads',
    hasShortPaths && 'home directories, and paths up to site-packages and the standard library',
    ambiguousNames > 0 &&
      `differences between ${formatNumberOf(ambiguousNames, 'name')} that are equal with short paths; their functions are merged`,
    ...changedPatterns.map(
      (pattern) => `the matches of “${pattern}”, which matches other functions with short paths`,
    ),
    moved > 0 &&
      `boxes below ${formatShare(minShare)}: ${formatShare(merged)} of the weight moves to their callers`,
    places !== '' && `your location: ${places}`,
    recording.notes.length > 0 && 'the notes about the recording',
  ].filter((text) => typeof text === 'string');
}

export const TOO_LONG = `Links of more than ${formatCount(MAX_LINK_LENGTH)} characters may be cut off`;

/** Describes what a choice leaves out compared with the previous one. */
export function describeDifference(previous: ShareChoice, choice: ShareChoice, level: string): string {
  const parts: string[] = [];
  if (choice.scope !== previous.scope) parts.push(`only what this view shows, at the level “${level}”`);
  if (choice.includesThreads !== previous.includesThreads) parts.push('without threads');
  if (choice.minShare !== previous.minShare)
    parts.push(`without boxes below ${formatShare(choice.minShare)}`);
  return capitalized(parts.join(', '));
}
