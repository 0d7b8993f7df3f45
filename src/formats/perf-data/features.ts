// Reads metadata of a recording: the feature sections at the end of a file, or the HEADER_FEATURE records of a pipe.
// tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { hexOf, viewOf } from '../../bytes/numbers.ts';
import { decodeText } from '../../bytes/text.ts';
import { MIN_ATTR_SIZE } from './attr.ts';

export const Feature = {
  buildId: 2,
  hostname: 3,
  osRelease: 4,
  version: 5,
  arch: 6,
  commandLine: 11,
  eventDesc: 12,
  auxtrace: 18,
  stat: 19,
  dirFormat: 24,
  clockData: 29,
} as const;

const MISC_SIZE_VALID = 0x8000;
const BUILD_ID_SIZE = 20;
const NAME_OFFSET = 36;
/** After the version and the clock's ID. */
const WALL_CLOCK_OFFSET = 8;
const MAX_EVENTS = 65_536;
const MAX_ARGUMENTS = 65_536;

export interface Features {
  /** The architecture of the recorded machine; empty when unknown. */
  arch: string;
  /** Host name and kernel release of the recorded machine, as printed by `uname -n` and `uname -r`; empty when unknown. */
  hostname: string;
  osRelease: string;
  /** Version of perf, as printed by `perf version` without the word `perf`; empty when unknown. */
  version: string;
  /** Command line of perf; empty when unknown. */
  commandLine: readonly string[];
  /** When perf started recording, in milliseconds since 1970; undefined when unknown. */
  date: number | undefined;
  /** Event names, in the order of the attrs. */
  eventNames: readonly string[];
  /** Build IDs in lower-case hex, by path. */
  readonly buildIds: Map<string, string>;
}

export function noFeatures(): Features {
  return {
    arch: '',
    hostname: '',
    osRelease: '',
    version: '',
    commandLine: [],
    date: undefined,
    eventNames: [],
    buildIds: new Map(),
  };
}

/** Reads one feature into `features`; truncated and unknown ones are ignored. */
export function readFeature(features: Features, feature: number, bytes: Uint8Array): void {
  const fields = new FieldReader(bytes);
  if (feature === Feature.arch) features.arch = fields.string();
  else if (feature === Feature.hostname) features.hostname = fields.string();
  else if (feature === Feature.osRelease) features.osRelease = fields.string();
  else if (feature === Feature.version) features.version = fields.string();
  else if (feature === Feature.commandLine) features.commandLine = argumentsIn(fields);
  else if (feature === Feature.clockData) features.date = dateIn(fields);
  else if (feature === Feature.eventDesc) features.eventNames = eventNamesIn(fields);
  else if (feature === Feature.buildId) readBuildIds(features.buildIds, bytes);
}

/** The wall clock; perf writes it only if the times are of a known clock. */
function dateIn(fields: FieldReader): number | undefined {
  fields.skip(WALL_CLOCK_OFFSET);
  if (fields.left < 8) return undefined;
  const low = fields.u32();
  return (low + 2 ** 32 * fields.u32()) / 1e6;
}

function eventNamesIn(fields: FieldReader): string[] {
  const names: string[] = [];
  const count = Math.min(fields.u32(), MAX_EVENTS);
  const attrSize = fields.u32();
  if (attrSize < MIN_ATTR_SIZE) return names;
  for (let i = 0; i < count && fields.left > 0; i++) {
    fields.skip(attrSize);
    const ids = fields.u32();
    names.push(fields.string());
    fields.skip(ids * 8);
  }
  return names;
}

function argumentsIn(fields: FieldReader): string[] {
  const found: string[] = [];
  const count = Math.min(fields.u32(), MAX_ARGUMENTS);
  while (found.length < count && fields.left > 0) found.push(fields.string());
  return found;
}

/** Reads build ID records: { header, s32 pid, u8 id[20], u8 size, 3 pad, char name[] }. */
export function readBuildIds(buildIds: Map<string, string>, bytes: Uint8Array): void {
  const view = viewOf(bytes);
  for (let at = 0; at + NAME_OFFSET <= bytes.length;) {
    const misc = view.getUint16(at + 4, true);
    const size = view.getUint16(at + 6, true);
    if (size < NAME_OFFSET || at + size > bytes.length) return;
    const length = misc & MISC_SIZE_VALID ? Math.min(bytes[at + 32], BUILD_ID_SIZE) : BUILD_ID_SIZE;
    buildIds.set(
      decodeText(bytes, at + NAME_OFFSET, at + size),
      hexOf(bytes.subarray(at + 12, at + 12 + length)),
    );
    at += size;
  }
}

/** Reads consecutive fields. Fields beyond the end are 0 or empty. */
class FieldReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  get left(): number {
    return Math.max(0, this.bytes.length - this.at);
  }

  skip(size: number): void {
    this.at += size;
  }

  u32(): number {
    this.at += 4;
    return this.at <= this.bytes.length ? this.view.getUint32(this.at - 4, true) : 0;
  }

  /** Reads a perf_header_string: its length, then that many bytes, padded with NULs. */
  string(): string {
    const size = Math.min(this.u32(), this.left);
    const text = decodeText(this.bytes, this.at, this.at + size);
    this.at += size;
    return text;
  }
}
