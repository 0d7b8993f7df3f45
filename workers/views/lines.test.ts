// Source lines in views: levels merge them, and what is asked about them follows the selection.

import { describe, expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf, textOf } from '../../fixtures/text.ts';
import { DEFAULT_LEVEL, LEVELS, type Level } from '../../src/model/levels.ts';
import type { Filter } from '../../src/model/filter.ts';
import { NONE } from '../../src/model/profile.ts';
import type { LineTotals } from '../../src/model/lines.ts';
import { ALL_SAMPLES } from '../../src/model/session.ts';
import { classify } from '../../src/python/classify.ts';
import { mendNow } from '../mending.ts';
import { profileAtLevel, type OpenProfile } from '../pipeline.ts';
import { localViews, type Views } from './views.ts';

const MAIN = 'py::main:/app.py';
const WORK = 'py::work:/app.py';
const LOADS = 'py::loads:/lib/json.py';
const EVAL = '_PyEval_EvalFrameDefault';

const SAMPLES = `
  ${MAIN} L9;${EVAL};${WORK} L3;${EVAL};${LOADS} L70;${EVAL} 10
  ${MAIN} L9;${EVAL};${WORK} L3;${EVAL};builtin_sum 20
  ${MAIN} L9;${EVAL};${WORK} L4;${EVAL} 40
  ${MAIN} L8;${EVAL};${WORK} L3;${EVAL};${WORK} L3;${EVAL};${WORK} L4;${EVAL} 80
  ${MAIN} L8;${EVAL};${WORK};${EVAL} 160
`;

function openText(text: string): OpenProfile {
  const profile = profileOf(text);
  const events = [{ name: 'cycles', samples: profile.samples.length, weight: 0, measure: 'cycles' }];
  const classified = classify(profile);
  const recording = recordingOf(classified.profile, { events });
  return { classified, recording, unclassified: profile, aggregateOf: () => NONE };
}

const optionsOf = (filters: readonly Filter[], level: Level = DEFAULT_LEVEL) => ({
  ...ALL_SAMPLES,
  level,
  event: 0,
  foldImports: true,
  filters,
});

const only = (target: Filter['target'], action: Filter['action'] = 'only'): Filter => ({
  action,
  target,
  isOn: true,
});

const atLine = (name: string, line: number) => ({ by: 'line', name, module: '', line }) as const;

function totals({ line, self, selfSamples, total, totalSamples }: LineTotals) {
  return [line, self, selfSamples, total, totalSamples];
}

async function linesIn(views: Views, name: string, filters: readonly Filter[] = [], level?: Level) {
  const { strings, funcs } = views.open.recording;
  const func = funcs.name.findIndex((each) => strings[each] === name);
  const { lines, unknown } = await views.functionLines({ options: optionsOf(filters, level), func });
  const nameOf = (id: number) => strings[funcs.name[id]];
  return {
    lines: lines.map(totals),
    unknown: unknown && totals(unknown),
    callees: lines.map(({ line, callees }) => [
      line,
      ...callees.map(({ id, weight }) => `${nameOf(id)} ${weight}`),
    ]),
  };
}

test.each(LEVELS)('the level $name merges the lines of a function', ({ name }) => {
  const lineless = openText(SAMPLES.replaceAll(/ L\d+/g, ''));
  expect(textOf(profileAtLevel(openText(SAMPLES), name))).toBe(textOf(profileAtLevel(lineless, name)));
});

