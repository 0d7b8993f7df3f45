// Recognizes a pprof profile by its beginning. The fields may be in any order.
//
// Field numbers and types: profile.proto of github.com/google/pprof at b9395ee17fa0 (2026-07-09).

import { matchesShape, type MessageShape } from '../protobuf-shape.ts';

const VALUE_TYPE: MessageShape = [undefined, 'number', 'number'];
const LABEL: MessageShape = [undefined, 'number', 'number', 'number', 'number'];
const SAMPLE: MessageShape = [undefined, 'numbers', 'numbers', LABEL];
const MAPPING: MessageShape = [undefined, ...Array<'number'>(10).fill('number')];
const LINE: MessageShape = [undefined, 'number', 'number', 'number'];
const LOCATION: MessageShape = [undefined, 'number', 'number', 'number', LINE, 'number'];
const FUNCTION: MessageShape = [undefined, ...Array<'number'>(5).fill('number')];
const PROFILE: MessageShape = [
  undefined,
  VALUE_TYPE, // sample_type
  SAMPLE,
  MAPPING,
  LOCATION,
  FUNCTION,
  'bytes', // string_table
  'number', // drop_frames
  'number', // keep_frames
  'number', // time_nanos
  'number', // duration_nanos
  VALUE_TYPE, // period_type
  'number', // period
  'numbers', // comment
  'number', // default_sample_type
  'number', // doc_url
];

/** Numbers of the fields that Pyrograph reads. */
export const Field = {
  sampleType: 1,
  sample: 2,
  mapping: 3,
  location: 4,
  function: 5,
  string: 6,
  comment: 13,
  defaultSampleType: 14,
} as const;

/** The tag of `id`, usually the first field of a location or function. */
const ID_TAG = 8;

/**
 * True if `head`, the beginning of a file, consists of Profile fields with the wire types of profile.proto, and has at least one
 * distinctive field: a sample type, a sample, a location or function that begins with its ID, or the empty string that begins
 * the string table. All of these contain control characters, so text never matches. Unknown fields are accepted only after a
 * distinctive field.
 */
export function isPprof(head: Uint8Array): boolean {
  let isDistinctive = false;
  let startsUnknown = false;
  let strings = 0;
  const visit = (field: number, from: number, to: number): void => {
    if (field >= PROFILE.length) startsUnknown ||= !isDistinctive;
    else if (field === Field.string) isDistinctive ||= strings++ === 0 && to === from;
    else if (field === Field.sampleType || field === Field.sample) isDistinctive ||= to > from;
    else if (field === Field.location || field === Field.function) isDistinctive ||= head[from] === ID_TAG;
  };
  return matchesShape(head, PROFILE, visit) && isDistinctive && !startsUnknown;
}
