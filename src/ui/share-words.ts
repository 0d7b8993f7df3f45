// What a person reads of a profile in a link: what is not in it, what it fits, and how a smaller choice differs.

import { LONGEST_LINK, type ShareChoice } from '../model/sharing.ts';
import type { Recording, ViewOptions } from '../model/session.ts';
import { MESSAGES, type SharedLink } from '../state/share.ts';
import { formatCount, formatNumberOf, formatShare } from '../model/format.ts';

const PLACE_WORDS: Readonly<Record<SharedLink['lost'][number], string>> = {
  zoomed: 'what is zoomed',
  selected: 'what is selected',
  seen: 'what is in sight',
  ends: 'which rows are open',
  beside: 'where you are in the other half',
};

/** Each a sentence, or the part of one that says what stays behind. */
export function lostWith(
  recording: Recording,
  { threads, range, filters }: ViewOptions,
  link: Pick<SharedLink, 'choice' | 'shared' | 'lost'>,
): string[] {
  const { what, hasThreads, isShort, least } = link.choice;
  const { samples, merged, moved, alike, strayed } = link.shared;
  const lost: string[] = [];
  const has = (isLost: boolean, text: string) => isLost && lost.push(text);
  const left = recording.samples - samples;
  has(recording.duration > 0, 'when each sample was taken: no timeline, and no time order');
  has(what === 'all' && range !== undefined, 'the range that is looked at: it is of time');
  has(what !== 'all' && left > 0, `${formatNumberOf(left, 'sample')} that are not looked at`);
  has(what === 'seen', 'all other levels');
  has(what === 'seen' && filters.some(({ isOn }) => isOn), 'what the filters hide');
  has(!hasThreads, `names and numbers of ${formatNumberOf(recording.threads, 'thread')}`);
  has(!hasThreads && what === 'all' && threads !== undefined, 'which threads are looked at');
  has(isShort, 'home directories, and what comes before site-packages and Python’s own library');
  has(
    alike > 0,
    `what tells ${formatNumberOf(alike, 'name')} from others: with short paths they are alike, and functions become one`,
  );
  for (const pattern of strayed)
    lost.push(`what “${pattern}” finds: with short paths it finds other functions`);
  has(
    moved > 0,
    `boxes below ${formatShare(least)}: ${formatShare(merged)} of the weight stands on their callers`,
  );
  const places = listed(link.lost.map((place) => PLACE_WORDS[place]));
  has(places !== '', `where you are: ${places}`);
  has(recording.notes.length > 0, 'the notes about the recording');
  return lost;
}

/** Which programs take a link that is so long. */
export function takenBy(length: number): string {
  const those = (isTaken: boolean) =>
    MESSAGES.filter(({ most }) => length <= most === isTaken).map(
      ({ name, most }) => `${name} (${formatCount(most)})`,
    );
  const [fit, not] = [those(true), those(false)];
  return [
    fit.length > 0 ? `In a message it fits ${listed(fit)}` : 'It fits no chat message',
    ...(not.length > 0 && fit.length > 0 ? [`but not ${listed(not)}`] : []),
  ].join(', ');
}

export const TOO_LONG = `Links may have ${formatCount(LONGEST_LINK)} characters: more is cut on the way`;

/** How a choice differs from the one before it. */
export function lessThan(before: ShareChoice, choice: ShareChoice, level: string): string {
  const parts: string[] = [];
  if (choice.what !== before.what) parts.push(`only what is seen, at the level “${level}”`);
  if (choice.hasThreads !== before.hasThreads) parts.push('without threads');
  if (choice.least !== before.least) parts.push(`without boxes below ${formatShare(choice.least)}`);
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
