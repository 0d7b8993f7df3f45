// Links that contain the profile: what they include, their length, and how to shorten them.

import { eventKey, type ComparedPart } from '../../model/comparison.ts';
import type { Filter, Target } from '../../model/filter.ts';
import { labelOfLevel } from '../../model/levels.ts';
import { MAX_LINK_LENGTH, type SharedProfile, type ShareChoice } from '../../model/exports.ts';
import { shortFolder, shortName, shortPath, baseName } from '../../model/paths.ts';
import { writeAddress, type Address } from '../../sharing/address.ts';
import { escapeLinkText } from '../../sharing/escape-text.ts';
import type { FunctionName, LinkedPart } from '../../sharing/link-values.ts';
import { addressOf, namedAddressOf } from './link.ts';
import { exampleOf, readLink } from '../opening/linked-recordings.ts';
import { engine } from '../engine/session.ts';
import { openRecording, type State, store } from '../store.ts';

const { getState } = store;

/** Options for the minimum share; smaller nodes are merged into their callers. */
export const MIN_SHARES = [0, 0.0005, 0.001, 0.003, 0.01, 0.03] as const;

export interface SharedLink {
  readonly choice: ShareChoice;
  /** Undefined if the profile is far too large. */
  readonly link: string | undefined;
  readonly shared: SharedProfile;
  /** True if the link opens the same view. */
  readonly isSameView: boolean;
  /** The parts of the location that the link leaves out. */
  readonly lost: readonly (typeof LOCATION_FIELDS)[number][];
}

/** The fields of an address that describe the user's location. */
const LOCATION_FIELDS = ['zoomed', 'selected', 'visibleRange', 'otherHalf', 'expanded'] as const;

/** True if common browsers and programs accept a link of this length. */
export function fitsInLink({ link }: SharedLink): boolean {
  return link !== undefined && link.length <= MAX_LINK_LENGTH;
}

/** The complete recording, or the selected threads and time range. */
export function initialChoice({ options: { threads, range } }: State): ShareChoice {
  return {
    scope: threads || range ? 'selected' : 'all',
    includesThreads: true,
    hasShortPaths: true,
    minShare: 0,
  };
}

/** Throws Canceled if the recording is closed before the link is ready. The profiles of a comparison are those of A's parts, then B's. */
export async function createLink(choice: ShareChoice): Promise<SharedLink> {
  const state = getState();
  const recording = openRecording(state);
  const { comparing, viewName } = state;
  const profiles = comparing
    ? await shareParts(state, choice)
    : [{ title: recording?.name ?? '', ...(await share(state, choice)) }];
  const shared = comparing ? sumOf(profiles) : profiles[0];
  const current = recording ? addressOf(state, recording) : {};
  const address = sharedAddress(state, current, choice, shared);
  const linked = comparing ? { ...address, comparison: comparisonOfParts(address) } : address;
  return {
    choice,
    shared,
    link: shared.text === undefined ? undefined : recording ? linkOf(linked, profiles) : '',
    isSameView: !comparing && areSameNodes(state, choice, shared) && viewName !== 'time',
    lost: LOCATION_FIELDS.filter((field) => current[field] !== linked[field]),
  };
}

async function share(state: State, choice: ShareChoice): Promise<SharedProfile> {
  const question = { options: state.options, choice, patterns: patternsIn(state, choice) };
  return (await engine.ask('share', 'share', question)).value;
}

interface TitledProfile extends SharedProfile {
  readonly title: string;
}

/** Each profile contains only the time range and the threads of its part. */
async function shareParts(state: State, choice: ShareChoice): Promise<TitledProfile[]> {
  const { options, comparing } = state;
  const { a = [], b = [] } = options.comparison ?? {};
  const patterns = patternsIn(state, choice);
  const sharePart = async ({ recording: id, range, threads }: ComparedPart): Promise<TitledProfile> => {
    const recording = comparing?.recordings[id];
    const name = comparing?.recording.events[options.event]?.name;
    const event = recording?.events.findIndex((each) => eventKey(each.name) === name) ?? 0;
    const question = {
      options: { ...options, event, range, threads, comparison: undefined },
      choice: { ...choice, scope: range || threads ? 'selected' : 'all' },
      patterns,
    } as const;
    const { value } = await engine.ask('share', 'share', question, id);
    return { ...value, title: baseName(recording?.name ?? '') };
  };
  const profiles: TitledProfile[] = [];
  for (const part of [...a, ...b]) profiles.push(await sharePart(part));
  return profiles;
}

/** What all profiles together leave out. */
function sumOf(profiles: readonly SharedProfile[]): SharedProfile {
  const sum = (of: (shared: SharedProfile) => number) =>
    profiles.reduce((total, each) => total + of(each), 0);
  const texts = profiles.flatMap(({ text }) => text ?? []);
  return {
    text: texts.length === profiles.length ? texts.join('') : undefined,
    samples: sum(({ samples }) => samples),
    merged: Math.max(...profiles.map(({ merged }) => merged)),
    moved: sum(({ moved }) => moved),
    ambiguousNames: sum(({ ambiguousNames }) => ambiguousNames),
    changedPatterns: [...new Set(profiles.flatMap(({ changedPatterns }) => changedPatterns))],
  };
}

