// Texts about a link with a profile: what it leaves out, where it can be sent, and how a smaller choice differs.

import { LONGEST_LINK, type ShareChoice } from '../../model/share-choice.ts';
import type { Recording, ViewOptions } from '../../model/session.ts';
import { CHAT_LIMITS, type SharedLink } from '../../state/share.ts';
import { formatCount, formatNumberOf, formatShare } from '../../text/format.ts';

const LOCATION_PARTS: Readonly<Record<SharedLink['lost'][number], string>> = {
  zoomed: 'the zoom',
  selected: 'the selection',
  visibleRange: 'the scroll position',
  expanded: 'the expanded rows',
  beside: 'the position in the other graph',
};

/** Phrases that complete “The link leaves out”. */
export function omissionsOf(
  recording: Recording,
  { threads, range, filters }: ViewOptions,
  link: Pick<SharedLink, 'choice' | 'shared' | 'lost'>,
): string[] {
  const { what, hasThreads, isShort, minShare } = link.choice;
  const { samples, merged, moved, ambiguousNames, changedPatterns } = link.shared;
  const left = recording.samples - samples;
  const places = listed(link.lost.map((place) => LOCATION_PARTS[place]));
  return [
    recording.duration > 0 && 'the time of each sample: no timeline, and no time order',
    what === 'all' && range !== undefined && 'the time range',
    what !== 'all' && left > 0 && `${formatNumberOf(left, 'sample')} outside the selection`,
    what === 'visible' && 'all other levels of detail',
    what === 'visible' && filters.some(({ isOn }) => isOn) && 'what the filters hide',
    !hasThreads && `names and IDs of ${formatNumberOf(recording.threads, 'thread')}`,
    !hasThreads && what === 'all' && threads !== undefined && 'the selected threads',
    isShort && 'home directories, and paths up to site-packages and the standard library',
    ambiguousNames > 0 &&
      `differences between ${formatNumberOf(ambiguousNames, 'name')}, which are equal with short paths: their functions are merged`,
    ...changedPatterns.map(
      (pattern) => `the matches of “${pattern}”, which matches other functions with short paths`,
    ),
    moved > 0 &&
      `boxes below ${formatShare(minShare)}: ${formatShare(merged)} of the weight moves to their callers`,
    places !== '' && `your location: ${places}`,
    recording.notes.length > 0 && 'the notes about the recording',
  ].filter((text) => text !== false);
}

/** Which messengers accept a link of this length. */
export function messageFit(length: number): string {
  const those = (isTaken: boolean) =>
    listed(
      CHAT_LIMITS.filter(({ maxLength }) => length <= maxLength === isTaken).map(
        ({ name, maxLength }) => `${name} (${formatCount(maxLength)})`,
      ),
    );
  const [fit, not] = [those(true), those(false)];
  if (fit === '') return 'Too long for chat messages';
  return `Fits a message in ${fit}${not && `, but not ${not}`}`;
}

export const TOO_LONG = `Links of more than ${formatCount(LONGEST_LINK)} characters may be cut off`;

/** How a choice differs from the previous one. */
export function differenceFrom(previous: ShareChoice, choice: ShareChoice, level: string): string {
  const parts: string[] = [];
  if (choice.what !== previous.what) parts.push(`only what this view shows, at the level “${level}”`);
  if (choice.hasThreads !== previous.hasThreads) parts.push('without threads');
  if (choice.minShare !== previous.minShare)
    parts.push(`without boxes below ${formatShare(choice.minShare)}`);
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
