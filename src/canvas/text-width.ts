// How wide a text is where nothing can measure it. A system font is any font: characters are taken to be as wide as in the
// widest that are common (DejaVu Sans, Verdana), so that what fits here fits everywhere.

/** Of an em. */
const CLASSES: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl.,:;'|!]/, 0.35],
  [/[frtI()[\]{}/\\ "-]/, 0.45],
  [/[mwMW@%]/, 1],
  [/[A-Z#&<>=+~^]/, 0.82],
  [/[\u0020-\u024f]/, 0.64],
  // East Asian scripts, and all beyond the first plane: as wide as high, mostly.
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[^\0-\uffff]/u, 1.05],
];
const OTHERS = 0.8;

/** What measures single characters in a font of so many pixels. */
export function widthOf(font: number): (character: string) => number {
  return (character) => font * (CLASSES.find(([characters]) => characters.test(character))?.[1] ?? OTHERS);
}
