// Links that contain the profiles of a comparison, one per compared part. Loaded on demand.

import { eventKey, type ComparedPart } from '../model/comparison.ts';
import type { SharedProfile, ShareChoice } from '../model/share-choice.ts';
import { baseName } from '../text/base-name.ts';
import type { Address } from './address.ts';
import type { LinkedPart } from './comparison-address.ts';
import { engine } from './session.ts';
import type { State } from './store.ts';

interface SharedPart {
  readonly title: string;
  readonly shared: SharedProfile;
}

/** The profiles of A's parts, then those of B's. Each contains only the time range and the threads of its part. */
export async function shareParts(
  state: State,
  choice: ShareChoice,
  patterns: readonly string[],
): Promise<SharedPart[]> {
  const { a = [], b = [] } = state.options.comparison ?? {};
  const parts: SharedPart[] = [];
  for (const part of [...a, ...b]) parts.push(await sharePart(state, part, choice, patterns));
  return parts;
}

async function sharePart(
  { options, comparing }: State,
  { recording: id, range, threads }: ComparedPart,
  choice: ShareChoice,
  patterns: readonly string[],
): Promise<SharedPart> {
  const recording = comparing?.recordings[id];
  const name = comparing?.recording.events[options.event]?.name;
  const event = recording?.events.findIndex((each) => eventKey(each.name) === name) ?? 0;
  const scope = range || threads ? 'selected' : 'all';
  const question = {
    options: { ...options, event, range, threads, comparison: undefined },
    choice: { ...choice, scope },
    patterns,
  } as const;
  const { value } = await engine.askAbout(id, 'share', 'share', question);
  return { title: baseName(recording?.name ?? ''), shared: value };
}

/** What all parts together leave out. */
export function sumOfParts(parts: readonly SharedPart[]): SharedProfile {
  const all = parts.map(({ shared }) => shared);
  const sum = (of: (shared: SharedProfile) => number) => all.reduce((total, each) => total + of(each), 0);
  const texts = all.flatMap(({ text }) => text ?? []);
  return {
    text: texts.length === all.length ? texts.join('') : undefined,
    samples: sum(({ samples }) => samples),
    merged: Math.max(...all.map(({ merged }) => merged)),
    moved: sum(({ moved }) => moved),
    ambiguousNames: sum(({ ambiguousNames }) => ambiguousNames),
    changedPatterns: [...new Set(all.flatMap(({ changedPatterns }) => changedPatterns))],
  };
}

/** In the link, each part is a recording. */
export function addressOfParts({ comparison }: Address): Address['comparison'] {
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
