// Compares filtered views with goldens to which a simple implementation applies the same filters.

import { describe, expect, test } from 'vitest';
import { filteredLines, weightOf, type FilterStep } from '../fixtures/golden-lines.ts';
import {
  expectWeights,
  goldenViews,
  optionsOf,
  weightsOfLines,
  weightsOfTree,
} from '../fixtures/golden-views.ts';
import { HAS_PROFILES, SKIP_NOTE } from '../fixtures/profiles.ts';
import {
  FILTER_ACTIONS,
  targetOf,
  type Filter,
  type FilterAction,
  type Target,
} from '../src/model/filter.ts';
import { Kind } from '../src/model/kinds.ts';
import type { Level } from '../src/model/levels.ts';
import type { Views } from './views/views.ts';

/** The code that a filter applies to, and the frames of a golden that it matches. */
interface Code {
  /** A string is the beginning of a function's name. */
  readonly target: string | Target;
  readonly matches: RegExp;
  /** The frame of collapsed code. */
  readonly aggregate?: string;
}

type Steps = readonly (readonly [FilterAction, Code])[];

const FIB: Code = { target: 'py::fib:', matches: /^py::fib:/ };
const MAIN: Code = { target: 'py::<module>:/src/workers', matches: /^py::<module>:\/src\/workers/ };
const IMPORT: Code = {
  target: 'py::import concurrent.futures.process:',
  matches: /^py::import concurrent.futures.process:/,
};
const OWN = /:\/src\/workers\.py$/;
const FILE: Code = {
  target: { by: 'file', path: '/src/workers.py' },
  matches: OWN,
  aggregate: 'py::workers.py:/src/workers.py',
};
const KIND: Code = { target: { by: 'kind', kind: Kind.own }, matches: OWN };
const FOLDER: Code = { target: { by: 'folder', path: '/src' }, matches: OWN };
const NUMPY: Code = {
  target: { by: 'package', path: 'numpy' },
  matches: /\/dist-packages\/numpy\//,
  aggregate: 'numpy',
};

function pattern(query: string): Code {
  return { target: { by: 'pattern', query }, matches: new RegExp(query) };
}

const CASES: Record<string, Steps> = {
  ...Object.fromEntries(FILTER_ACTIONS.map((action) => [`${action} a function`, [[action, FIB]]])),
  ...Object.fromEntries(
    (['only', 'hide', 'keep', 'collapse'] as const).map((action) => [
      `${action} a pattern`,
      [[action, pattern('^py::(fib|import)')]],
    ]),
  ),
  'the callers of a file': [['callers', FILE]],
  'a collapsed file': [['collapse', FILE]],
  'drop a kind': [['drop', KIND]],
  'keep a folder': [['keep', FOLDER]],
  'only, hide and callers': [
    ['only', IMPORT],
    ['hide', MAIN],
    ['callers', IMPORT],
  ],
  'only, callers and hide': [
    ['only', IMPORT],
    ['callers', IMPORT],
    ['hide', MAIN],
  ],
  'only and hide': [
    ['only', FIB],
    ['hide', FIB],
  ],
  'hide and only, which leaves nothing': [
    ['hide', FIB],
    ['only', FIB],
  ],
  'two patterns': [
    ['drop', pattern('squares')],
    ['drop', pattern('sorting')],
  ],
};

function targetIn({ open: { recording } }: Views, target: string | Target): Target | undefined {
  if (typeof target !== 'string') return target;
  const { funcs, strings } = recording;
  const func = funcs.name.findIndex((name) => strings[name].startsWith(target));
  return targetOf(recording, func, 'function');
}

/** Compares the trees and the samples of the other views. */
async function expectFiltered(recording: string, level: Level, steps: Steps): Promise<void> {
  const { views, linesAt } = await goldenViews(recording);
  const filters = steps.map(([action, { target }]): Filter => ({
    action,
    target: targetIn(views, target),
    isOn: true,
  }));
  const golden = steps.map(([action, { matches, aggregate }]): FilterStep => ({
    action,
    matches,
    replacement: aggregate,
  }));
  const lines = filteredLines(linesAt(level), golden);
  const options = { ...optionsOf(views, level), filters };
  for (const shape of ['calls', 'callers'] as const) {
    const { tree } = (await views.graphs.tree({ options, shape })).value;
    expectWeights(weightsOfTree(views, tree), weightsOfLines(lines, shape === 'callers'), shape);
  }
  const weight = weightOf(lines);
  expect((await views.overview({ options })).weight).toBe(weight);
  expect((await views.table({ options, by: 'function' })).weight).toBe(weight);
}

describe.skipIf(!HAS_PROFILES)(`filters leave what a golden has${SKIP_NOTE}`, () => {
  describe.each(['python-c', 'python'] as const)('at %s', (level) => {
    test.each(Object.entries(CASES))('%s', (_, steps) => expectFiltered('fp-workers', level, steps));
  });

  test('a collapsed package', () => expectFiltered('jit-numeric', 'python', [['collapse', NUMPY]]));

  test('only the threads of a name', async () => {
    const { views, linesAt } = await goldenViews('fp-workers');
    const { threadList } = views.open.recording;
    const threads = [...threadList.keys()].filter((thread) => threadList[thread].comm === 'fib worker');
    const options = { ...optionsOf(views, 'python-c'), threads };
    const lines = linesAt('python-c').filter(({ comm }) => comm === 'fib worker');
    const { tree } = (await views.graphs.tree({ options, shape: 'calls' })).value;
    expectWeights(weightsOfTree(views, tree), weightsOfLines(lines), 'calls');
  });
});
