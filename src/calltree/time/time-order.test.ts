import { completeTree } from '../../../fixtures/complete-tree.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import { createRandom, syntheticProfile } from '../../../fixtures/synthetic.ts';
import { funcText, profileOf } from '../../../fixtures/text.ts';
import { paintRows } from '../../canvas/boxes/raster.ts';
import { FULL_WIDTH } from '../../model/viewport.ts';
import { NONE, type Profile } from '../../model/profile.ts';
import { toStackChains } from '../../model/trie.ts';
import {
  nodeAt,
  childrenOf,
  depthOf,
  parentOf,
  samplePointAt,
  SAMPLE_POINTS,
  chainOf,
  type CallTree,
} from '../../model/tree.ts';
import { samplesOnTree } from '../build/build.ts';
import type { ThreadsAndRange } from '../build/select.ts';
import { timeOrderOf, type TimeOrderLanes } from './time-order.ts';
import { timeAxisOf, timesOf } from './times.ts';

const SECOND = 1e9;

function orderOf(profile: Profile, within: ThreadsAndRange = {}): TimeOrderLanes {
  const order = timeOrderOf(toStackChains(profile), 0, within);
  if (!order) throw new Error('no times');
  // Chains of a tree give the same result. Their first chain includes the frames that all stacks begin with.
  const tree = completeTree(toStackChains(profile));
  const overTree = samplesOnTree(tree, profile, profile.funcs.length);
  expect(timeOrderOf(overTree, 0, within)).toEqual(order);
  return order;
}

/** Draws times in seconds. */
function drawnOrder(text: string, within: ThreadsAndRange = {}): string[] {
  const profile = profileOf(text);
  return orderOf(profile, within).lanes.map(({ comm, tree }) =>
    `${comm}\n${drawnTree(tree, profile)}`.trim(),
  );
}

/** One line per node: its name, time range and samples. */
function drawnTree(tree: CallTree, profile: Profile): string {
  const lines: string[] = [];
  const write = (node: number, indent: string): void => {
    const chain = chainOf(tree, node);
    const [from, to] = [tree.start[chain], tree.start[chain] + tree.total[chain]].map(
      (each) => each / SECOND,
    );
    const name = node === 0 ? 'root' : funcText(profile, tree.func[node]);
    const self =
      node + 1 === tree.first[chain + 1] && tree.self[chain] > 0 ? ` self ${tree.self[chain] / SECOND}` : '';
    lines.push(`${indent}${name} ${from}-${to} (${tree.samples[chain]})${self}`);
    for (const child of childrenOf(tree, node)) write(child, `${indent}  `);
  };
  write(0, '');
  return lines.join('\n');
}

