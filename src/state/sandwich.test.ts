import { describe, expect, test } from 'vitest';
import { recordingOf } from '../../fixtures/recording.ts';
import { profileOf } from '../../fixtures/text.ts';
import { buildTree } from '../calltree/build.ts';
import { sandwichOf } from '../calltree/sandwich.ts';
import { tableOf } from '../calltree/table.ts';
import { NONE, type Profile } from '../model/profile.ts';
import { ALL, type Sandwich } from '../model/session.ts';
import { classify } from '../python/classify.ts';
import { atLevel } from '../python/levels.ts';
import { placeAt } from './place.ts';
import { sandwichGrown, sandwichTaken, standIn, suitableSplit } from './sandwich.ts';
import { store, type State } from './store.ts';

const EVAL = '_PyEval_EvalFrameDefault';
const classified = classify(
  profileOf(`
    main;py::a:/a.py;${EVAL};py::f:/a.py;${EVAL};memcpy.cold 2
    main;py::a:/a.py;${EVAL};memcpy 5
  `),
);

function functionsAt(profile: Profile) {
  return tableOf(buildTree(profile, 0).tree, profile.funcs, 'function');
}

function funcCalled(profile: Profile, name: string): number {
  return profile.funcs.name.findIndex((each) => profile.strings[each] === name);
}

test('at another level a function is itself, or the one of its clean name; or it is not there', () => {
  const raw = atLevel(classified, 'raw');
  const merged = atLevel(classified, 'merged');
  const python = atLevel(classified, 'python');
  const cold = funcCalled(raw, 'memcpy.cold');
  expect(standIn(functionsAt(raw), cold, raw.funcs)).toBe(cold);
  expect(standIn(functionsAt(merged), cold, raw.funcs)).toBe(funcCalled(raw, 'memcpy'));
  expect(standIn(functionsAt(python), cold, raw.funcs)).toBe(NONE);
  const f = funcCalled(raw, 'py::f:/a.py');
  expect(standIn(functionsAt(python), f, raw.funcs)).toBe(f);
});

test('the callers take as much of the height as their rows want, but neither side is pressed flat', () => {
  const { tree } = buildTree(profileOf('a;b;c;d;e;f;g;h;i;j;k;l;m;n;o 1'), 0);
  const of = (func: number) => {
    const { callers, callees } = sandwichOf(tree, func);
    return suitableSplit(callers, callees);
  };
  expect(of(tree.func[1])).toBe(0.25);
  expect(of(tree.func[8])).toBeCloseTo(0.5, 1);
  expect(of(tree.func[15])).toBe(0.6);
});

