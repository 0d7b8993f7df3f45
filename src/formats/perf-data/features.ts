// What a recording says of itself beside its events: the sections behind the data of a file, or HEADER_FEATURE records
// of a pipe. tools/perf/Documentation/perf.data-file-format.txt of Linux v6.12.

import { hexOf } from '../../bytes/numbers.ts';
import { textIn } from '../../bytes/text.ts';
import { MIN_ATTR } from './attr.ts';

export const Feature = {
  buildId: 2,
  hostname: 3,
  osRelease: 4,
  version: 5,
  arch: 6,
  eventDesc: 12,
  auxtrace: 18,
  stat: 19,
  dirFormat: 24,
} as const;

const MISC_SIZE_VALID = 0x8000;
const BUILD_ID_SIZE = 20;
const NAME_AT = 36;
const MAX_EVENTS = 65_536;

export interface Features {
  /** The perf that wrote it, and the architecture it ran on; empty when unknown. */
  version: string;
  arch: string;
  /** Of the machine it ran on, as `uname -n` and `uname -r` print them; empty when unknown. */
  hostname: string;
  osRelease: string;
  /** Of each event its name, and the ids its samples bear. */
  events: { readonly name: string; readonly ids: readonly number[] }[];
  /** Build ids in lower-case hex, by the path of the file. */
  readonly buildIds: Map<string, string>;
  /** Was it written by `perf stat`? */
  isStat: boolean;
  /** Are the records in other files beside this one (`perf record --threads`)? */
  isDirectory: boolean;
}

export function noFeatures(): Features {
  return {
    version: '',
    arch: '',
    hostname: '',
    osRelease: '',
    events: [],
    buildIds: new Map(),
    isStat: false,
    isDirectory: false,
  };
}

/** Reads one feature into `features`; what is cut or unknown is left out. */
export function readFeature(features: Features, feature: number, bytes: Uint8Array): void {
  const fields = new Fields(bytes);
  if (feature === Feature.version) features.version = fields.string();
  else if (feature === Feature.arch) features.arch = fields.string();
  else if (feature === Feature.hostname) features.hostname = fields.string();
  else if (feature === Feature.osRelease) features.osRelease = fields.string();
  else if (feature === Feature.stat) features.isStat = true;
  else if (feature === Feature.dirFormat) features.isDirectory = true;
  else if (feature === Feature.eventDesc) features.events = eventsOf(fields);
  else if (feature === Feature.buildId) readBuildIds(features.buildIds, bytes);
}

function eventsOf(fields: Fields): Features['events'] {
  const events: Features['events'] = [];
  const count = Math.min(fields.u32(), MAX_EVENTS);
  const attrSize = fields.u32();
  if (attrSize < MIN_ATTR) return events;
  for (let i = 0; i < count && !fields.isOver; i++) {
    fields.skip(attrSize);
    const ids = Math.min(fields.u32(), fields.left / 8);
    const name = fields.string();
    events.push({
      name,
      ids: Array.from({ length: Math.min(ids, Math.floor(fields.left / 8)) }, () => fields.u64()),
    });
  }
  return events;
}

/** Records of their own form: { header, s32 pid, u8 id[20], u8 size, 3 pad, char name[] }. */
export function readBuildIds(buildIds: Map<string, string>, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + NAME_AT <= bytes.length;) {
    const misc = view.getUint16(at + 4, true);
    const size = view.getUint16(at + 6, true);
    if (size < NAME_AT || at + size > bytes.length) return;
    const length = misc & MISC_SIZE_VALID ? Math.min(bytes[at + 32], BUILD_ID_SIZE) : BUILD_ID_SIZE;
    buildIds.set(textIn(bytes, at + NAME_AT, at + size), hexOf(bytes.subarray(at + 12, at + 12 + length)));
    at += size;
  }
}

/** Fields one after the other; beyond the end all are 0 or empty. */
class Fields {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return Math.max(0, this.bytes.length - this.at);
  }

  get isOver(): boolean {
    return this.left === 0;
  }

  skip(size: number): void {
    this.at += size;
  }

  u32(): number {
    this.at += 4;
    return this.at <= this.bytes.length ? this.view.getUint32(this.at - 4, true) : 0;
  }

  u64(): number {
    return this.u32() + this.u32() * 2 ** 32;
  }

  /** perf_header_string: its length, then so many bytes, padded with NULs. */
  string(): string {
    const size = Math.min(this.u32(), this.left);
    const text = textIn(this.bytes, this.at, this.at + size);
    this.at += size;
    return text;
  }
}
