// Adds recordings to a store, with the labels that they know themselves.

import { statSync } from 'node:fs';
import { recordingRows } from '../../src/formats/stored/write-rows.ts';
import { cutSamples } from '../../src/mending/mend.ts';
import { extendHash, hashText } from '../../src/model/hash.ts';
import { baseName } from '../../src/model/paths.ts';
import { eventMask } from '../../src/model/events.ts';
import { LABEL_COLUMNS, OTHER_CONDITIONS } from '../../src/store/selection.ts';
import { parseRecordCommand } from '../../src/record/record-command.ts';
import { formatNumberOf, reasonOf } from '../../src/text/format.ts';
import { shellCommand } from '../../src/text/shell-command.ts';
import { diagnosisOf } from '../../workers/diagnosis.ts';
import { recordedProfileWithLines } from '../../workers/line-profiles.ts';
import { openProfile, type OpenProfile } from '../../workers/pipeline.ts';
import { NO_LISTENER } from '../../workers/reading/read-recording.ts';
import { companionsOf } from '../opening.ts';
import { print, printMessage } from '../print.ts';
import { SearchRoot } from '../search-root.ts';
import { sourcesOf } from '../source.ts';
import { createStore, isMissing, openStore } from './open-store.ts';
import type { RecordingLabels, Store } from './store.ts';

/** Labels that the user sets: the values replace what the recording says. */
type GivenLabels = ReadonlyMap<string, string>;

const COLUMNS = [...LABEL_COLUMNS, 'started'];

export function parseLabels(texts: readonly string[]): GivenLabels {
  const labels = new Map<string, string>();
  for (const text of texts) {
    const [, key, value] = /^([\w.-]+)=(.+)$/s.exec(text) ?? [];
    if (key === undefined || OTHER_CONDITIONS.includes(key))
      throw new Error(
        `Invalid --label ${text}: use KEY=VALUE, such as version=1.4; KEY cannot be ${OTHER_CONDITIONS.join(', ')}.`,
      );
    if (key === 'started' && Number.isNaN(Date.parse(value)))
      throw new Error(`Invalid --label ${text}: use a time such as 2026-11-28T14:00Z.`);
    labels.set(key, value);
  }
  return labels;
}

/** Each of `files` is a recording, an archive or a folder. Creates the store if there is none. Returns false if a file could not be added. */
export async function addFiles(
  path: string,
  files: readonly string[],
  given: GivenLabels,
  root: SearchRoot | undefined,
): Promise<boolean> {
  const store = await (isMissing(path) ? createStore(path) : openStore(path, 'write'));
  let [added, known, failed] = [0, 0, 0];
  try {
    for (const file of files) {
      const open = await openedOrExplained(file, root);
      if (!open) failed++;
      else if (await addRecording(store, open, modifiedAt(file), given)) added++;
      else known++;
    }
  } finally {
    await store.close();
  }
  const others = [
    ...(known > 0 ? [`${known} already there`] : []),
    ...(failed > 0 ? [`${failed} not readable`] : []),
  ];
  print([`${path}: ${formatNumberOf(added, 'recording')} added`, ...others].join(', '));
  return failed === 0;
}

/** Adds what was just recorded. Returns false, with a message that says how to add it later, if that fails. */
export async function addRecorded(path: string, file: string, labels: readonly string[]): Promise<boolean> {
  try {
    return await addFiles(path, [file], parseLabels(labels), new SearchRoot(undefined));
  } catch (error) {
    const options = labels.flatMap((label) => ['--label', label]);
    const command = shellCommand(['pyrograph', 'store', 'add', '--to', { value: path }, ...options], [file]);
    const reason = reasonOf(error).replace(/\.$/, '');
    printMessage(`${reason}; the recording is kept: add it later with ${command ?? 'pyrograph store add'}`);
    return false;
  }
}

/** Undefined, with a message, if the file cannot be opened: other files are still added. */
async function openedOrExplained(
  file: string,
  root: SearchRoot | undefined,
): Promise<OpenProfile | undefined> {
  try {
    const sources = sourcesOf([file]);
    const found = root ? await companionsOf(sources, root) : [];
    const outcome = await openProfile([...sources, ...found], NO_LISTENER);
    if (outcome.ok) return outcome.value;
    printMessage(outcome.problem.text);
  } catch (error) {
    printMessage(reasonOf(error));
  }
  return undefined;
}

/** In milliseconds since 1970. */
function modifiedAt(file: string): number {
  return (file === '-' ? undefined : statSync(file).mtimeMs) ?? Date.now();
}

async function addRecording(
  store: Store,
  open: OpenProfile,
  modified: number,
  given: GivenLabels,
): Promise<boolean> {
  const profile = recordedProfileWithLines(open);
  const isCut = open.unclassified && cutSamples(open.unclassified);
  const rows = recordingRows(profile, isCut);
  // Without times, two recordings of the same work may be equal: then their labels tell them apart.
  const isTimed = !Number.isNaN(open.recording.start);
  const labels = Array.from(given, ([key, value]) => `${key}=${value}`).sort();
  const hash = isTimed ? rows.hash : extendHash(rows.hash, hashText(JSON.stringify(labels)));
  return store.add({ ...rows, hash }, labelsOf(open, modified, given));
}

function labelsOf(open: OpenProfile, modified: number, given: GivenLabels): RecordingLabels {
  const { recording, classified } = open;
  const { recorded } = classified.profile;
  const started = given.get('started');
  const diagnosis = diagnosisOf(open)?.diagnosis;
  return {
    service: given.get('service') ?? serviceOf(open),
    version: given.get('version') ?? '',
    host: given.get('host') ?? recorded?.hostname ?? '',
    started: started === undefined ? (recorded?.date ?? modified) : Date.parse(started),
    seconds: Number.isNaN(recording.duration) ? 0 : recording.duration / 1e9,
    name: baseName(recording.name),
    labels: [...given].flatMap(([key, value]) => (COLUMNS.includes(key) ? [] : [`${key}=${value}`])).sort(),
    defaultEvent: recording.events.at(recording.defaultEvent)?.name ?? '',
    diagnosis: diagnosis ? JSON.stringify(diagnosis) : '',
  };
}

/** The recorded program; if unknown, the name of the thread with the most weight. */
function serviceOf({ recording: { defaultEvent }, classified: { profile } }: OpenProfile): string {
  const { samples, threads, recorded } = profile;
  const [first, second] = parseRecordCommand(recorded?.commandLine ?? [])?.program ?? [];
  const program = first === '-m' ? second : first;
  if (program !== undefined && !program.startsWith('-')) return baseName(program).replace(/\.py$/, '');
  const isIncluded = eventMask(samples, defaultEvent);
  const weights = new Float64Array(threads.length);
  for (let i = 0; i < samples.length; i++)
    if (isIncluded[samples.event[i]] === 1) weights[samples.thread[i]] += samples.weight[i];
  return threads.at(weights.indexOf(Math.max(...weights)))?.comm ?? '';
}
