// How an exported page embeds its recordings, and their sources if asked: each gzipped and base64-encoded in an inert element, so that no name in it can
// close the element. The exporter writes the elements and the page reads them.

/** The placeholder that the exporter replaces with the elements. */
export const RECORDING_PLACEHOLDER = '<!--recording-->';

const RECORDING_ID = 'recording';

/**
 * The ID of the element of a recording, counted from 0. Its `data-name` is the name of the recording; the `data-address` of the
 * first one is the URL fragment of the view. Recordings to compare have their findings (model/findings.ts) in `data-findings`.
 * The page compares the first recording with the others.
 */
export function recordingElement(number: number): string {
  return number === 0 ? RECORDING_ID : `${RECORDING_ID}-${number}`;
}

/** The ID of the element with an archive of the source files of that recording. Not every recording has one. */
export function sourcesElement(number: number): string {
  return `sources-${number}`;
}
