// Links that hold the profile: what is asked for, how long they are, and how they get shorter.

import type { Filter, Target } from '../model/filter.ts';
import { labelOfLevel } from '../model/levels.ts';
import type { Recording } from '../model/session.ts';
import { LONGEST_LINK, type Shared, type ShareChoice } from '../model/sharing.ts';
import { shortName, shortPath } from '../model/short-path.ts';
import { writeAddress, type Address, type FunctionName } from './address.ts';
import { escaped } from './address-text.ts';
import { addressOf, namesIn } from './link.ts';
import { engine } from './refresh.ts';
import { isExample, remoteOf } from './remote.ts';
import { store, type State } from './store.ts';

const { getState } = store;

/** What one message holds, in characters. */
export const MESSAGES = [
  { name: 'Slack', most: 40_000 },
  // 28 KB with its markup, in which a link stands twice.
  { name: 'Teams', most: 14_000 },
  { name: 'Discord', most: 2000 },
] as const;

/** Boxes that weigh a smaller share can be merged into their callers. */
export const LEASTS = [0, 0.0005, 0.001, 0.003, 0.01, 0.03] as const;

/** A link, or that there is far too much for one. */
export interface SharedLink {
  readonly choice: ShareChoice;
  readonly link: string | undefined;
  readonly shared: Shared;
  /** Does it open with the picture that is looked at? */
  readonly isSamePicture: boolean;
  /** Where a person is in the picture, as far as the link does not say it. */
  readonly lost: readonly (typeof PLACES)[number][];
}

/** What an address says by numbers that boxes and rows have in one recording. */
const PLACES = ['zoomed', 'selected', 'seen', 'beside', 'ends'] as const;

export function fits({ link }: SharedLink): boolean {
  return link !== undefined && link.length <= LONGEST_LINK;
}

/** What is offered first: everything, or what was chosen of it. */
export function firstChoice({ options: { threads, range } }: State): ShareChoice {
  return { what: threads || range ? 'looked at' : 'all', hasThreads: true, isShort: true, least: 0 };
}

/** Throws Cancelled when the recording is closed meanwhile. */
export async function linkWith(choice: ShareChoice): Promise<SharedLink> {
  const state = getState();
  const shared = await engine.shared(state.options, choice, patternsIn(state, choice));
  const { recording, viewName } = state;
  const { text } = shared;
  const mine = recording ? addressOf(state, recording) : {};
  const theirs = sharedAddress(state, mine, choice, shared);
  return {
    choice,
    shared,
    link: text === undefined ? undefined : recording ? linkOf(recording, theirs, text) : '',
    isSamePicture: areSameBoxes(state, choice, shared) && viewName !== 'time',
    lost: PLACES.filter((place) => mine[place] !== theirs[place]),
  };
}

/** What the filters in the link, and its search, look for. */
function patternsIn({ options, query }: State, { what }: ShareChoice): string[] {
  const filters = what === 'seen' ? [] : options.filters;
  const patterns = filters.flatMap(({ target }) => (target?.by === 'pattern' ? [target.query] : []));
  return query === '' ? patterns : [...patterns, query];
}

/** Choices that hold less and less, the next one first. */
export function coarser(choice: ShareChoice): ShareChoice[] {
  const choices: ShareChoice[] = [];
  let last = choice;
  const add = (change: Partial<ShareChoice>) => choices.push((last = { ...last, ...change }));
  if (last.hasThreads) add({ hasThreads: false });
  if (last.what !== 'seen') add({ what: 'seen' });
  for (const least of LEASTS) if (least > choice.least) add({ least });
  return choices;
}

function linkOf({ name }: Recording, address: Address, text: string): string {
  const parts = [writeAddress(address), `title=${escaped(name)}`, `profile=${text}`];
  return `${placeOfLinks()}#${parts.filter((part) => part !== '').join('&')}`;
}

