// One function between its callers and its callees: which one, what is asked about it, and where a person is in the
// answer.

import type { Level } from '../model/levels.ts';
import { NONE, type FuncTable } from '../model/profile.ts';
import type { Sandwich, Table } from '../model/session.ts';
import type { CallTree } from '../model/tree.ts';
import { boxLike } from './box-like.ts';
import type { Engine } from './engine.ts';
import { landed, placeAt, type Landing, type Place } from './place.ts';
import type { Half, State } from './store.ts';
import { landingOf } from './trail.ts';

export interface SandwichAnswer {
  readonly functions: Table;
  /** The function that was meant; NONE where nothing was sampled. */
  readonly func: number;
  /** Undefined for a function that stands in none of the samples. */
  readonly sandwich: Sandwich | undefined;
  readonly level: Level | undefined;
}

export async function sandwichFor(
  engine: Pick<Engine, 'table' | 'sandwich' | 'levelWith'>,
  { options, sandwiched, recording }: State,
): Promise<SandwichAnswer> {
  const functions = await engine.table(options, 'function');
  const func = sandwiched === NONE ? mostSampled(functions) : sandwiched;
  const there = recording ? standIn(functions, func, recording.funcs) : NONE;
  if (there !== NONE) {
    return { functions, func, sandwich: await engine.sandwich(options, there), level: options.level };
  }
  const level = func === NONE ? undefined : await engine.levelWith(options, func);
  return { functions, func, sandwich: undefined, level };
}

/** What changes of the state. Where the function is still the same, a person stays where he was. */
export function sandwichTaken(state: State, answer: SandwichAnswer): Partial<State> {
  const { functions, func, sandwich, level } = answer;
  const unseen = sandwich || func === NONE ? undefined : { func, level };
  const landing = landingOf(state.arrival);
  const halves = sandwich
    ? {
        callers: placeIn(state, sandwich, 'callers', landing),
        callees: placeIn(state, sandwich, 'callees', landing),
      }
    : state.halves;
  const arrival = landing && landing.graph !== 'view' ? undefined : state.arrival;
  const box = sandwich ? halves[state.half].selected : NONE;
  const subject = sandwich ? ({ by: 'function', id: sandwich[state.half].func[box] } as const) : undefined;
  return { functions, sandwiched: func, sandwich, unseen, halves, subject, arrival };
}

function placeIn(state: State, to: Sandwich, half: Half, landing: Landing | undefined): Place {
  if (landing?.graph === half) return { ...placeAt(1), ...landed(landing, to[half], 1) };
  const { sandwich: from, recording, halves } = state;
  const { clean } = recording?.funcs ?? {};
  if (!recording || !from || !clean || clean[from.func] !== clean[to.func]) return placeAt(1);
  const like = (box: number) => Math.max(1, boxLike(from[half], box, to[half], recording.funcs));
  const { zoomed, selected, refits } = halves[half];
  return { zoomed: like(zoomed), zoomedBefore: [], refits, selected: like(selected) };
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
