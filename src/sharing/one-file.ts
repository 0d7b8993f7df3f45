// How an exported page embeds its recording: gzipped and base64-encoded in an inert element, so that no name in it can close
// the element. The exporter writes the element and the page reads it.

/** The placeholder that the exporter replaces with the element. */
export const RECORDING_PLACEHOLDER = '<!--recording-->';

/** The ID of the element. Its `data-name` is the name of the recording, and its `data-address` the URL fragment of the view. */
export const RECORDING_ID = 'recording';
