// Door of the session worker: owns the one open recording and answers the page. Each step of a view is remembered by
// what it was made of, and the levels that were not asked for yet are made while nothing else is to do.

import * as Comlink from 'comlink';
import { blobFile } from '../src/bytes/random-access.ts';
import { reasonOf } from '../src/model/reason.ts';
import type { OpeningListener, Session, ViewOptions } from '../src/model/session.ts';
import { startChunkWorkers } from './chunk-workers.ts';
import { Matcher } from './matcher.ts';
import { openProfile } from './pipeline.ts';
import { startReadingAhead } from './read-ahead.ts';
import { nobody } from './read-recording.ts';
import type { Source } from './sniff.ts';
import { Views } from './views.ts';

let views: Views | undefined;
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
      let matcher: Matcher | undefined;
      views = new Views(outcome.value, (query) => {
        matcher ??= new Matcher([...funcs.name].map((name) => strings[name]));
        return matcher.match(query);
      });
      return { ok: true, value: recording };
    } catch (error) {
      // The pipeline has named the file.
      return { ok: false, problem: { text: `${reasonOf(error)}: choose the file again.` } };
    }
  },

  async view(options, shape, rows) {
    const asked = ++viewsAsked;
    clearTimeout(preparing);
    const view = await current().view(options, shape, rows);
    if (asked === viewsAsked) prepareOthersLater(options);
    return view;
  },

  search: (options, query) => current().search(options, query),
  details: (options, box) => current().details(options, box),
  functionDetails: (options, func) => current().functionDetails(options, func),
  sandwich: (options, func) => current().sandwich(options, func),
  levelWith: (options, func) => current().levelWith(options, func),
  table: (options, by) => current().table(options, by),
  timeline: (event, columns) => current().timeline(event, columns),
  timeOrder: (options) => current().timeOrder(options),
};

function current(): Views {
  if (!views) throw new Error('No recording is open');
  return views;
}

let preparing: ReturnType<typeof setTimeout> | undefined;
/** Counts what the page asked to see: what is prepared for what was seen before is given up, and does not push in. */
let viewsAsked = 0;
/** In milliseconds: the page paints what it was just given first. */
const PREPARE_AFTER = 300;

/** Makes the trees of the other levels one by one, giving way to whatever the page asks in between. */
function prepareOthersLater(options: ViewOptions, after = PREPARE_AFTER): void {
  clearTimeout(preparing);
  preparing = setTimeout(() => {
    const level = views?.nextLevel(options);
    if (!level) return;
    const asked = viewsAsked;
    const others = () => {
      if (asked === viewsAsked) prepareOthersLater(options, 0);
    };
    // There may be no memory for one more now; whoever asks for that level is told.
    void current()
      .prepare({ ...options, level })
      .then(others, () => {});
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