/**
 * What stands before `#` in a link; '' where this page is no place for others: one on this machine's disk, or served to it
 * alone (`pyrograph open`), whose path is nobody's business.
 */
export function placeOfLinks(): string {
  return isOnThisMachine(location) ? '' : location.href.split('#')[0];
}

/** Whether a page there opens on no other machine. */
export function isOnThisMachine({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return !/^https?:$/.test(protocol) || /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The address of a site as a person writes it, without what stands behind `#`; '' where it is none. */
export function siteOf(written: string): string {
  const text = written.trim();
  const whole = /^https?:/i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return '';
  const { origin, pathname, search } = new URL(whole);
  return `${origin}${pathname}${search}`;
}

export interface ViewLink {
  readonly link: string;
  /** Whether whoever opens it needs the recording too. */
  readonly isWithoutRecording: boolean;
}

/** The link to what is looked at. A recording that only this machine serves is not in it. */
export function viewLink(state: State): ViewLink {
  const { recording, source } = state;
  const place = placeOfLinks();
  const remote = remoteOf(source);
  const isOnlyHere = place === '' && remote !== undefined && isOnThisMachine(remote.url);
  const isWithoutRecording = source === '' || (isOnlyHere && !isExample(source));
  if (place !== '' || !recording || !isWithoutRecording)
    return { link: `${place}${location.hash}`, isWithoutRecording };
  return {
    link: `#${writeAddress({ ...addressOf(state, recording), ...namesIn(state, recording) })}`,
    isWithoutRecording,
  };
}

type Unlike = Pick<Shared, 'alike' | 'strayed' | 'moved'>;

/** Whether the tree that is looked at has the same boxes in the profile that is shared, numbered the same. */
function areSameBoxes(
  { options: { threads, range } }: Pick<State, 'options'>,
  { what, hasThreads }: ShareChoice,
  { alike, strayed, moved }: Unlike,
): boolean {
  if (moved > 0 || alike > 0 || strayed.length > 0) return false;
  return what !== 'all' || (!range && (!threads || hasThreads));
}

/** The address of what is looked at, in the profile that is shared: what is in it already is not said again. */
export function sharedAddress(
  state: Pick<State, 'options' | 'viewName'>,
  address: Address,
  choice: ShareChoice,
  shared: Unlike,
): Address {
  const { what, hasThreads, isShort } = choice;
  const isAll = what === 'all';
  const areBoxes = areSameBoxes(state, choice, shared) && state.viewName !== 'table';
  const { filters, sandwiched } = address;
  return {
    ...address,
    // Nobody knows there when a sample was taken.
    view: address.view === 'time' ? undefined : address.view,
    range: undefined,
    threads: isAll && hasThreads ? address.threads : undefined,
    event: isAll ? address.event : undefined,
    filters: what === 'seen' ? undefined : isShort ? filters?.map(shortFilter) : filters,
    sandwiched: sandwiched && isShort ? shortFunction(sandwiched) : sandwiched,
    zoomed: areBoxes ? address.zoomed : undefined,
    selected: areBoxes ? address.selected : undefined,
    seen: areBoxes && address.view !== 'time' ? address.seen : undefined,
    beside: areBoxes ? address.beside : undefined,
    ends: areBoxes ? address.ends : undefined,
  };
}

function shortFilter(filter: Filter): Filter {
  return { ...filter, target: filter.target && shortTarget(filter.target) };
}

function shortTarget(target: Target): Target {
  switch (target.by) {
    case 'function':
      return { ...target, ...shortFunction(target) };
    case 'file':
    case 'module':
      return { ...target, path: shortPath(target.path) };
    case 'package':
    case 'kind':
    case 'pattern':
      return target;
  }
}

function shortFunction({ name, module }: FunctionName): FunctionName {
  return { name: shortName(name), module: shortPath(module) };
}

/** What the level that is looked at is called. */
export function levelLabel({ options }: State): string {
  return labelOfLevel(options.level);
}
