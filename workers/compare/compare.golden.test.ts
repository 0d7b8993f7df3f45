// Compares pairs and groups of recordings, and expects the rows, verdicts and marks of a separate implementation of the method.

import { describe, expect, test } from 'vitest';
import { openFile } from '../../fixtures/opened.ts';
import { filesIn, plainAt, SKIP_NOTE } from '../../fixtures/profiles.ts';
import { matchNames } from '../../src/calltree/match.ts';
import { compare, type BasisOptions } from '../../src/compare/compare.ts';
import { prepareComparison } from '../../src/compare/prepare.ts';
import type { Filter } from '../../src/model/filter.ts';
import {
  FIRST_COMPARISON,
  type ComparedPart,
  type ComparedRow,
  type ComparisonSummary,
} from '../../src/model/comparison.ts';
import { Kind } from '../../src/model/kinds.ts';
import type { Level } from '../../src/model/levels.ts';
import { ALL_SAMPLES, type Recording } from '../../src/model/session.ts';
import type { CallTree } from '../../src/model/tree.ts';
import type { MatchNames } from '../matcher.ts';
import { comparedRecording, filteredProfile } from './compared-recording.ts';
import { ComparedViews } from './compared-views.ts';
import type { OpenProfile } from '../pipeline.ts';
import { Graphs } from '../views/graphs.ts';
import { Views } from '../views/views.ts';

interface Part {
  /** Names of recordings. */
  readonly files: readonly string[];
  /** Seconds since the first sample. */
  readonly range?: readonly [number, number];
  readonly tid?: number;
}

interface Case extends BasisOptions {
  readonly a: Part;
  readonly b: Part;
  readonly level?: Level;
}

const base = (n: number): Part => ({ files: [`base-${n}`] });
const one = (file: string): Part => ({ files: [file] });
const work = (a: number, b: number): BasisOptions => ({ work: [a, b], basis: 'matched' });

const CASES: Readonly<Record<string, Case>> = {
  same: { a: base(1), b: base(2) },
  score125: { a: base(2), b: one('score125-1') },
  score200: { a: base(2), b: one('score200-1') },
  removed: { a: base(4), b: one('nochecksum-1') },
  wrapped: { a: base(4), b: one('wrapped-1'), ...work(24000, 12000) },
  moved: { a: base(4), b: one('moved-1'), ...work(24000, 9000) },
  otherpath: { a: base(4), b: one('otherpath-1'), ...work(24000, 9000) },
  hz99: { a: base(4), b: one('hz99-1') },
  x3: { a: one('short-1'), b: base(4) },
  py315: { a: base(4), b: one('py315-1'), level: 'python', ...work(24000, 10000) },
  groups: {
    a: { files: ['base-1', 'base-2', 'base-3', 'base-4'] },
    b: { files: ['score110-2', 'score110-3'] },
  },
  ranges: {
    a: { files: ['service-6'], range: [0, 10] },
    b: { files: ['service-6'], range: [10, 20] },
  },
  threads: { a: { files: ['service-5'], tid: 2941 }, b: { files: ['service-5'], tid: 2940 } },
  'samebasis-cpu': { a: base(1), b: base(2), basis: 'cpu' },
  'samebasis-share': { a: base(1), b: base(2), basis: 'share' },
};

const EXPECTED = 'pairs/expected-2';
const hasPairs = filesIn('.').includes('pairs');
const opened = new Map<string, Promise<OpenProfile>>();

describe.skipIf(!hasPairs)(`comparisons are as specified${SKIP_NOTE}`, () => {
  test.each(Object.keys(CASES))('%s', async (name) => {
    const result = await run(CASES[name]);
    const expected = readExpected(`${name}.tsv.gz`);
    expect(result.sentence).toBe(expected.sentence);
    expectRows(
      rowsOf(result, 'self'),
      expected.rows.filter(({ kind }) => kind === 'self'),
    );
    expectRows(
      rowsOf(result, 'totals'),
      expected.rows.filter(({ kind }) => kind === 'total'),
    );
    if (!filesIn(EXPECTED).includes(`${name}.nodes.tsv.gz`)) return;
    expectRows(rowsOf(result, 'nodes'), readExpected(`${name}.nodes.tsv.gz`).rows);
  });
});

const FILTERS: Readonly<Record<string, readonly Omit<Filter, 'isOn'>[]>> = {
  focus: [{ action: 'focus', target: { by: 'pattern', query: '^py::(?:score|stem):' } }],
  'hide a kind': [{ action: 'hide', target: { by: 'kind', kind: Kind.runtime } }],
  'drop the kernel': [{ action: 'drop', target: { by: 'kind', kind: Kind.kernel } }],
  'collapse and hide': [
    { action: 'collapse', target: { by: 'kind', kind: Kind.runtime } },
    { action: 'hide', target: { by: 'pattern', query: 'render' } },
  ],
  'keep and recursion': [
    { action: 'keep', target: { by: 'pattern', query: '^py::' } },
    { action: 'recursion', target: undefined },
  ],
  'only, without some callees': [
    { action: 'only', target: { by: 'pattern', query: '^py::' } },
    { action: 'callers', target: { by: 'pattern', query: 'render' } },
  ],
};

