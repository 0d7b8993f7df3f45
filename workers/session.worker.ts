// Door of the session worker: owns the one open recording and answers the page. Each step of a view is remembered by
// what it was made of, and the levels that were not asked for yet are made while nothing else is to do.

import * as Comlink from 'comlink';
import { blobFile } from '../src/bytes/random-access.ts';
import type { BuiltTree } from '../src/calltree/build.ts';
import { detailsOf } from '../src/calltree/details.ts';
import { foundUnder } from '../src/calltree/search.ts';
import { LEVELS, type Level } from '../src/model/levels.ts';
import { reasonOf } from '../src/model/reason.ts';
import type {
  Details,
  FlameView,
  OpeningListener,
  SearchResult,
  Session,
  ViewOptions,
} from '../src/model/session.ts';
import { Matcher } from './matcher.ts';
import { openProfile, shownProfile, viewProfile, type OpenProfile } from './pipeline.ts';
import { startChunkWorkers } from './chunk-workers.ts';
import { startReadingAhead } from './read-ahead.ts';
import { nobody } from './read-recording.ts';
import type { Source } from './sniff.ts';

let open: OpenProfile | undefined;
let matcher: Matcher | undefined;
let listener: OpeningListener = nobody;
/** The trees of one event, by level. */
let trees: { event: number; byLevel: Map<Level, BuiltTree> } | undefined;

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
      open = outcome.value;
      return { ok: true, value: open.recording };
    } catch (error) {
      // The pipeline has named the file.
      return { ok: false, problem: { text: `${reasonOf(error)}: choose the file again.` } };
    }
  },

  view(options): Promise<FlameView> {
    const { tree } = treeAt(options);
    prepareOthersLater(options);
    return Promise.resolve({ ...options, tree });
  },

  async search(options, query): Promise<SearchResult> {
    const { funcs, strings } = current().recording;
    matcher ??= new Matcher([...funcs.name].map((name) => strings[name]));
    const matches = await matcher.match(query);
    return { ...matches, ...foundUnder(treeAt(options).tree, matches) };
  },

  details(options, box): Promise<Details> {
    return Promise.resolve(detailsOf(treeAt(options), box, current().classified.profile));
  },
};

function current(): OpenProfile {
  if (!open) throw new Error('No recording is open');
  return open;
}

function treeAt({ level, event }: ViewOptions): BuiltTree {
  if (trees?.event !== event) trees = { event, byLevel: new Map() };
  let tree = trees.byLevel.get(level);
  if (!tree) {
    tree = viewProfile(shownProfile(current(), level), event);
    trees.byLevel.set(level, tree);
  }
  return tree;
}

let preparing: ReturnType<typeof setTimeout> | undefined;
/** In milliseconds: the page paints what it was just given first. */
const PREPARE_AFTER = 300;

/** Makes the trees of the other levels one by one, giving way to whatever the page asks in between. */
function prepareOthersLater({ event, level }: ViewOptions, after = PREPARE_AFTER): void {
  clearTimeout(preparing);
  preparing = setTimeout(() => {
    const missing = LEVELS.findLast(({ name }) => !trees?.byLevel.has(name));
    if (!missing || trees?.event !== event) return;
    try {
      treeAt({ event, level: missing.name });
    } catch {
      // There is no memory for one more now; whoever asks for that level is told.
      return;
    }
    prepareOthersLater({ event, level }, 0);
  }, after);
}

const streamOf = startReadingAhead();

function sourceOf(file: File): Source {
  return {
    name: file.name,
    size: file.size,
    stream: () => streamOf(file),
    blob: file,
    file: blobFile(file),
  };
}

Comlink.expose(session);
