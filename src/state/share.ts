// Links that hold the profile: what is asked for, how long they are, and how they get shorter.

import type { Filter, Target } from '../model/filter.ts';
import { labelOfLevel } from '../model/levels.ts';
import type { Shared, ShareChoice } from '../model/sharing.ts';
import { shortName, shortPath } from '../model/short-path.ts';
import { escaped, writeAddress, type Address, type FunctionName } from './address.ts';
import { addressOf } from './link.ts';
import { engine } from './refresh.ts';
import { remoteOf } from './remote.ts';
import { store, type State } from './store.ts';

const { getState } = store;

/**
 * In characters. Chromium shows no longer link than 32 kB in its address bar (it opens 2 MB), Firefox keeps none above 64 kB
 * among its bookmarks, the command line by which a program on Windows hands a link to a browser ends at 32,767, and Slack cuts
 * messages at 40,000.
 */
export const LONGEST_LINK = 32_000;

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
}

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
  const shared = await engine.shared(state.options, choice);
  return { choice, shared, link: shared.text === undefined ? undefined : linkOf(state, choice, shared.text) };
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

function linkOf(state: State, choice: ShareChoice, text: string): string {
  const { recording } = state;
  if (!recording) return '';
  const address = writeAddress(sharedAddress(state, addressOf(state, recording), choice));
  const parts = [address, `title=${escaped(recording.name)}`, `profile=${text}`];
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
  const isWithoutRecording =
    source === '' || (place === '' && remote !== undefined && isOnThisMachine(remote.url));
  if (place !== '' || !recording || !isWithoutRecording)
    return { link: `${place}${location.hash}`, isWithoutRecording };
  return { link: `#${writeAddress(addressOf(state, recording)) || 'view=flame'}`, isWithoutRecording };
}

/** The address of what is looked at, in the profile that is shared: what is in it already is not said again. */
export function sharedAddress(
  { options: { threads, range }, viewName }: Pick<State, 'options' | 'viewName'>,
  address: Address,
  { what, hasThreads, isShort, least }: ShareChoice,
): Address {
  const isAll = what === 'all';
  const isSamePicture = least === 0 && !(isAll && (range || (threads && !hasThreads)));
  const areBoxes = isSamePicture && viewName !== 'table';
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
