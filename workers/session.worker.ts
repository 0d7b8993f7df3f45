// Entry point of the session worker, which owns the open recordings and answers the page.

import { blobFile } from '../src/bytes/random-access.ts';
import { UrlFile } from '../src/bytes/url-file.ts';
import { memoryOf } from '../src/model/budget.ts';
import type { RecordingId } from '../src/model/comparison.ts';
import { COMPARISON, type Session } from '../src/model/queries.ts';
import { reasonOf } from '../src/text/format.ts';
import type { InputFile } from '../src/model/session.ts';
import type { NameMatcher, SearchedNames } from './matcher.ts';
import { openProfile, type OpenProfile } from './pipeline.ts';
import type { OpenComparison } from './compare/open-comparison.ts';
import { OpenRecording } from './views/open-recording.ts';
import { queryMethods, type Ask } from './queries.ts';
import { chunkWorkers, startReadingAhead, type ChunkWorkers } from './reading-workers.ts';
import { Scheduler } from './scheduler.ts';
import type { Source } from './reading/sniff.ts';
import { exposeMethods } from './subworker.ts';

const loadUnusual = () => import('./reading/unusual-input.ts');

function startSession(): Session {
  const recordings = new Map<RecordingId, OpenRecording>();
  let comparison: OpenComparison | undefined;
  /** Started before a file was chosen. */
  let spareWorkers: ChunkWorkers | undefined;
  /** What the last query was about. */
  let lastAbout: RecordingId | undefined;
  const sourceOf = sourceFactory();

  const scheduler = new Scheduler(() => {
    // Meanwhile, views of single recordings are not shown.
    if (lastAbout === COMPARISON) return comparison?.nextStep();
    for (const recording of recordings.values()) {
      const step = recording.nextStep();
      if (step) return step;
    }
    return undefined;
  });

  const ask: Ask = (name) => (about, slot, question) => {
    lastAbout = about;
    const subject = about === COMPARISON ? comparison : recordings.get(about);
    if (!subject) return Promise.reject(new Error('No recording is open'));
    return scheduler.run(slotKey(about, slot), (pause) => subject.answer(name, question, pause));
  };

  return {
    prepare() {
      spareWorkers ??= chunkWorkers();
      spareWorkers.start();
    },

    async open(id, files, before, listener, first) {
      const [sources, sourcesBefore] = [files.map(sourceOf), before.map(sourceOf)];
      const readers = spareWorkers ?? chunkWorkers();
      spareWorkers = undefined;
      try {
        const opening = openProfile(sources, listener, { readers, before: sourcesBefore });
        const outcome = await opening.finally(() => readers.end());
        if (!outcome.ok) return outcome;
        const { samples, format } = outcome.value.recording;
        const isEmpty = samples === 0 && format === 'perf.data';
        // Says how to record again.
        const problem = isEmpty && (await import('./diagnosis.ts')).emptyProblem(outcome.value);
        if (problem) return { ok: false, problem };
        const opened = new OpenRecording(outcome.value, dateOf(files), matcherOf);
        await opened.mendFirst();
        recordings.set(id, opened);
        const { recording } = opened;
        const question = first && { ...first, options: { ...first.options, event: recording.defaultEvent } };
        const tree = question && (await ask('tree')(id, 'tree', question));
        return { ok: true, value: { recording, memory: memoryIn(outcome.value), tree } };
      } catch (error) {
        // The message already contains the file name.
        return { ok: false, problem: { text: `${reasonOf(error)}: choose the file again.` } };
      }
    },

    async addSources(files) {
      try {
        const added = await (await loadUnusual()).onlySourcesAmong(files.map(sourceOf));
        for (const { open } of recordings.values()) if (added) open.sources?.add(added);
        return added !== undefined;
      } catch {
        // Opening the files says what is wrong with them.
        return false;
      }
    },

    async recordingsIn(files) {
      try {
        return await (await loadUnusual()).recordingsAmong(files.map(sourceOf));
      } catch {
        // Opening the files says what is wrong with them.
        return [];
      }
    },

    async compare(a, b) {
      const { openComparison } = await import('./compare/open-comparison.ts');
      const sides = new Map([...a, ...b].flatMap((id) => entriesOf(recordings, id)));
      const outcome = await openComparison(sides, matcherOf);
      if (!outcome.ok) return outcome;
      comparison = outcome.value;
      return { ok: true, value: comparison.recording };
    },

    close(id) {
      if (comparison?.ids.includes(id)) comparison = undefined;
      recordings.delete(id);
    },

    async openStore(address, password, port) {
      // A one-file page may ask nobody.
      if (import.meta.env.MODE === 'one-file') return undefined;
      return (await import('./store/page-store.ts')).openPageStore(address, password, port);
    },

    cancel(about, slot) {
      scheduler.cancel(slotKey(about, slot));
    },

    ...queryMethods(ask),
  };
}

function entriesOf<T>(recordings: ReadonlyMap<RecordingId, T>, id: RecordingId): [RecordingId, T][] {
  const recording = recordings.get(id);
  return recording ? [[id, recording]] : [];
}

function memoryIn({ classified }: OpenProfile): number {
  const { funcs, stacks, samples } = classified.profile;
  return memoryOf({ functions: funcs.length, stacks: stacks.length, samples: samples.length });
}

/** With several files, it is not known which one is the recording. The page gives the files that it makes itself no date. */
function dateOf(files: readonly InputFile[]): number | undefined {
  const [file] = files;
  return files.length === 1 && file instanceof File && file.lastModified > 0 ? file.lastModified : undefined;
}

/** Its code is loaded for the first query. */
function matcherOf(recording: SearchedNames): NameMatcher {
  let loaded: NameMatcher | undefined;
  const matcher = async () => {
    const { matcherOfNames } = await import('./matcher.ts');
    return (loaded ??= matcherOfNames(recording));
  };
  return {
    match: async (query) => (await matcher()).match(query),
    search: async (query) => (await matcher()).search(query),
  };
}

function slotKey(about: RecordingId, slot: string): string {
  return `${about} ${slot}`;
}

function sourceFactory(): (file: InputFile) => Source {
  const streamOf = startReadingAhead();
  return (file) => {
    const { name, size } = file;
    const stream = () => streamOf(file);
    if (file instanceof File) return { name, size, stream, blob: file, file: blobFile(file) };
    const remoteFile = new UrlFile(file);
    // A small file is fetched with a single request.
    return { name, size, stream: remoteFile.isSmall ? () => remoteFile.stream() : stream, file: remoteFile };
  };
}

exposeMethods(startSession());

// Preloads chunks that most recordings need. If this fails, using the chunk reports the error.
Promise.all([
  import('./reading/perf-data.ts'),
  import('./reading/archive.ts'),
  import('./mending.ts'),
  import('./views/tree-shares.ts'),
]).catch(() => {});
