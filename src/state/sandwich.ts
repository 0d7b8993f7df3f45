// One function between its callers and its callees: which one, what is asked about it, and where a person is in the
// answer.

import type { Level } from '../model/levels.ts';
import { NONE, type FuncTable } from '../model/profile.ts';
import type { Sandwich, Table } from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';
import { sameInWhole } from './box-like.ts';
import type { Engine } from './engine.ts';
import { landed, placeAt, type Landing, type Place } from './place.ts';
import { backIn, HALVES, type Half, type Meant, type State } from './store.ts';
import { boxAtEnd, landingOf, trailOf, type Trail } from './trail.ts';

export interface SandwichAnswer {
  readonly functions: Table;
  /** The function that was meant; NONE where nothing was sampled. */
  readonly func: number;
  /** Undefined for a function that stands in none of the samples. */
  readonly sandwich: Sandwich | undefined;
  readonly level: Level | undefined;
}

/** What is enough for a picture: boxes that cover none of so many `places` are left out of large trees. */
export async function sandwichFor(
  engine: Pick<Engine, 'table' | 'sandwich' | 'levelWith'>,
  { options, sandwiched, recording }: State,
  places: number,
): Promise<SandwichAnswer> {
  const functions = await engine.table(options, 'function');
  const func = sandwiched === NONE ? mostSampled(functions) : sandwiched;
  const there = recording ? standIn(functions, func, recording.funcs) : NONE;
  if (there !== NONE) {
    const sandwich = await engine.sandwich(options, there, places);
    return { functions, func, sandwich, level: options.level };
  }
  const level = func === NONE ? undefined : await engine.levelWith(options, func);
  return { functions, func, sandwich: undefined, level };
}

/** Undefined before there was a picture of a function. */
function meantIn({ sandwich, halves, meant, unseen }: State): Omit<Meant, 'put'> | undefined {
  if (!sandwich) return unseen && meant;
  const trailsIn = (half: Half) => {
    const { zoomed, selected } = halves[half];
    const put = meant?.put[half];
    if (meant && put?.zoomed === zoomed && put.selected === selected) return meant.trails[half];
    return { zoomed: trailOf(sandwich[half], zoomed), selected: trailOf(sandwich[half], selected) };
  };
  return { func: sandwich.func, trails: { callers: trailsIn('callers'), callees: trailsIn('callees') } };
}

/** What changes of the state. Where the function is still the same, a person stays where he was. */
export function sandwichTaken(state: State, answer: SandwichAnswer): Partial<State> {
  const { functions, func, sandwich, level } = answer;
  const unseen = sandwich || func === NONE ? undefined : { func, level };
  // A link leads to boxes of the whole.
  const landing = sandwich?.isWhole === false ? undefined : landingOf(state.arrival);
  const before = meantIn(state);
  const halves = sandwich
    ? {
        callers: placeIn(state, sandwich, 'callers', landing, before),
        callees: placeIn(state, sandwich, 'callees', landing, before),
      }
    : state.halves;
  // A link, or another function, leads to where nobody was before.
  const isOn = before && !landing && (!sandwich || isSameFunction(state, before.func, sandwich.func));
  const meant = isOn ? { ...before, put: halves } : undefined;
  const arrival = landing && landing.graph !== 'view' ? undefined : state.arrival;
  const taken = { functions, sandwiched: func, sandwich, sandwichPart: undefined, unseen };
  return { ...taken, halves, meant, arrival };
}

/** A part of a sandwich, which is shown until all of it is there, and how a person came to it. */
export interface SandwichPart {
  readonly answer: SandwichAnswer;
  readonly sandwich: Sandwich;
  /** Where he was put in it. */
  readonly halves: State['halves'];
  /** The page with the sandwich before. */
  readonly from: State;
}

/** Whether the part is shown, and a person is where he came to. */
export function isAtPart({ sandwich, halves }: State, part: SandwichPart): boolean {
  return sandwich === part.sandwich && halves === part.halves;
}

/** What changes of the state when all of a sandwich is there. What a person looked at may be too small to be in the part. */
export function sandwichGrown(state: State, part: SandwichPart, whole: Sandwich): Partial<State> {
  const sameIn = (half: Half) => (box: number) =>
    Math.max(1, sameInWhole(part.sandwich[half], box, whole[half]));
  const grown = (half: Half): Place => {
    const { zoomed, zoomedBefore, selected, ...rest } = state.halves[half];
    const same = sameIn(half);
    return {
      ...rest,
      zoomed: same(zoomed),
      zoomedBefore: zoomedBefore.map(same),
      selected: same(selected),
    };
  };
  if (!isAtPart(state, part)) {
    const halves = { callers: grown('callers'), callees: grown('callees') };
    return { sandwich: whole, sandwichPart: part.sandwich, halves, meant: undefined };
  }
  const { arrival, half } = state;
  const taken = sandwichTaken({ ...part.from, arrival, half }, { ...part.answer, sandwich: whole });
  const isSame = HALVES.every((each) => taken.halves?.[each].zoomed === grown(each).zoomed);
  return { ...taken, sandwichPart: isSame ? part.sandwich : undefined };
}

function placeIn(
  state: State,
  to: Sandwich,
  half: Half,
  landing: Landing | undefined,
  before: Omit<Meant, 'put'> | undefined,
): Place {
  const there = landing?.graph === half ? landing : landing?.beside;
  if (there) return { ...placeAt(1), ...landed(there, to[half], 1) };
  const { recording, halves } = state;
  if (!recording || !before || !isSameFunction(state, before.func, to.func)) return placeAt(1);
  const { zoomed, selected } = before.trails[half];
  const boxIn = (trail: Trail) => Math.max(1, boxAtEnd(trail, to[half], recording.funcs));
  const { refits } = halves[half];
  const seen = backIn(state)?.seen[half];
  return { zoomed: boxIn(zoomed), zoomedBefore: [], refits, selected: boxIn(selected), seen };
}

/** Perhaps under another name, at another level. */
function isSameFunction({ recording }: State, a: number, b: number): boolean {
  return recording !== undefined && recording.funcs.clean[a] === recording.funcs.clean[b];
}

/** The function with the largest weight of its own. */
function mostSampled({ length, id, self }: Table): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] !== NONE && (best === NONE || self[row] > self[best])) best = row;
  }
  return best === NONE ? NONE : id[best];
}

/** The function as it stands in these samples: itself, or the heaviest that is it under another name. */
export function standIn(
  { length, id, total }: Pick<Table, 'length' | 'id' | 'total'>,
  func: number,
  { clean }: FuncTable,
): number {
  let best = NONE;
  for (let row = 0; row < length; row++) {
    if (id[row] === func) return func;
    if (id[row] === NONE || clean[id[row]] !== clean[func]) continue;
    if (best === NONE || total[row] > total[best]) best = row;
  }
  return best === NONE ? NONE : id[best];
}

/** How much of the height the callers take where nobody chose: as their rows want, within reason. */
export function suitableSplit(callers: CallTree, callees: CallTree): number {
  const share = callers.rows / (callers.rows + callees.rows);
  return Math.min(0.6, Math.max(0.25, share));
}
