// How the page in one file holds a recording: base64 of gzip in an element that no browser runs, whose text nothing that a name
// contains can end. What the exporter writes the page looks for.

/** Where it goes in the page. */
export const RECORDING_PLACE = '<!--recording-->';

/** Of the element. It has the recording's name and the address of the view, without `#`, as `data-name` and `data-address`. */
export const RECORDING_ID = 'recording';
