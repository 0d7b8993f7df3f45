// Entry point of the session worker, which owns the open recordings and answers the page.

import { blobFile } from '../src/bytes/random-access.ts';
import { UrlFile } from '../src/bytes/url-file.ts';
import type { Session, Side } from '../src/model/queries.ts';
import { reasonOf } from '../src/text/reason.ts';
import type { GivenFile, OpeningListener } from '../src/model/session.ts';
import { startChunkWorkers } from './chunk-workers.ts';
import { Matcher } from './matcher.ts';
import { openProfile } from './pipeline.ts';
import { BackgroundWork } from './background-work.ts';
import { queryMethods } from './queries.ts';
import { startReadingAhead } from './read-ahead.ts';
import { NO_LISTENER } from './read-recording.ts';
import { Scheduler } from './scheduler.ts';
import type { Source } from './sniff.ts';
import { answerWith } from './subworker.ts';
import { Views } from './views.ts';

function startSession(): Session {
  const recordings = new Map<Side, { readonly views: Views; readonly background: BackgroundWork }>();
  const sourceOf = sourcesReadAhead();
  let listener: OpeningListener = NO_LISTENER;

  const scheduler = new Scheduler(() => {
    for (const { background } of recordings.values()) {
      const step = background.next();
      if (step) return step;
    }
    return undefined;
  });

  return {
    listen(given) {
      listener = given;
    },

    async open(side, files, before) {
      const [sources, sourcesBefore] = [files.map(sourceOf), before.map(sourceOf)];
      try {
        const outcome = await openProfile(sources, listener, startChunkWorkers(), sourcesBefore);
        if (!outcome.ok) return outcome;
        const { recording } = outcome.value;
        const { funcs, strings } = recording;
        const matcher = new Matcher(() => [...funcs.name].map((name) => strings[name]));
        const views = new Views(outcome.value, matcher);
        recordings.set(side, { views, background: new BackgroundWork(views) });
        return { ok: true, value: recording };
      } catch (error) {
        // The message already contains the file name.
        return { ok: false, problem: { text: `${reasonOf(error)}: choose the file again.` } };
      }
    },

    cancel(side, slot) {
      scheduler.cancel(nameOf(side, slot));
    },

    ...queryMethods((answer) => (side, slot, question) => {
      const recording = recordings.get(side);
      if (!recording) return Promise.reject(new Error('No recording is open'));
      return scheduler.run(nameOf(side, slot), (pause) => answer(recording.views, question, pause));
    }),
  };
}

function nameOf(side: Side, slot: string): string {
  return `${side} ${slot}`;
}

function sourcesReadAhead(): (file: GivenFile) => Source {
  const streamOf = startReadingAhead();
  return (file) => {
    const { name, size } = file;
    const stream = () => streamOf(file);
    if (file instanceof File) return { name, size, stream, blob: file, file: blobFile(file) };
    const onServer = new UrlFile(file);
    // A small file is fetched with a single request.
    return { name, size, stream: onServer.isSmall ? () => onServer.stream() : stream, file: onServer };
  };
}

answerWith(startSession());

// Preloads chunks that most recordings need. An error is reported when the chunk is needed.
Promise.all([import('./perf-data.ts'), import('./archive.ts')]).catch(() => {});