describe('time order', () => {
  test('continues a node from one sample to the next if both contain it', () => {
    const text = '| x 0 | main;a;x 1\n| x 1 | main;a 1\n| x 2 | main;b 1\n| x 3 | main;a 1';
    expect(drawnOrder(text)).toEqual([
      [
        'root 0-4 (4)',
        '  main 0-4 (4)',
        '    a 0-2 (2) self 1',
        '      x 0-1 (1) self 1',
        '    b 2-3 (1) self 1',
        '    a 3-4 (1) self 1',
      ].join('\n'),
    ]);
  });

  test('splits a chain at later branches', () => {
    const text = '| x 0 | a;b;c;d 1\n| x 1 | a;b;c;e 1\n| x 2 | a;b;f 1\n| x 3 | a 1\n| x 4 | g 1';
    expect(drawnOrder(text)).toEqual([
      [
        'root 0-5 (5)',
        '  a 0-4 (4) self 1',
        '    b 0-3 (3)',
        '      c 0-2 (2)',
        '        d 0-1 (1) self 1',
        '        e 1-2 (1) self 1',
        '      f 2-3 (1) self 1',
        '  g 4-5 (1) self 1',
      ].join('\n'),
    ]);
  });

  test('has a single chain below the root if all stacks are the same', () => {
    const [{ tree }] = orderOf(profileOf('| x 0 | a;b;c 1\n| x 1 | a;b;c 1\n| x 2 | a;b;c 1')).lanes;
    expect(tree).toMatchObject({ chains: 2, length: 4, rows: 4 });
    expect([...tree.first]).toEqual([0, 1, 4]);
    expect([...tree.selfSamples]).toEqual([0, 3]);
  });

  test('has a gap before a distant sample, which ends all nodes', () => {
    const text = '| x 0 | main;a 1\n| x 1 | main;a 1\n| x 2 | main;a 1\n| x 9 | main;a 1\n| x 10 | main 1';
    expect(drawnOrder(text)).toEqual([
      [
        'root 0-11 (5) self 6',
        '  main 0-3 (3)',
        '    a 0-3 (3) self 3',
        '  main 9-11 (2) self 1',
        '    a 9-10 (1) self 1',
      ].join('\n'),
    ]);
  });

  test('uses the typical interval of all threads for a thread with few samples', () => {
    const text = `
      a 1/1 | x 0 | main 9
      a 1/1 | x 1 | main 9
      a 1/1 | x 2 | main 9
      b 1/2 | x 0 | main 1
      b 1/2 | x 5 | main 1
    `;
    expect(drawnOrder(text)).toEqual([
      'a\nroot 0-6 (3) self 3\n  main 0-3 (3) self 3',
      'b\nroot 0-6 (2) self 4\n  main 0-1 (1) self 1\n  main 5-6 (1) self 1',
    ]);
  });

  test('uses the average interval if each thread has a single sample', () => {
    const text = 'a 1/1 | x 0 | main 2\nb 1/2 | x 4 | main 1';
    expect(drawnOrder(text)).toEqual([
      'a\nroot 0-6 (1) self 4\n  main 0-2 (1) self 2',
      'b\nroot 0-6 (1) self 4\n  main 4-6 (1) self 2',
    ]);
    const one = orderOf(profileOf('| x 7 | main 2'));
    expect(one).toMatchObject({ from: 7 * SECOND, length: 1 });
    expect([...one.lanes[0].tree.total]).toEqual([1, 1]);
  });

  test('keeps all samples at the same time; the first one has the duration', () => {
    const text = '| x 0 | main;a 1\n| x 0 | main;a 1\n| x 0 | main;b 1\n| x 1 | main;c 1\n| x 2 | main;c 1';
    expect(drawnOrder(text)).toEqual([
      [
        'root 0-3 (5)',
        '  main 0-3 (5)',
        '    a 0-1 (2) self 1',
        '    b 1-1 (1)',
        '    c 1-3 (2) self 2',
      ].join('\n'),
    ]);
  });

  test('sorts samples by time', () => {
    const inOrder = '| x 0 | a 1\n| x 1 | b 1\n| x 2 | c 1';
    expect(drawnOrder(inOrder.split('\n').reverse().join('\n'))).toEqual(drawnOrder(inOrder));
  });

  test('has a gap for a sample that is not selected', () => {
    const profile = profileOf('| x 0 | main 1\n| x 1 | [no stack] 1\n| x 2 | main 1\n| x 3 | main 1');
    const [{ tree }] = orderOf(profile).lanes;
    expect(drawnTree(tree, profile)).toBe(
      'root 0-4 (3) self 1\n  main 0-1 (1) self 1\n  main 2-4 (2) self 2',
    );
  });

  test('can be limited to some threads, and has the same lanes as the timeline', () => {
    const text = 'a 1/1 | x 0 | main 1\nb 1/2 | x 1 | main 9\nc 1/1 | x 2 | main 2';
    expect(orderOf(profileOf(text)).lanes.map(({ threads }) => threads)).toEqual([[1], [0, 2]]);
    expect(orderOf(profileOf(text), { threads: [0] }).lanes).toMatchObject([
      { threads: [0, 2], comm: 'c', tree: { samples: Int32Array.of(1, 1) } },
    ]);
  });

  test('begins with the first sample in the selected range and ends with the range', () => {
    const profile = profileOf('| x 0 | a 1\n| x 1 | b 1\n| x 2 | c 1\n| x 3 | c 1');
    const order = orderOf(profile, { range: { from: 0.5 * SECOND, to: 2.5 * SECOND } });
    expect(order).toMatchObject({ from: SECOND, length: 1.5 * SECOND });
    expect(drawnTree(order.lanes[0].tree, profile)).toBe(
      'root 0-1.5 (2)\n  b 0-1 (1) self 1\n  c 1-1.5 (1) self 0.5',
    );
  });

  test('spans the selected part of the time axis, which ends with the last sample of any event', () => {
    const profile = profileOf('| x 0 | a 1\n| x 1 | b 1\n| x 2 | c 1\n| y 4 | d 1');
    const axis = timeAxisOf(
      profile,
      [0, 1].map((event) => timesOf(profile, event)),
    );
    expect(axis).toEqual({ from: 0, to: 5 * SECOND });
    const spanOf = (event: number, within: ThreadsAndRange = {}) => {
      const order = timeOrderOf(toStackChains(profile), event, within, undefined, undefined, axis);
      const { from = NaN, length = NaN, lanes = [] } = order ?? {};
      return [from / SECOND, length / SECOND, ...lanes.map(({ tree }) => tree.total[0] / SECOND)];
    };
    expect(spanOf(0)).toEqual([0, 5, 5]);
    expect(spanOf(1), 'the only sample of this event would last longer').toEqual([0, 5, 5]);
    expect(spanOf(0, { range: { from: 0.5 * SECOND, to: 3.5 * SECOND } })).toEqual([0.5, 3, 3]);
    expect(spanOf(0, { range: { from: 3 * SECOND, to: 9 * SECOND } }), 'without samples').toEqual([3, 2]);
  });

  test('is undefined without times and empty without samples', () => {
    expect(timeOrderOf(toStackChains(profileOf('main 1')), 0, {})).toBeUndefined();
    const order = orderOf(profileOf('| x 3 | main 1'), { threads: [] });
    expect(order).toEqual({ from: 3 * SECOND, length: 0, isComplete: true, lanes: [] });
  });
});

