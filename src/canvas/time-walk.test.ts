import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { profileOf } from '../../fixtures/text.ts';
import { timeOrderOf } from '../calltree/time-order.ts';
import type { TimeLane } from '../model/session.ts';
import { inRuns } from '../model/stack-runs.ts';
import { childrenOf, depthOf, parentOf, runOf } from '../model/tree.ts';
import type { Place } from './time-rows.ts';
import { firstWithPath, nextMatch, placeOfSpot, positionOf, spotOf, stepFrom } from './time-walk.ts';

const ALL = { threads: undefined, range: undefined };

function lanesOf(seed: number): readonly TimeLane[] {
  return timeOrderOf(inRuns(syntheticProfile({ seed, samples: 200, depth: 8 })), 0, ALL)?.lanes ?? [];
}

test('steps lead to the caller, the first callee and the brothers in the order of time', () => {
  for (let seed = 1; seed < 6; seed++) {
    const lanes = lanesOf(seed);
    const { tree } = lanes[0];
    for (let box = 1; box < tree.length; box++) {
      const step = (to: Parameters<typeof stepFrom>[2]) => stepFrom(lanes, { lane: 0, box }, to).box;
      const brothers = childrenOf(tree, parentOf(tree, box));
      const place = brothers.indexOf(box);
      expect(step('parent')).toBe(parentOf(tree, box));
      expect(step('child')).toBe(childrenOf(tree, box)[0] ?? box);
      expect(step('next')).toBe(brothers[place + 1] ?? box);
      expect(step('previous')).toBe(brothers[place - 1] ?? box);
      expect(step('root')).toBe(0);
      expect(positionOf(tree, box)).toEqual({ position: place + 1, siblings: brothers.length });
    }
  }
});

test('lanes are brothers, and the ends are where they are', () => {
  const lanes = lanesOf(1);
  expect(lanes.length).toBe(3);
  expect(stepFrom(lanes, { lane: 0, box: 0 }, 'next')).toEqual({ lane: 1, box: 0 });
  expect(stepFrom(lanes, { lane: 2, box: 0 }, 'next')).toEqual({ lane: 2, box: 0 });
  expect(stepFrom(lanes, { lane: 0, box: 0 }, 'previous')).toEqual({ lane: 0, box: 0 });
  expect(stepFrom(lanes, { lane: 1, box: 0 }, 'parent')).toEqual({ lane: 1, box: 0 });
  const { box } = stepFrom(lanes, { lane: 1, box: 0 }, 'end');
  expect(childrenOf(lanes[1].tree, box)).toEqual([]);
});

test('of boxes with the same path the earliest is found, in whichever lane', () => {
  const lanes = lanesOf(3);
  const pathTo = ({ lane, box }: Place) => spotOf(lanes, 0, { lane, box }).path.toReversed();
  const all = lanes.flatMap(({ tree }, lane) =>
    Array.from({ length: tree.length - 1 }, (_, i) => ({ lane, box: i + 1 })),
  );
  const startOf = ({ lane, box }: Place) => lanes[lane].tree.start[runOf(lanes[lane].tree, box)];
  const earliest = new Map<string, number>();
  for (const place of all) {
    const path = pathTo(place).join();
    earliest.set(path, Math.min(startOf(place), earliest.get(path) ?? Infinity));
  }
  expect(earliest.size, 'paths come again').toBeLessThan(all.length);
  for (const place of all) {
    const path = pathTo(place);
    const found = firstWithPath(lanes, path);
    expect(found && pathTo(found)).toEqual(path);
    expect(found && startOf(found)).toBe(earliest.get(path.join()));
  }
  expect(firstWithPath(lanes, [])).toBeUndefined();
  expect(firstWithPath(lanes, [...pathTo(all[0]), 1e6])).toBeUndefined();
});

test('matches are walked lane by lane, round at the ends, in both directions', () => {
  const lanes = lanesOf(2);
  const wanted = lanes[1].tree.func[3];
  const matches = new Uint8Array(100);
  matches[wanted] = 1;
  const all = lanes.flatMap(({ tree }, lane) =>
    Array.from({ length: tree.length }, (_, box) => ({ lane, box })).filter(
      ({ box }) => box > 0 && tree.func[box] === wanted,
    ),
  );
  let at = { lane: 0, box: 0 };
  for (const place of [...all, all[0]]) {
    at = nextMatch(lanes, at, matches, 1) ?? at;
    expect(at).toEqual(place);
  }
  expect(nextMatch(lanes, all[0], matches, -1)).toEqual(all.at(-1));
  expect(nextMatch(lanes, at, new Uint8Array(100), 1)).toBeUndefined();
});

test('a box is found again where it is: in its own lanes, in some of them, at other times of their beginning', () => {
  const lanes = lanesOf(3);
  for (const [lane, { tree }] of lanes.entries())
    for (let box = 0; box < tree.length; box++) {
      const spot = spotOf(lanes, 1000, { lane, box });
      expect(placeOfSpot(spot, lanes, 1000)).toEqual({ lane, box });
      expect(placeOfSpot(spot, lanes.slice(lane), 1000)).toEqual({ lane: 0, box });
      if (lane === 0) expect(placeOfSpot(spot, lanes.slice(1), 1000)).toEqual({ lane: 0, box: 0 });
    }
});

test('what filters took away is stood in for by its caller, and found again when it is back', () => {
  const inTime = (text: string) => {
    const order = timeOrderOf(inRuns(profileOf(text)), 0, ALL);
    if (!order) throw new Error('there are no times');
    return order.lanes;
  };
  const all = inTime('a 1/1 | x 0 | main;f;k 1\na 1/1 | x 1 | main;f;g;h 1');
  const named = (lanes: readonly TimeLane[], box: number) => depthOf(lanes[0].tree, box);
  const h = [...Array(all[0].tree.length).keys()].find((box) => named(all, box) === 4) ?? 0;
  const spot = spotOf(all, 0, { lane: 0, box: h });
  // Functions are numbered as they come, so those that are left have the same numbers in what follows.
  const without = inTime('a 1/1 | x 0 | main;f;k 1\na 1/1 | x 1 | main;f;g 1');
  expect(named(without, placeOfSpot(spot, without, 0).box), 'g').toBe(3);
  const { tree } = all[0];
  const [main, f, g] = [1, 2, 3].map((depth) => tree.func[h - 4 + depth]);
  const lower = { ...spot, path: [spot.path[0], g, f, 99, main] };
  expect(placeOfSpot(lower, all, 0), 'under a frame that is gone').toEqual({ lane: 0, box: h });
  expect(placeOfSpot({ ...spot, time: 5e9 }, all, 0), 'where nothing is').toEqual({ lane: 0, box: 0 });
});
