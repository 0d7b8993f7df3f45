// What the Store screen shows, as plain data, and the link that describes it:
//
//   store=fleet.duckdb&service=shop&unit=day&list=packages&series=function~checkout&base=2026-11-28

import {
  DAY,
  NAMED_SUBJECTS,
  TREND_UNITS,
  type NamedSubject,
  type TrendGroup,
  type TrendUnit,
} from '../../store/fleet-source.ts';
import { escapeLinkText, unescapeText } from '../../sharing/escape-text.ts';
import { action } from '../store.ts';

/** What is listed below the chosen series: the functions that changed most, or packages. */
export const OFFERS = ['changed', 'packages'] as const;

export interface FleetView {
  /** The name of the store, or its URL. */
  readonly store: string;
  /** Undefined for the one with the most recordings. */
  readonly service: string | undefined;
  readonly unit: TrendUnit;
  readonly offer: (typeof OFFERS)[number];
  /** The functions and packages that the user chose. */
  readonly chosen: readonly NamedSubject[];
  /** The group that is A of the next comparison. */
  readonly base: string | undefined;
}

/** Maximum number of recordings of a side: the page holds each of them, and more would tell little more about noise. */
export const MAX_COMPARED = 16;

const SEPARATOR = '~';

export function readFleetView(link: string): FleetView {
  const textsOf = (key: string) =>
    link.split('&').flatMap((part) => {
      // Written by hand, the URL of a store may have another "=".
      const text = part.startsWith(`${key}=`) ? part.slice(key.length + 1) : undefined;
      return text === undefined ? [] : [unescapeText(text) ?? text];
    });
  const one = (key: string) => textsOf(key).at(-1);
  return {
    store: one('store') ?? '',
    service: one('service'),
    unit: TREND_UNITS.find((unit) => unit === one('unit')) ?? TREND_UNITS[0],
    offer: OFFERS.find((offer) => offer === one('list')) ?? OFFERS[0],
    chosen: textsOf('series').flatMap(readSubject),
    base: one('base'),
  };
}

function readSubject(text: string): NamedSubject[] {
  const at = text.indexOf(SEPARATOR);
  const kind = NAMED_SUBJECTS.find((each) => each === text.slice(0, at));
  return kind ? [{ kind, name: text.slice(at + 1) }] : [];
}

export function writeFleetView({ store, service, unit, offer, chosen, base }: FleetView): string {
  const parts: (readonly [string, string | undefined])[] = [
    ['store', store],
    ['service', service],
    ['unit', unit === TREND_UNITS[0] ? undefined : unit],
    ['list', offer === OFFERS[0] ? undefined : offer],
    ...chosen.map(({ kind, name }) => ['series', `${kind}${SEPARATOR}${name}`] as const),
    ['base', base],
  ];
  return parts
    .flatMap(([key, text]) => (text === undefined ? [] : [`${key}=${escapeLinkText(text)}`]))
    .join('&');
}

/** Another service has other versions. */
export const changeFleetView = action(({ fleetLink }, change: Partial<FleetView>) => {
  const view = readFleetView(fleetLink ?? '');
  const keepsGroups = change.service === undefined && change.unit === undefined;
  return { fleetLink: writeFleetView({ ...view, base: keepsGroups ? view.base : undefined, ...change }) };
});

/** The conditions that select the recordings of a service. */
export function serviceConditions(service: string): string {
  return condition('service', service);
}

/** The conditions that select those of one group. Days and hours are in UTC. */
export function groupConditions(
  service: string,
  unit: TrendUnit,
  { name }: Pick<TrendGroup, 'name'>,
): string {
  const others = unit === 'day' || unit === 'hour' ? timeConditions(name, unit) : [condition(unit, name)];
  return [serviceConditions(service), ...others].join('&');
}

const LENGTHS = { day: DAY, hour: DAY / 24 };

function timeConditions(name: string, unit: 'day' | 'hour'): string[] {
  const start = startOfGroup(name);
  const timeText = (time: number) => new Date(time).toISOString().slice(0, 16);
  return [`since=${timeText(start)}`, `until=${timeText(start + LENGTHS[unit])}`];
}

/** When a day such as `2026-11-28` or an hour such as `2026-11-28 14h` starts, in milliseconds since 1970. */
export function startOfGroup(name: string): number {
  return Date.parse(name.endsWith('h') ? `${name.slice(0, 10)}T${name.slice(11, 13)}:00Z` : name);
}

function condition(key: string, value: string): string {
  return `${key}=${encodeURIComponent(value)}`;
}

/** The link that opens a selection as one recording, or compares two: each of their recordings is one observation. */
export function selectionLink(store: string, conditions: readonly string[]): string {
  const selections = conditions.map((each) => `selection=${encodeURIComponent(each)}`);
  return [`store=${escapeLinkText(store)}`, ...selections].join('&');
}

/** Opens the recordings of a group, or compares those of two. */
export function openGroups({ store, unit }: FleetView, service: string, names: readonly string[]): void {
  location.hash = selectionLink(
    store,
    names.map((name) => groupConditions(service, unit, { name })),
  );
}
