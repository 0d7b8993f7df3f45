// Compares every node of the trees, every row of the table, and searches with goldens.

import { describe, expect, test } from 'vitest';
import { triesAllRecordings } from '../../fixtures/fuzz.ts';
import { matchingLines, tableOf, weightOf, weightsBy } from '../../fixtures/golden-lines.ts';
import {
  expectWeights,
  folded,
  foldedName,
  GOLDEN_RECORDINGS,
  goldenViews,
  optionsOf,
  weightsOfLines,
  weightsOfTree,
} from '../../fixtures/golden-views.ts';
import { HAS_PROFILES, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { LEVELS } from '../../src/model/levels.ts';
import type { Table } from '../../src/model/session.ts';

/**
 * Patterns that match no modules, which goldens do not have: they begin or end the name. Recursion, callbacks and large shares would
 * reveal double counting.
 */
const PATTERNS = [
  '^py::',
  '^py::twice',
  '\\.py$',
  'x.py$',
  '^py::(fib|walk)',
  '^(sort|key|lambda|main|work)',
  '^[a-z_]*alloc',
];

/** Per recording and level: more would only take longer. */
const MAX_SANDWICHES = triesAllRecordings ? 40 : 8;

describe.each(GOLDEN_RECORDINGS)(`$name${SKIP_NOTE}`, ({ name: recording, period, events = [] }) => {
  test('the event with the most samples is shown by default', async () => {
    const { views } = await goldenViews(recording);
    const { events: found, defaultEvent } = views.open.recording;
    const samples = found.map((event) => event.samples);
    expect(samples).toHaveLength(1 + events.length);
    expect(samples[defaultEvent]).toBe(Math.max(...samples));
  });

  describe.each(LEVELS)('at $name', ({ name: level }) => {
    test('the call tree and the inverted tree have every stack of every event', async () => {
      const { views, linesAt } = await goldenViews(recording);
      for (const event of [undefined, ...events])
        for (const shape of ['calls', 'callers'] as const) {
          const { tree } = (await views.graphs.tree({ options: optionsOf(views, level, event), shape }))
            .value;
          const expected = weightsOfLines(linesAt(level, event), shape === 'callers');
          expectWeights(weightsOfTree(views, tree), expected, shape);
          if (period === undefined || event !== undefined) continue;
          expect(Array.from(tree.samples, (samples) => samples * period)).toEqual([...tree.total]);
          expect(Array.from(tree.selfSamples, (samples) => samples * period)).toEqual([...tree.self]);
        }
    });

    test('the sandwich of a function has all of its callers and callees', async () => {
      const { views, linesAt } = await goldenViews(recording);
      const options = optionsOf(views, level);
      const lines = linesAt(level);
      const { id } = await views.table({ options, by: 'function' });
      const names = Array.from(id, (func) => foldedName(views, func));
      const step = Math.ceil(names.length / MAX_SANDWICHES);
      for (let row = 0; row < names.length; row += step) {
        const name = names[row];
        // Goldens merge functions of the same name in different modules.
        if (names.indexOf(name) !== names.lastIndexOf(name)) continue;
        const through = lines.filter(({ frames }) => frames.includes(name));
        const callers = through.map((line) => ({
          ...line,
          frames: line.frames.slice(0, line.frames.indexOf(name) + 1),
        }));
        const callees = through.map((line) => ({
          ...line,
          frames: line.frames.slice(line.frames.indexOf(name)),
        }));
        const { sandwich } = (await views.sandwich({ options, func: id[row] })).value;
        if (!sandwich) throw new Error(`There is no sandwich of ${name}`);
        expectWeights(weightsOfTree(views, sandwich.callers), weightsOfLines(callers, true), name);
        expectWeights(weightsOfTree(views, sandwich.callees), weightsOfLines(callees), name);
      }
    });

    test('the table has every function and thread', async () => {
      const { views, linesAt } = await goldenViews(recording);
      const options = optionsOf(views, level);
      const lines = linesAt(level);
      const { threads } = views.open.classified.profile;
      const functions = mergedRows(await views.table({ options, by: 'function' }), (func) =>
        foldedName(views, func),
      );
      const golden = tableOf(lines, (frame) => frame);
      expectWeights(column(functions, 'self'), column(golden, 'self'), 'self');
      // Samples with functions of the same name in different modules would count twice.
      for (const [name, { total, count }] of functions)
        if (count === 1) expect(total, name).toBe(golden.get(name)?.total);

      const byThread = mergedRows(await views.table({ options, by: 'thread' }), (thread) =>
        folded(threads[thread].comm),
      );
      expectWeights(
        column(byThread, 'total'),
        weightsBy(lines, ({ comm }) => comm),
        'threads',
      );
    });

    test('a search counts each stack once', async () => {
      const { views, linesAt } = await goldenViews(recording);
      const options = optionsOf(views, level);
      for (const query of PATTERNS) {
        const pattern = new RegExp(query, 'i');
        const matching = matchingLines(linesAt(level), pattern);
        const names = matching.flatMap(({ frames }) => frames.filter((frame) => pattern.test(frame)));
        const { weight, functions } = await views.search({ options, query });
        expect(weight, query).toBe(weightOf(matching));
        expect(functions, query).toBeGreaterThanOrEqual(new Set(names).size);
      }
    });
  });
});

test.skipIf(!HAS_PROFILES)(`the table has every file${SKIP_NOTE}`, async () => {
  const { views, linesAt } = await goldenViews('fp-workers');
  const { strings } = views.open.classified.profile;
  for (const { name: level } of LEVELS) {
    const table = await views.table({ options: optionsOf(views, level), by: 'file' });
    const files = mergedRows(table, (file) => strings[file] ?? '');
    const golden = tableOf(linesAt(level), (frame) => /^py::[^:]*:(.*)$/s.exec(frame)?.[1] ?? '');
    for (const by of ['self', 'total'] as const)
      expectWeights(column(files, by), column(golden, by), `${by} at ${level}`);
  }
});

interface MergedRow {
  self: number;
  total: number;
  /** Number of merged rows. */
  count: number;
}

/** The rows of a table, merged by name. */
function mergedRows({ id, self, total }: Table, nameOf: (id: number) => string): Map<string, MergedRow> {
  const rows = new Map<string, MergedRow>();
  for (const [row, each] of id.entries()) {
    const sum = rows.get(nameOf(each)) ?? { self: 0, total: 0, count: 0 };
    sum.self += self[row];
    sum.total += total[row];
    sum.count++;
    rows.set(nameOf(each), sum);
  }
  return rows;
}

function column<C extends string>(
  rows: ReadonlyMap<string, Record<C, number>>,
  name: C,
): Map<string, number> {
  return new Map([...rows].map(([key, row]) => [key, row[name]]));
}
