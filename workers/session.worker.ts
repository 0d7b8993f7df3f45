// Door of the session worker: owns the one open recording and answers the page. Each step of a view is remembered by
// what it was made of, and the levels that were not asked for yet are made while nothing else is to do.

import * as Comlink from 'comlink';
import { blobFile } from '../src/bytes/random-access.ts';
import { UrlFile } from '../src/bytes/url-file.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { FlameView, GivenFile, OpeningListener, Session } from '../src/model/session.ts';
import { copyOfTree, type CallTree } from '../src/model/tree.ts';
import { startChunkWorkers } from './chunk-workers.ts';
import { Matcher, matchOnce } from './matcher.ts';
import { Newest } from './newest.ts';
import { openProfile } from './pipeline.ts';
import { Preparations } from './preparations.ts';
import { startReadingAhead } from './read-ahead.ts';
import { nobody } from './read-recording.ts';
import { sayAlive } from './side-worker.ts';
import type { Source } from './sniff.ts';
import { transferablesOf } from './transfer.ts';
import { Turns } from './turns.ts';
import { Views } from './views.ts';

let views: Views | undefined;
let preparations: Preparations | undefined;
let listener: OpeningListener = nobody;

const session: Session = {
  listen(asked) {
    listener = asked;
  },

  async open(files, before) {
    try {
      const outcome = await openProfile(
        files.map(sourceOf),
        listener,
        startChunkWorkers(),
        before.map(sourceOf),
      );
      if (!outcome.ok) return outcome;
      const { recording } = outcome.value;
      const { funcs, strings } = recording;
      const matcher = new Matcher(() => [...funcs.name].map((name) => strings[name]));
      const pause = () => turns.pause();
      views = new Views(outcome.value, matcher, pause);
      preparations = new Preparations(views, pause);
      return { ok: true, value: recording };
    } catch (error) {
      // The pipeline has named the file.
      return { ok: false, problem: { text: `${reasonOf(error)}: choose the file again.` } };
    }
  },

  view: (options, shape, cut) =>
    answerNewest('view', (views, throwIfSuperseded) => {
      const pause = () => turns.pause().then(throwIfSuperseded);
      return viewForPage(views.view(options, shape, cut, pause));
    }),
  search: (options, query) => answer((views) => views.search(options, query)),
  details: (options, box) => answer((views) => views.details(options, box)),
  functionDetails: (options, func) => answer((views) => views.functionDetails(options, func)),
  sandwich: (options, func, places) =>
    answerNewest('sandwich', async (views) => {
      const sandwich = await views.sandwich(options, func, places);
      return handedOver(sandwich, [sandwich.callers, sandwich.callees]);
    }),
  exported: (options, to, name) =>
    answer(async (views) => {
      const { exportFile } = await import('./export.ts');
      return exportFile(to, await views.profile(options), options.level, options.event, name);
    }),
  oneFile: (address) =>
    answer(async (views) => {
      const { oneFile } = await import('./one-file.ts');
      return oneFile(views.open, address);
    }),
  shared: (options, choice, patterns) =>
    answer(async (views) => {
      const { shareProfile } = await import('./share.ts');
      const besides = { hidden: views.hidden, patterns, find: matchOnce };
      return shareProfile(await views.shared(options, choice.what), options, choice, besides);
    }),
  levelWith: (options, func) => answer((views) => views.levelWith(options, func)),
  table: (options, by) => answerNewest('table', (views) => views.table(options, by)),
  timeline: (event, columns) => answer((views) => views.timeline(event, columns)),
  timeOrder: (options, places) =>
    answerNewest('timeOrder', async (views) => {
      const order = await views.timeOrder(options, places);
      return (
        order &&
        handedOver(
          order,
          order.lanes.map(({ tree }) => tree),
        )
      );
    }),
};

/** An answer whose trees nobody here keeps: large ones take a while to copy. */
function handedOver<T>(value: T, trees: readonly CallTree[]): T {
  return Comlink.transfer(value, transferablesOf(...trees));
}

async function answer<T>(ask: (views: Views) => Promise<T>): Promise<T> {
  if (!views) throw new Error('No recording is open');
  const opened = views;
  clearTimeout(preparing);
  try {
    return await turns.during(() => ask(opened));
  } finally {
    answered = performance.now();
    prepareLater();
  }
}

/** The same for what takes long, and that the page shows one of at a time. */
function answerNewest<T>(
  kind: keyof Session,
  ask: (views: Views, throwIfSuperseded: () => void) => Promise<T>,
): Promise<T> {
  return answer((views) => newest.of(kind, (throwIfSuperseded) => ask(views, throwIfSuperseded)));
}

/** The tree stays here too: copied by us and handed over, it is there sooner than copied on its way. */
async function viewForPage(made: Promise<FlameView>): Promise<FlameView> {
  const view = await made;
  const tree = copyOfTree(view.tree);
  return handedOver({ ...view, tree }, [tree]);
}

const turns = new Turns();
const newest = new Newest(() => turns.messagesHandled());
let preparing: ReturnType<typeof setTimeout> | undefined;
/** When a question was answered last, as `performance.now()`. */
let answered = 0;
/** In milliseconds: how long nothing was asked before something is made that may be asked for. The page mostly asks on at once. */
const PREPARE_AFTER = 300;

function prepareLater(): void {
  clearTimeout(preparing);
  if (!turns.isIdle || !preparations?.isMore) return;
  preparing = setTimeout(() => void prepare(), Math.max(0, answered + PREPARE_AFTER - performance.now()));
}

/** Makes one thing. */
async function prepare(): Promise<void> {
  try {
    await turns.during(async () => preparations?.makeNext());
  } catch {
    // There may be no memory for it now; whoever asks for that is told.
  }
  prepareLater();
}

const streamOf = startReadingAhead();

function sourceOf(file: GivenFile): Source {
  const { name, size } = file;
  const stream = () => streamOf(file);
  if (file instanceof File) return { name, size, stream, blob: file, file: blobFile(file) };
  const onServer = new UrlFile(file);
  // What is fetched in one go is fetched once.
  return { name, size, stream: onServer.isSmall ? () => onServer.stream() : stream, file: onServer };
}

Comlink.expose(session);
sayAlive();

// Where most code is; started before it is needed, this worker has the time. Whoever needs it is told of a failure.
Promise.all([import('./perf-data.ts'), import('./archive.ts')]).catch(() => {});