test.skipIf(!hasPairs).each(Object.entries(FILTERS))(
  'filters compare the same on the page as in the terminal: %s',
  async (_, steps) => {
    const filters = steps.map((each) => ({ ...each, isOn: true }));
    const [onA, onB] = await Promise.all(
      ['base-2', 'score125-1'].map(async (name) => {
        const open = await openNamed(name);
        const views = viewsOf(open);
        const filtered = await filteredProfile(views, 'python-c', filters);
        return { ...comparedRecording(views, open.recording.defaultEvent), filtered };
      }),
    );
    const options = { level: 'python-c', renames: [], minEffect: 0.005 } as const;
    const expected = compare(prepareComparison({ a: [onA], b: [onB] }, options), {});
    const found = await run(CASES.score125, filters);
    expect(found.sentence).toBe(expected.sentence);
    const { self, totals } = expected.functions;
    const result = { ...found, self, totals, nodes: expected.nodes };
    for (const table of ['self', 'totals', 'nodes'] as const)
      expectRows(rowsOf(found, table), rowsOf(result, table));
  },
);

function findIn({ funcs, strings }: Pick<Recording, 'funcs' | 'strings'>): MatchNames {
  const names = Array.from(funcs.name, (name) => strings[name]);
  return async (query) => matchNames(names, query);
}

/** As the page compares them. */
async function run(
  { a, b, level = 'python-c', ...options }: Case,
  filters: readonly Filter[] = [],
): Promise<Result> {
  const files = [...new Set([...a.files, ...b.files])];
  const views = await Promise.all(files.map(async (file) => viewsOf(await openNamed(file))));
  const compared = new ComparedViews(new Map(views.entries()), () => NO_NAMES);
  const partsOf = ({ files: names, range, tid }: Part) =>
    names.map((name): ComparedPart => {
      const recording = files.indexOf(name);
      const { start, threadList } = views[recording].open.recording;
      return {
        recording,
        range: range && { from: start + range[0] * 1e9, to: start + range[1] * 1e9 },
        threads:
          tid === undefined ? undefined : [...threadList.keys()].filter((row) => threadList[row].tid === tid),
      };
    });
  const comparison = { ...AS_DRAWN, ...options, a: partsOf(a), b: partsOf(b) };
  const event = compared.recording.defaultEvent;
  const question = { ...ALL_SAMPLES, level, event, filters, foldImports: false, comparison };
  const outcome = await compared.comparison(question);
  const { value: drawn } = await compared.tree({ options: question, shape: 'calls' });
  if (!outcome.ok) throw new Error(outcome.problem.text);
  expectNested(drawn.tree);
  return { ...outcome.value, nodes: drawn.compared?.rows ?? [] };
}

function viewsOf(open: OpenProfile): Views {
  const match = findIn(open.recording);
  return new Views(new Graphs(open, { match, search: match }));
}

type Result = ComparisonSummary & { readonly nodes: readonly ComparedRow[] };

const AS_DRAWN = { ...FIRST_COMPARISON, width: 'max' } as const;

const unused = () => Promise.reject(new Error('No names are searched.'));
const NO_NAMES = { match: unused, search: unused };

/** Children begin where their parent does, and are not wider than it. */
function expectNested({ chains, parent, start, total, self, end }: CallTree): void {
  const used = self.slice();
  for (let chain = 1; chain < chains; chain++) {
    const above = parent[chain];
    used[above] += total[chain];
    const isInside = chain < end[above] && start[chain] >= start[above];
    if (!isInside) throw new Error(`Box ${chain} is not above its caller.`);
  }
  const isExact = (chain: number) => Math.abs(used[chain] - total[chain]) <= 1e-9 * total[0];
  expect(total.findIndex((_, chain) => !isExact(chain))).toBe(-1);
}

function openNamed(name: string): Promise<OpenProfile> {
  const file = `${name}.perf.zst`;
  const known = opened.get(file) ?? openFile('pairs', file);
  opened.set(file, known);
  return known;
}

interface ExpectedRow {
  readonly kind: string;
  readonly key: string;
  /** a, b, d, lo, hi, p, q: six significant digits. */
  readonly numbers: readonly number[];
  readonly verdict: string;
  readonly mark: string;
}

function readExpected(file: string): { sentence: string; rows: ExpectedRow[] } {
  const [sentence, , ...lines] = new TextDecoder().decode(plainAt(EXPECTED, file)).trimEnd().split('\n');
  const rows = lines.map((line): ExpectedRow => {
    const fields = line.split('\t');
    const [kind, key] = fields;
    return { kind, key, numbers: fields.slice(2, 9).map(Number), verdict: fields[9], mark: fields[10] ?? '' };
  });
  return { sentence: sentence.slice(2), rows: rows.filter(({ kind }) => kind !== 'candidate') };
}

function rowsOf(comparison: Result, table: 'self' | 'totals' | 'nodes'): Omit<ExpectedRow, 'kind'>[] {
  return comparison[table].map(({ key, a, b, d, lo, hi, p, q, verdict, mark }) => ({
    key,
    numbers: [a, b, d, lo, hi, p, q],
    verdict,
    mark,
  }));
}

/** Numbers are relative to the row's scale, since differences of nearly equal numbers are known less exactly. */
function expectRows(
  found: readonly Omit<ExpectedRow, 'kind'>[],
  expected: readonly Omit<ExpectedRow, 'kind'>[],
): void {
  const named = ({ key, verdict, mark }: Omit<ExpectedRow, 'kind'>) => [key, verdict, mark].join('\t');
  expect(found.map(named).sort()).toEqual(expected.map(named).sort());
  const byKey = new Map(found.map((row) => [row.key, row.numbers]));
  for (const { key, numbers } of expected) {
    const own = byKey.get(key)!;
    const scale = Math.max(...numbers.slice(0, 5).map(Math.abs));
    for (const [i, number] of numbers.entries()) {
      const tolerance = i < 5 ? 1e-6 * scale + 6e-6 * Math.abs(number) : 1e-4 * number + 1e-12;
      expect(Math.abs(own[i] - number), `${key}, column ${i}: ${own[i]}, not ${number}`).toBeLessThanOrEqual(
        tolerance,
      );
    }
  }
}
