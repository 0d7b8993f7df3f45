// Links that contain the profile: what they include, their length, and how to shorten them.

import type { Filter, Target } from '../model/filter.ts';
import { labelOfLevel } from '../model/levels.ts';
import type { Recording } from '../model/session.ts';
import { LONGEST_LINK, type Shared, type ShareChoice } from '../model/share-choice.ts';
import { shortName, shortPath } from '../model/short-path.ts';
import { type Address, type FunctionName, writeAddress } from './address.ts';
import { openRecording, type State, store } from './store.ts';
import { escaped } from './address-text.ts';
import { addressOf, namesIn } from './link.ts';
import { engine } from './session.ts';
import { isExample, remoteOf } from './remote.ts';

const { getState } = store;

/** Maximum message length of chat programs, in characters. */
export const CHAT_LIMITS = [
  { name: 'Slack', maxLength: 40_000 },
  // 28 KB with markup, which contains the link twice.
  { name: 'Teams', maxLength: 14_000 },
  { name: 'Discord', maxLength: 2000 },
] as const;

/** Options for the minimum share; smaller nodes are merged into their callers. */
export const MIN_SHARES = [0, 0.0005, 0.001, 0.003, 0.01, 0.03] as const;

export interface SharedLink {
  readonly choice: ShareChoice;
  /** Undefined if the profile is far too large. */
  readonly link: string | undefined;
  readonly shared: Shared;
  /** True if the link opens the same view. */
  readonly isSameView: boolean;
  /** The parts of the location that the link leaves out. */
  readonly lost: readonly (typeof LOCATION_FIELDS)[number][];
}

/** The fields of an address that describe the user's location. */
const LOCATION_FIELDS = ['zoomed', 'selected', 'visibleRange', 'beside', 'expanded'] as const;

export function fits({ link }: SharedLink): boolean {
  return link !== undefined && link.length <= LONGEST_LINK;
}

/** The complete recording, or the selected threads and time range. */
export function initialChoice({ options: { threads, range } }: State): ShareChoice {
  return { what: threads || range ? 'selected' : 'all', hasThreads: true, isShort: true, minShare: 0 };
}

/** Throws Canceled if the recording is closed before the link is ready. */
export async function createLink(choice: ShareChoice): Promise<SharedLink> {
  const state = getState();
  const shared = await share(state, choice);
  const { viewName } = state;
  const recording = openRecording(state);
  const { text } = shared;
  const current = recording ? addressOf(state, recording) : {};
  const linked = sharedAddress(state, current, choice, shared);
  return {
    choice,
    shared,
    link: text === undefined ? undefined : recording ? linkOf(recording, linked, text) : '',
    isSameView: areSameNodes(state, choice, shared) && viewName !== 'time',
    lost: LOCATION_FIELDS.filter((field) => current[field] !== linked[field]),
  };
}

async function share(state: State, choice: ShareChoice): Promise<Shared> {
  const { options } = state;
  return (await engine.ask('share', 'share', { options, choice, patterns: patternsIn(state, choice) })).value;
}

/** The patterns of the filters and the search in the link. */
function patternsIn({ options, query }: State, { what }: ShareChoice): string[] {
  const filters = what === 'visible' ? [] : options.filters;
  const patterns = filters.flatMap(({ target }) => (target?.by === 'pattern' ? [target.query] : []));
  return query === '' ? patterns : [...patterns, query];
}

/** Choices that include less and less, starting with the next smaller one. */
export function coarserChoices(choice: ShareChoice): ShareChoice[] {
  const choices: ShareChoice[] = [];
  let last = choice;
  const add = (change: Partial<ShareChoice>) => choices.push((last = { ...last, ...change }));
  if (last.hasThreads) add({ hasThreads: false });
  if (last.what !== 'visible') add({ what: 'visible' });
  for (const minShare of MIN_SHARES) if (minShare > choice.minShare) add({ minShare });
  return choices;
}

function linkOf({ name }: Recording, address: Address, text: string): string {
  const parts = [writeAddress(address), `title=${escaped(name)}`, `profile=${text}`];
  return `${linkBase()}#${parts.filter((part) => part !== '').join('&')}`;
}

/**
 * The part of a link before `#`; '' if nobody else can open this page, because it is on this machine's disk or served
 * only to this machine (`pyrograph open`). Its path is private.
 */
export function linkBase(): string {
  return isOnThisMachine(location) ? '' : location.href.split('#')[0];
}

/** True if other machines cannot open a page at this URL. */
export function isOnThisMachine({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return !/^https?:$/.test(protocol) || /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The URL of a site as typed by the user, without its fragment; '' if it is invalid. */
export function siteOf(typed: string): string {
  const text = typed.trim();
  const whole = /^https?:/i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return '';
  const { origin, pathname, search } = new URL(whole);
  return `${origin}${pathname}${search}`;
}

export interface ViewLink {
  readonly link: string;
  /** True if the link works only together with the recording. */
  readonly isWithoutRecording: boolean;
}

/** The link to the current view. It does not include the URL of a recording that only this machine can fetch. */
export function viewLink(state: State): ViewLink {
  const { source } = state;
  const recording = openRecording(state);
  const base = linkBase();
  const remote = remoteOf(source);
  const isOnlyHere = base === '' && remote !== undefined && isOnThisMachine(remote.url);
  const isWithoutRecording = source === '' || (isOnlyHere && !isExample(source));
  if (base !== '' || !recording || !isWithoutRecording)
    return { link: `${base}${location.hash}`, isWithoutRecording };
  return {
    link: `#${writeAddress({ ...addressOf(state, recording), ...namesIn(state, recording) })}`,
    isWithoutRecording,
  };
}

type ShareDifferences = Pick<Shared, 'ambiguousNames' | 'changedPatterns' | 'moved'>;

/** True if the current tree has the same nodes with the same numbers in the shared profile. */
function areSameNodes(
  { options: { threads, range } }: Pick<State, 'options'>,
  { what, hasThreads }: ShareChoice,
  { ambiguousNames, changedPatterns, moved }: ShareDifferences,
): boolean {
  if (moved > 0 || ambiguousNames > 0 || changedPatterns.length > 0) return false;
  return what !== 'all' || (!range && (!threads || hasThreads));
}

/** The address of the view in the shared profile, without the selection that the profile already reflects. */
export function sharedAddress(
  state: Pick<State, 'options' | 'viewName'>,
  address: Address,
  choice: ShareChoice,
  shared: ShareDifferences,
): Address {
  const { what, hasThreads, isShort } = choice;
  const isAll = what === 'all';
  const { filters, sandwiched, row } = address;
  // Merged nodes are gone; all others have the same call path.
  const areNodes = shared.moved === 0;
  const isTime = address.view === 'time';
  return {
    ...address,
    // A shared profile has no times.
    view: isTime ? undefined : address.view,
    range: undefined,
    when: undefined,
    threads: isAll && hasThreads ? address.threads : undefined,
    event: isAll ? address.event : undefined,
    filters: what === 'visible' ? undefined : isShort ? filters?.map(shortFilter) : filters,
    sandwiched: sandwiched && isShort ? shortFunction(sandwiched) : sandwiched,
    row:
      row && 'fields' in row && isShort
        ? { fields: row.fields.map((field) => shortPath(shortName(field))) }
        : row,
    ...(!areNodes && { zoomed: undefined, selected: undefined, beside: undefined, expanded: undefined }),
    visibleRange: !isTime && areSameNodes(state, choice, shared) ? address.visibleRange : undefined,
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

export function levelLabel({ options }: State): string {
  return labelOfLevel(options.level);
}
