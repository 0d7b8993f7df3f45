// Estimates the width of text when it cannot be measured. The system font is unknown, so characters are assumed to be as wide as in
// the widest common fonts (DejaVu Sans, Verdana): what fits here fits everywhere.

/** Widths in em. */
const CLASSES: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl.,:;'|!]/, 0.35],
  [/[frtI()[\]{}/\\ "-]/, 0.45],
  [/[mwMW@%]/, 1],
  [/[A-Z#&<>=+~^]/, 0.82],
  [/[\u0020-\u024f]/, 0.64],
  // East Asian scripts, and everything beyond the Basic Multilingual Plane: usually as wide as tall.
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u, 1.05],
];
const DEFAULT_WIDTH = 0.8;

/** Returns a function that estimates the width of a character in a font of this size in pixels. */
export function widthEstimator(font: number): (character: string) => number {
  return (character) =>
    font * (CLASSES.find(([characters]) => characters.test(character))?.[1] ?? DEFAULT_WIDTH);
}
