// What is wrong with the recording: the banner, the panel with all findings, and filters for the samples of a finding.

import type { Finding, FindingId, MissingFile } from '../../model/findings.ts';
import { PYTHON_MODULE } from '../../model/paths.ts';
import type { Filter } from '../../model/filter.ts';
import type { Recording } from '../../model/session.ts';
import { addFilter, removeFilter } from './selection.ts';
import { action, openRecording, store, type HelpTopic, type PanelPart, type State } from '../store.ts';

export const openFindings = action((_, part?: PanelPart) => ({ openFindings: { part } }));

export const closeFindings = action(() => ({ openFindings: undefined }));

export const toggleFindings = action(({ openFindings: open }) => ({
  openFindings: open ? undefined : { part: undefined },
}));

/** Hides the banner of the open recording for good. */
export const dismissBanner = action(({ dismissedBanners, recordingNumber }) => ({
  dismissedBanners: new Set([...dismissedBanners, recordingNumber]),
}));

/** Opens the help of a topic; undefined closes it. */
export const explain = action((_, explained: HelpTopic | undefined) => ({ explained }));

/** Shares from which an interpreter without names is misleading, and from which it may hide other problems. */
const MISLEADING_WITHOUT_NAMES = 0.25;
const UNCHECKED_WITHOUT_NAMES = 0.05;

/** What the banner warns about: the first misleading finding or, if there is none, an interpreter without names. */
export function bannerWarning(
  state: Pick<State, 'diagnosis' | 'dismissedBanners' | 'recordingNumber'>,
  missingFiles: Recording['missingFiles'],
): Finding | MissingFile | undefined {
  const { diagnosis, dismissedBanners, recordingNumber } = state;
  // Undefined until the recording has been checked.
  if (!diagnosis || dismissedBanners.has(recordingNumber)) return undefined;
  const finding = diagnosis.findings.find(({ severity }) => severity === 'misleading');
  return finding ?? namelessInterpreter(missingFiles, MISLEADING_WITHOUT_NAMES);
}

/** True if no problem was found, but many checks need the names of the interpreter's functions. */
export function isUnchecked(state: State): boolean {
  const { missingFiles } = openRecording(state) ?? {};
  return (
    problemCount(state) === 0 && namelessInterpreter(missingFiles, UNCHECKED_WITHOUT_NAMES) !== undefined
  );
}

function namelessInterpreter(
  missingFiles: Recording['missingFiles'],
  minShare: number,
): MissingFile | undefined {
  return missingFiles?.files.find(({ name, share }) => share >= minShare && PYTHON_MODULE.test(name));
}

/** Number of findings that affect what graphs show: all except hints. */
export function problemCount({ diagnosis }: Pick<State, 'diagnosis'>): number {
  return diagnosis?.findings.filter(({ severity }) => severity !== 'hint').length ?? 0;
}

/** Why the samples of a finding cannot be shown; undefined if they can. */
export function whyNoSamples({ id, samples }: Pick<Finding, 'id' | 'samples'>): string | undefined {
  if (samples === 0) return 'it affects the whole recording';
  return id === 'lost-samples' ? 'they are not in the recording' : undefined;
}

/** Index of the filter that shows only the samples of a finding; -1 if there is none. */
export function filterIndexOf(filters: readonly Filter[], finding: FindingId): number {
  return filters.findIndex(
    ({ action: what, target, isOn }) =>
      isOn && what === 'only' && target?.by === 'finding' && target.finding === finding,
  );
}

/** Shows only the samples of a finding, or all samples again. */
export function toggleSamplesOf(finding: FindingId): void {
  const index = filterIndexOf(store.getState().options.filters, finding);
  if (index >= 0) removeFilter(index);
  else addFilter({ action: 'only', target: { by: 'finding', finding } });
}