describe('a part of a sandwich, then all of it', () => {
  const profile = atLevel(classify(profileOf('main;f;big;x 90\nmain;f;tiny 1\nmain;f;other 9')), 'raw');
  const { tree } = buildTree(profile, 0);
  const f = funcCalled(profile, 'f');
  const options = { level: 'raw', event: 0, ...ALL } as const;
  const sandwichIn = (places = Infinity): Sandwich => ({
    options,
    func: f,
    isWhole: places === Infinity,
    ...sandwichOf(tree, f, undefined, places),
  });
  const functions = { options, ...functionsAt(profile) };
  const answerOf = (sandwich: Sandwich) => ({ functions, func: f, sandwich, level: 'raw' }) as const;
  const recording = recordingOf(profile);
  const boxCalled = ({ callees }: Sandwich, name: string) =>
    [...callees.func].indexOf(funcCalled(profile, name));
  const stateWith = (change: Partial<State>): State => ({ ...store.getState(), ...change });
  const before = (name: string): State => {
    const sandwich = sandwichIn();
    const callees = { ...placeAt(1), selected: boxCalled(sandwich, name) };
    return stateWith({
      recording,
      sandwich,
      sandwiched: f,
      halves: { callers: placeAt(1), callees },
    });
  };

  test('a person who stayed is where he was, though the part had no box for it', () => {
    const from = before('tiny');
    const sandwich = sandwichIn(4);
    const taken = { ...from, ...sandwichTaken(from, answerOf(sandwich)) };
    expect(taken.halves.callees.selected).toBe(1);
    const part = { answer: answerOf(sandwich), sandwich, halves: taken.halves, from };
    const whole = sandwichIn();
    const grown = sandwichGrown(taken, part, whole);
    expect(grown.halves?.callees.selected).toBe(boxCalled(whole, 'tiny'));
    expect(grown.sandwichPart).toBe(sandwich);
  });

  test('a person who went on is where he went', () => {
    const from = before('tiny');
    const sandwich = sandwichIn(4);
    const taken = { ...from, ...sandwichTaken(from, answerOf(sandwich)) };
    const part = { answer: answerOf(sandwich), sandwich, halves: taken.halves, from };
    const { callers, callees } = taken.halves;
    const selected = boxCalled(sandwich, 'x');
    const went = { ...taken, halves: { callers, callees: { ...callees, zoomed: selected, selected } } };
    const whole = sandwichIn();
    const x = boxCalled(whole, 'x');
    expect(sandwichGrown(went, part, whole).halves?.callees).toMatchObject({ zoomed: x, selected: x });
  });

  test('a link leads to boxes of the whole', () => {
    const whole = sandwichIn();
    const tiny = boxCalled(whole, 'tiny');
    const arrival = { graph: 'callees', boxes: { zoomed: undefined, selected: tiny } } as const;
    const from = stateWith({ recording, sandwiched: f, arrival });
    const sandwich = sandwichIn(4);
    const taken = { ...from, ...sandwichTaken(from, answerOf(sandwich)) };
    expect(taken.arrival).toBe(arrival);
    const part = { answer: answerOf(sandwich), sandwich, halves: taken.halves, from };
    const grown = sandwichGrown(taken, part, whole);
    expect([grown.arrival, grown.halves?.callees.selected]).toEqual([undefined, tiny]);
  });
});

describe('filters and the way back', () => {
  const profile = atLevel(classify(profileOf('main;f;d 1\nmain;f;a;b;c 9')), 'raw');
  const without = atLevel(classify(profileOf('main;f;d 1\nmain;f;a;b 9')), 'raw');
  const { funcs, strings } = profile;
  // Functions are numbered as they come: those that are left have the same numbers.
  const f = funcCalled(profile, 'f');
  const options = { level: 'raw', event: 0, ...ALL } as const;
  const answerOf = (of: Profile) => {
    const { tree } = buildTree(of, 0);
    const sandwich: Sandwich = { options, func: f, isWhole: true, ...sandwichOf(tree, f) };
    return { functions: { options, ...functionsAt(of) }, func: f, sandwich, level: 'raw' } as const;
  };
  const none = { ...answerOf(profile), sandwich: undefined, level: undefined };
  const names = ({ sandwich, halves }: State) =>
    sandwich && strings[funcs.name[sandwich.callees.func[halves.callees.selected]]];
  const at = (name: string): State => {
    const state: State = { ...store.getState(), recording: recordingOf(profile), sandwiched: f };
    const taken = { ...state, ...sandwichTaken(state, answerOf(profile)) };
    const selected = [...(taken.sandwich?.callees.func ?? [])].indexOf(funcCalled(profile, name));
    return { ...taken, halves: { ...taken.halves, callees: { ...taken.halves.callees, selected } } };
  };
  const then = (state: State, answer: Parameters<typeof sandwichTaken>[1]) => ({
    ...state,
    ...sandwichTaken(state, answer),
  });

  test('what is taken away leaves the keyboard on its caller, and has it again when it is back', () => {
    const gone = then(at('c'), answerOf(without));
    expect(names(gone)).toBe('b');
    expect(names(then(gone, answerOf(profile)))).toBe('c');
  });

  test('so when for a while the function itself was not there', () => {
    expect(names(then(then(at('c'), none), answerOf(profile)))).toBe('c');
  });

  test('who goes elsewhere meanwhile stays there', () => {
    const gone = then(at('c'), answerOf(without));
    const selected = [...(gone.sandwich?.callees.func ?? [])].indexOf(funcCalled(profile, 'd'));
    const went = { ...gone, halves: { ...gone.halves, callees: { ...gone.halves.callees, selected } } };
    expect(names(then(went, answerOf(profile)))).toBe('d');
  });
});