/** In the link, each part is a recording. */
function comparisonOfParts({ comparison }: Address): Address['comparison'] {
  if (!comparison) return undefined;
  const { a, b, basis } = comparison;
  const from = (first: number) => (_: LinkedPart, i: number) => ({ recording: first + i });
  // A shared profile has no times.
  return {
    ...comparison,
    basis: basis === 'rate' ? undefined : basis,
    a: a.map(from(0)),
    b: b.map(from(a.length)),
  };
}

/** The patterns of the filters and the search in the link. */
function patternsIn({ options, query }: State, { scope }: ShareChoice): string[] {
  const filters = scope === 'visible' ? [] : options.filters;
  const patterns = filters.flatMap(({ target }) => (target?.by === 'pattern' ? [target.query] : []));
  return query === '' ? patterns : [...patterns, query];
}

function linkOf(address: Address, profiles: readonly TitledProfile[]): string {
  const texts = profiles.map(({ title, text = '' }) => `title=${escapeLinkText(title)}&profile=${text}`);
  const parts = [writeAddress(address), ...texts];
  return `${linkBase()}#${parts.filter((part) => part !== '').join('&')}`;
}

/**
 * The part of a link before `#`; '' if other machines cannot open this page, because it is a local file or served
 * locally (`pyrograph open`). The path of such a page is private.
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

interface ViewLink {
  readonly link: string;
  /** True if the link works only together with the recording. */
  readonly isWithoutRecording: boolean;
}

/** The link to the current view. It does not include the URL of a recording that only this machine can fetch. */
export function viewLink(state: State): ViewLink {
  const { source } = state;
  const recording = openRecording(state);
  const base = linkBase();
  const [remote] = readLink(source).remote;
  const isLocalOnly = base === '' && remote !== undefined && isOnThisMachine(remote.url);
  const isWithoutRecording = source === '' || (isLocalOnly && !exampleOf(source));
  if (base !== '' || !recording || !isWithoutRecording)
    return { link: `${base}${location.hash}`, isWithoutRecording };
  return {
    link: `#${writeAddress(namedAddressOf(state, recording))}`,
    isWithoutRecording,
  };
}

type ShareDifferences = Pick<SharedProfile, 'ambiguousNames' | 'changedPatterns' | 'moved'>;

/** True if the current tree has the same nodes with the same numbers in the shared profile. */
function areSameNodes(
  { options: { threads, range } }: Pick<State, 'options'>,
  { scope, includesThreads }: ShareChoice,
  { ambiguousNames, changedPatterns, moved }: ShareDifferences,
): boolean {
  if (moved > 0 || ambiguousNames > 0 || changedPatterns.length > 0) return false;
  return scope !== 'all' || (!range && (!threads || includesThreads));
}

/** The address of the view in the shared profile, without the selection that the profile already reflects. */
export function sharedAddress(
  state: Pick<State, 'options' | 'viewName'>,
  address: Address,
  choice: ShareChoice,
  shared: ShareDifferences,
): Address {
  const { scope, includesThreads, hasShortPaths } = choice;
  const isAll = scope === 'all';
  const { filters, sandwiched, row } = address;
  // Merged nodes are gone; all others have the same call path.
  const hasAllNodes = shared.moved === 0;
  const isTime = address.view === 'time';
  return {
    ...address,
    // A shared profile has no times.
    view: isTime ? undefined : address.view,
    range: undefined,
    when: undefined,
    threads: isAll && includesThreads ? address.threads : undefined,
    event: isAll ? address.event : undefined,
    filters: scope === 'visible' ? undefined : sharedFilters(filters, hasShortPaths),
    sandwiched: sandwiched && hasShortPaths ? shortFunction(sandwiched) : sandwiched,
    row:
      row && 'fields' in row && hasShortPaths
        ? { fields: row.fields.map((field) => shortPath(shortName(field))) }
        : row,
    ...(!hasAllNodes && {
      zoomed: undefined,
      selected: undefined,
      otherHalf: undefined,
      expanded: undefined,
    }),
    visibleRange: !isTime && areSameNodes(state, choice, shared) ? address.visibleRange : undefined,
  };
}

function sharedFilters(filters: Address['filters'], hasShortPaths: boolean): Address['filters'] {
  const others = withoutFindings(filters);
  return hasShortPaths ? others?.map(shortFilter) : others;
}

/** A shared or exported profile does not say how it was recorded, so it has no findings. */
export function withoutFindings(filters: Address['filters']): Address['filters'] {
  return filters?.filter(({ target }) => target?.by !== 'finding');
}

function shortFilter(filter: Filter): Filter {
  return { ...filter, target: filter.target && shortTarget(filter.target) };
}

function shortTarget(target: Target): Target {
  switch (target.by) {
    case 'function':
    case 'line':
      return { ...target, ...shortFunction(target) };
    case 'file':
    case 'module':
      return { ...target, path: shortPath(target.path) };
    case 'folder':
      return { ...target, path: shortFolder(target.path) };
    case 'package':
    case 'finding':
    case 'cost':
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
