import { expect, test } from 'vitest';
import { syntheticProfile } from '../../fixtures/synthetic.ts';
import { timeOrderOf } from '../calltree/time-order.ts';
import type { TimeLane } from '../model/session.ts';
import { inRuns } from '../model/stack-runs.ts';
import { childrenOf, depthOf, parentOf } from '../model/tree.ts';
import { nextMatch, positionOf, sameIn, stepFrom } from './time-walk.ts';

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

test('the same box is found in other lanes by its time', () => {
  const lanes = lanesOf(3);
  const { tree } = lanes[1];
  for (let box = 0; box < tree.length; box++) {
    if (tree.total[0] === 0) continue;
    const { lane, box: same } = sameIn(lanes, { lane: 1, box }, 0, lanes.slice(1));
    expect(lane).toBe(0);
    expect([box, 0]).toContain(same);
    if (same === 0 && box > 0) expect(depthOf(tree, box)).toBeGreaterThan(0);
  }
  expect(sameIn(lanes, { lane: 0, box: 4 }, 0, lanes.slice(1))).toEqual({ lane: 0, box: 0 });
});