/** Samples at irregular intervals, some at the same time, some without a time or a stack. */
function irregularProfile(seed: number, samples: number): Profile {
  const profile = syntheticProfile({ seed, samples, depth: 7, frames: ['a', 'b', 'c'], events: ['x'] });
  const random = createRandom(seed);
  let now = 0;
  const time = profile.samples.time.map(() => {
    const choice = random();
    if (choice < 0.2) return now;
    if (choice < 0.25) return NaN;
    now += choice < 0.9 ? 10 + Math.floor(random() * 10) : Math.floor(random() * 500);
    return now;
  });
  return { ...profile, samples: { ...profile.samples, time } };
}

describe('for each random profile', () => {
  const profiles = fc
    .tuple(fc.integer(), fc.integer({ min: 1, max: 150 }))
    .map(([seed, samples]) => irregularProfile(seed, samples));

  test('nodes are inside their parents, in order and without overlap', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        for (const { tree } of timeOrderOf(toStackChains(profile), 0, {})?.lanes ?? [])
          expect(faultsInTime(tree)).toEqual([]);
      }),
    );
  });

  test('every sample that has a time and a stack is found at that time', () => {
    fc.assert(
      fc.property(profiles, (profile) => {
        const { from, lanes } = timeOrderOf(toStackChains(profile), 0, {}) ?? { from: 0, lanes: [] };
        const { stack, time, thread } = profile.samples;
        let counted = 0;
        const seen = new Set<string>();
        const stacks: { found: unknown; expected: unknown }[] = [];
        for (let i = 0; i < profile.samples.length; i++) {
          if (stack[i] === NONE || Number.isNaN(time[i])) continue;
          counted++;
          // Only the first of several samples at the same time has a duration.
          if (isFirstAtItsTime(profile, i)) {
            const lane = lanes.find(({ threads }) => threads.includes(thread[i]));
            if (!lane) throw new Error('no lane');
            stacks.push({ found: stackAt(lane.tree, time[i] - from), expected: framesOf(profile, stack[i]) });
          }
          seen.add(`${thread[i]}`);
        }
        expect(stacks.map(({ found }) => found)).toEqual(stacks.map(({ expected }) => expected));
        expect(lanes.length).toBe(seen.size);
        expect(lanes.reduce((sum, { tree }) => sum + tree.samples[0], 0)).toBe(counted);
      }),
    );
  });
});

describe('with limited sample points', () => {
  const profiles = fc
    .tuple(fc.integer(), fc.integer({ min: 1, max: 150 }), fc.constantFrom(1, 2, 4, 8, 32, 64))
    .map(([seed, samples, samplePoints]) => [irregularProfile(seed, samples), samplePoints] as const);

  test('exactly the nodes that cover a sample point are kept, with the same values as in the complete tree', () => {
    fc.assert(
      fc.property(profiles, ([profile, samplePoints]) => {
        const whole = timeOrderOf(toStackChains(profile), 0, {});
        const partial = timeOrderOf(toStackChains(profile), 0, {}, samplePoints);
        if (!whole || !partial) return;
        expect([partial.from, partial.length, partial.lanes.length]).toEqual([
          whole.from,
          whole.length,
          whole.lanes.length,
        ]);
        for (const [lane, { tree }] of partial.lanes.entries()) {
          const all = whole.lanes[lane].tree;
          expect([tree.rows, tree.samples[0]]).toEqual([all.rows, all.samples[0]]);
          const found = new Set([0]);
          const extents: { of: unknown; expected: unknown }[] = [];
          for (let point = 0; point < samplePoints; point++) {
            const at = samplePointAt(whole.length, point, samplePoints);
            for (let depth = 0; depth < all.rows; depth++) {
              const node = nodeAt(tree, at, depth);
              extents.push({ of: extentOf(tree, node), expected: extentOf(all, nodeAt(all, at, depth)) });
              found.add(node);
            }
          }
          expect(extents.map(({ of }) => of)).toEqual(extents.map(({ expected }) => expected));
          if (!partial.isComplete) expect([...found].filter((node) => node >= 0).length).toBe(tree.length);
          expect(faultsInTime(tree, !partial.isComplete)).toEqual([]);
        }
      }),
    );
  });

  test('the picture is the same as that of the complete tree for widths of at most half the sample points', () => {
    const profile = toStackChains(irregularProfile(7, 3 * SAMPLE_POINTS));
    const whole = timeOrderOf(profile, 0, {});
    const partial = timeOrderOf(profile, 0, {}, SAMPLE_POINTS);
    expect(partial?.isComplete).toBe(false);
    for (const width of [1, 390, 1583, 1600, SAMPLE_POINTS / 2]) {
      for (const [lane, { tree }] of partial?.lanes.entries() ?? [])
        expect(pictureOf(tree, width)).toEqual(whole && pictureOf(whole.lanes[lane].tree, width));
    }
  });
});

