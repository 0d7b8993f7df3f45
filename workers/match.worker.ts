// Door of the match worker: searches names. An expression may take any time, and this worker can be ended.

import { matchNames } from '../src/calltree/match.ts';
import type { Matches } from '../src/model/session.ts';
import { answerWith } from './side-worker.ts';

let names: readonly string[] = [];

const door = {
  know(given: readonly string[]): void {
    names = given;
  },

  match(query: string): Matches {
    return matchNames(names, query);
  },
};

export type MatchDoor = typeof door;

answerWith(door);
