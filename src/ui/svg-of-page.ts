// The graph that is looked at as SVG, as it is drawn on a light page. Loaded when somebody asks for it.

import { paletteOf } from '../canvas/colors.ts';
import { writeSvg, type SvgScene } from '../canvas/svg.ts';
import { eventName } from '../model/format.ts';
import type { Recording } from '../model/session.ts';
import { sameInWhole } from '../state/box-like.ts';
import { directionOf } from '../state/graphs.ts';
import { engine } from '../state/refresh.ts';
import { store, type State, type ViewName } from '../state/store.ts';
import { wordsOfFilter, wordsOfRange, wordsOfThreads } from './filter-words.ts';

const WIDTH = 1200;
/** Milliseconds of writing after which the page has its turn. */
const TURN = 10;

/** Views without one graph give the flame graph of what they show. Undefined while there is no picture. */
export async function svgOfPage(recording: Recording): Promise<Blob | undefined> {
  const scene = await sceneOf(store.getState(), recording);
  if (!scene) return undefined;
  const texts: string[] = [];
  let since = performance.now();
  for (const text of writeSvg(scene)) {
    texts.push(text);
    if (performance.now() - since < TURN) continue;
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  return new Blob(texts, { type: 'image/svg+xml' });
}

async function sceneOf(state: State, recording: Recording): Promise<SvgScene | undefined> {
  const { view, viewName, zoomed, found, lit } = state;
  if (!view) return undefined;
  const { options, shape } = view;
  const { tree } = view.isWhole ? view : await engine.view(options, shape);
  const isGraph = GRAPHS.includes(viewName);
  const { funcs, strings, modules } = recording;
  return {
    tree,
    direction: isGraph ? directionOf(state) : 'flame',
    zoomed: isGraph ? (view.isWhole ? zoomed : sameInWhole(view.tree, zoomed, tree)) : 0,
    width: WIDTH,
    title: recording.name,
    level: options.level,
    event: eventName(recording, options.event),
    choices: choicesOf(state, recording),
    names: recording,
    palette: paletteOf(funcs, strings, modules, 'light'),
    matches: found?.matches,
    lit,
  };
}

const GRAPHS: readonly ViewName[] = ['flame', 'icicle', 'inverted'];

/** In the words of the chips. */
function choicesOf({ options, timeline }: State, recording: Recording): string[] {
  const { threads, range, filters } = options;
  const { threadList } = recording;
  return [
    ...(threads ? [wordsOfThreads(threads, threadList, recording.threads)] : []),
    ...(range ? [wordsOfRange(range, timeline)] : []),
    ...filters.filter(({ isOn }) => isOn).map(wordsOfFilter),
  ];
}