describe('the lines of a function', () => {
  const views = localViews(openText(SAMPLES));

  test('have their weights, hottest first, with each stack counted once', async () => {
    const { lines, unknown } = await linesIn(views, WORK);
    expect(lines).toEqual([
      [4, 120, 2, 120, 2],
      [3, 0, 0, 110, 3],
    ]);
    expect(unknown).toEqual([0, 160, 1, 160, 1]);
  });

  test('have the functions that they call', async () => {
    const { callees } = await linesIn(views, WORK);
    expect(callees).toEqual([[4], [3, `${WORK} 80`, `builtin_sum 20`, `${LOADS} 10`]]);
    expect((await linesIn(views, MAIN)).callees).toEqual([
      [8, `${WORK} 240`],
      [9, `${WORK} 70`],
    ]);
  });

  test('are those of the level', async () => {
    expect((await linesIn(views, WORK, [], 'python')).lines).toEqual([
      [4, 120, 2, 120, 2],
      [3, 20, 1, 110, 3],
    ]);
  });

  test('follow the filters', async () => {
    const filters = [only({ by: 'pattern', query: 'loads|sum' })];
    expect((await linesIn(views, WORK, filters)).lines).toEqual([[3, 0, 0, 30, 2]]);
    const hidden = [only({ by: 'function', name: LOADS, module: '' }, 'hide')];
    expect((await linesIn(views, WORK, hidden)).lines).toEqual([
      [4, 120, 2, 120, 2],
      [3, 10, 1, 110, 3],
    ]);
    const merged = [only({ by: 'function', name: WORK, module: '' }, 'recursion')];
    expect((await linesIn(views, WORK, merged)).lines).toEqual([
      [3, 80, 1, 110, 3],
      [4, 40, 1, 40, 1],
    ]);
  });

  test('are unknown without lines', async () => {
    const lineless = localViews(openText(SAMPLES.replaceAll(/ L\d+/g, '')));
    expect(await linesIn(lineless, WORK)).toEqual({ lines: [], unknown: undefined, callees: [] });
  });

  test('of all functions are listed, hottest first', async () => {
    const lines = await views.hottestLines({ options: optionsOf([], 'python') });
    const { strings, funcs } = views.open.recording;
    expect(lines.map((row) => [strings[funcs.name[row.func]], ...totals(row)])).toEqual([
      [WORK, 4, 120, 2, 120, 2],
      [WORK, 3, 20, 1, 110, 3],
      [LOADS, 70, 10, 1, 10, 1],
      [MAIN, 8, 0, 0, 240, 2],
      [MAIN, 9, 0, 0, 70, 3],
    ]);
  });
});

describe('the filter of a line', () => {
  const views = localViews(openText(SAMPLES));

  async function weightOf(...filters: readonly Filter[]): Promise<number> {
    return (await views.graphs.tree({ options: optionsOf(filters), shape: 'calls' })).value.tree.total[0];
  }

  test('keeps the samples in which any call of the function is at it', async () => {
    expect(await weightOf(only(atLine(WORK, 3)))).toBe(110);
    expect(await weightOf(only(atLine(MAIN, 9)), only(atLine(WORK, 4)))).toBe(40);
    expect(await weightOf(only(atLine(LOADS, 3)))).toBe(0);
  });

  test('removes them', async () => {
    expect(await weightOf(only(atLine(WORK, 3), 'drop'))).toBe(200);
  });

  test('applies to the lines of functions, too', async () => {
    const { lines } = await linesIn(views, MAIN, [only(atLine(WORK, 4))]);
    expect(lines).toEqual([
      [8, 0, 0, 80, 1],
      [9, 0, 0, 40, 1],
    ]);
  });

  test('does not depend on frames that other filters hide', async () => {
    const hide = only({ by: 'function', name: WORK, module: '' }, 'hide');
    expect(await weightOf(hide, only(atLine(WORK, 3)))).toBe(110);
  });
});

test('inferred callers have no lines', async () => {
  const frames = Array.from({ length: 30 }, (_, i) => `py::f${i}:/app.py L5;${EVAL}`).join(';');
  const open = openText(`
    _start;${MAIN} L9;${EVAL};${frames};builtin_sum 1
    ${frames.replaceAll('L5', 'L6')};builtin_max 2
  `);
  const { mended } = mendNow(open);
  if (!mended) throw new Error('Nothing was mended');
  const views = localViews(mended);
  const whole = await linesIn(views, MAIN);
  expect(whole.lines).toEqual([[9, 0, 0, 1, 1]]);
  expect(whole.unknown).toEqual([0, 0, 0, 2, 1]);
  expect((await linesIn(views, 'py::f0:/app.py')).lines).toEqual([
    [6, 0, 0, 2, 1],
    [5, 0, 0, 1, 1],
  ]);
  expect((await linesIn(views, 'py::f0:/app.py', [], 'raw')).lines).toEqual([
    [6, 0, 0, 2, 1],
    [5, 0, 0, 1, 1],
  ]);
});