/** The function at each pixel. */
function pictureOf(tree: CallTree, width: number): Uint32Array {
  const lines = new Uint32Array(width * tree.rows);
  const frame = { width, top: 0, bottom: tree.rows, viewport: FULL_WIDTH };
  paintRows(tree, frame, lines, (node) => tree.func[node] + 2, Infinity);
  return lines;
}

function extentOf(tree: CallTree, node: number): number[] {
  if (node < 0) return [];
  const chain = chainOf(tree, node);
  return [tree.func[node], tree.start[chain], tree.total[chain], tree.samples[chain]];
}

function isFirstAtItsTime({ samples: { time, thread } }: Profile, sample: number): boolean {
  for (let i = 0; i < sample; i++) if (time[i] === time[sample] && thread[i] === thread[sample]) return false;
  return true;
}

/** The functions at a time, from the root. */
function stackAt(tree: CallTree, at: number): number[] {
  const funcs: number[] = [];
  for (let depth = 1; depth < tree.rows; depth++) {
    const node = nodeAt(tree, at, depth);
    if (node < 0) break;
    expect(depthOf(tree, node)).toBe(depth);
    if (depth > 1) expect(tree.func[parentOf(tree, node)]).toBe(funcs.at(-1));
    funcs.push(tree.func[node]);
  }
  return funcs;
}

function framesOf({ stacks }: Profile, stack: number): number[] {
  const funcs: number[] = [];
  for (let at = stack; at !== NONE; at = stacks.parent[at]) funcs.unshift(stacks.func[at]);
  return funcs;
}

/** Returns the violated invariants. A partial tree may lack rows. */
function faultsInTime(tree: CallTree, isPartial = false): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, what: string) => holds || faults.push(what);
  const endOf = (chain: number) => tree.start[chain] + tree.total[chain];
  let rows = 1;
  for (let chain = 0; chain < tree.chains; chain++) {
    rows = Math.max(rows, tree.depth[chain] + tree.first[chain + 1] - tree.first[chain]);
    let covered = 0;
    let samples = 0;
    let at = tree.start[chain];
    let children = 0;
    for (let child = chain + 1; child < tree.end[chain]; child = tree.end[child]) {
      must(tree.parent[child] === chain, `parent of ${child}`);
      must(
        tree.depth[child] === tree.depth[chain] + tree.first[chain + 1] - tree.first[chain],
        `depth of ${child}`,
      );
      must(tree.start[child] >= at, `${child} overlaps`);
      at = endOf(child);
      covered += tree.total[child];
      samples += tree.samples[child];
      children++;
    }
    must(at <= endOf(chain), `${chain} is too short`);
    must(covered + tree.self[chain] === tree.total[chain], `self of ${chain}`);
    must(samples + tree.selfSamples[chain] === tree.samples[chain], `samples of ${chain}`);
    must(chain === 0 || children !== 1 || tree.selfSamples[chain] > 0, `${chain} ends too early`);
    if (chain > 0) must(tree.start[chain] >= tree.start[chain - 1], `start of ${chain}`);
  }
  must(isPartial ? rows <= tree.rows : rows === tree.rows, 'rows');
  return faults;
}

test('time order is painted like any other tree if no box is narrower than a pixel', () => {
  const text = '| x 0 | a;b 1\n| x 1 | a;c 1\n| x 2 | a;c 1\n| x 9 | a;b 1\n| x 10 | d 1\n| x 11 | d;b 1';
  const [{ tree }] = orderOf(profileOf(text)).lanes;
  const lines = new Uint32Array(24 * 3).fill(99);
  paintRows(tree, { width: 24, top: 0, bottom: 3, viewport: FULL_WIDTH }, lines, (node) => node, Infinity);
  const rows = [0, 1, 2].map((row) =>
    [...lines.subarray(row * 24, row * 24 + 24)].map((node) => (node === 99 ? '.' : String(node))).join(''),
  );
  expect(rows).toEqual(['000000000000000000000000', '11111.............446666', '22333.............55..77']);
});
