// Fits text and labels to a width. Each character is measured once: measuring every label in every frame would take longer than
// painting all boxes.

import type { Label } from '../../text/labels.ts';

const ELLIPSIS = '…';
const SEPARATOR = /[./:]/;
const SEPARATORS = /^[./:]+/;
const REST_OF_PART = /^[^./:]*[./:]+/;

/** The font size of labels in CSS pixels. */
export const FONT_SIZE = 12;
/** Space on each side of a label; twice as much separates a name from its place. */
export const PADDING = 4;
/** Text gets room for at least this many characters of average width, which is that of an n. */
const MIN_CHARACTERS = 6;
const AVERAGE_CHARACTER = 'n';
/** The opacity of the place: less prominent than the name, with a contrast of at least 4.5 : 1 on every box. */
export const PLACE_OPACITY = 0.9;

/** The text that fits a box; name and place may be truncated or empty. */
interface FittedLabel extends Label {
  /** From the left edge of the box. */
  readonly nameAt: number;
  readonly placeAt: number;
}

export class TextFit {
  private readonly widths = new Map<string, number>();
  private readonly measure: (text: string) => number;

  constructor(measure: (text: string) => number) {
    this.measure = measure;
  }

  /** The minimum width of a box with a label. `ratio` is the number of units per CSS pixel. */
  minLabeledWidth(ratio: number): number {
    return this.minTextWidth + 2 * PADDING * ratio;
  }

  width(text: string): number {
    let width = 0;
    for (const char of text) width += this.charWidth(char);
    return width;
  }

  /** Truncates the text with an ellipsis to fit `room`; empty if nothing readable fits. */
  truncate(text: string, room: number): string {
    const ellipsis = this.charWidth(ELLIPSIS);
    let width = 0;
    let cut = 0;
    for (const char of text) {
      width += this.charWidth(char);
      if (width > room) return cut < 2 ? '' : text.slice(0, cut) + ELLIPSIS;
      if (width + ellipsis <= room) cut += char.length;
    }
    return text;
  }

  /**
   * Truncates a name with an ellipsis to fit `room`: at the front, if the whole most telling part of the name fits; otherwise at
   * the end, starting with the most telling part. Empty if nothing readable fits.
   */
  shorten(name: string, room: number): string {
    const telling = tellingPart(name);
    if (telling === 0 || this.width(name) <= room) return this.truncate(name, room);
    const end = name.slice(telling);
    return this.truncateFront(name, room, end) ?? this.truncate(end, room);
  }

  /** Fits a label to a box of this width. `ratio` is the number of units per CSS pixel. */
  fitLabel({ name, place }: Label, width: number, ratio: number): FittedLabel {
    const nameAt = PADDING * ratio;
    const room = width - 2 * nameAt;
    const text = this.shorten(name, room);
    const used = place === '' || text !== name ? room : this.width(name) + 2 * nameAt;
    const hasPlace = text !== '' && room - used >= Math.min(this.minTextWidth, this.width(place));
    return {
      name: text,
      nameAt,
      place: hasPlace ? this.shorten(place, room - used) : '',
      placeAt: nameAt + used,
    };
  }

  /** As many of the last parts of the text as fit after an ellipsis; undefined if that is less than `end`. */
  private truncateFront(text: string, room: number, end: string): string | undefined {
    const chars = Array.from(text);
    let width = this.charWidth(ELLIPSIS);
    let first = chars.length;
    while (first > 0 && (width += this.charWidth(chars[first - 1])) <= room) first--;
    const shown = chars.slice(first).join('');
    if (shown.length < end.length) return undefined;
    const startsPart = first === 0 || SEPARATOR.test(chars[first - 1]);
    return ELLIPSIS + shown.replace(startsPart ? SEPARATORS : REST_OF_PART, '');
  }

  private get minTextWidth(): number {
    return MIN_CHARACTERS * this.charWidth(AVERAGE_CHARACTER);
  }

  private charWidth(char: string): number {
    let width = this.widths.get(char);
    if (width === undefined) this.widths.set(char, (width = this.measure(char)));
    return width;
  }
}

/** Suffixes that compilers append to C functions (`f.part.0`). */
const COMPILER_SUFFIX = /\.(?:cold|hot|warm|part|isra|constprop|lto_priv|llvm|localalias|clone|str|__uniq)\b/;
/** `Session.execute`, `outer.<locals>.inner` and `scipy.sparse`, but neither `app.py` nor `libc.so.6`. */
const DOTTED = /^[\p{L}_<][\p{L}\p{N}_<>]*(?:\.[\p{L}_<][\p{L}\p{N}_<>]*)+$/u;
const FILE_EXTENSION = /\.(?:pyc?|so|pyx|c|cc|cpp|h|rs)$/;

/**
 * The index of the last part of a path, of a dotted name or of a name with `::`; 0 for other names, whose beginning says more.
 */
function tellingPart(text: string): number {
  const scope = lastScope(text);
  if (scope > 0) return scope;
  if (text.includes('/')) return text.lastIndexOf('/') + 1;
  const isDotted = DOTTED.test(text) && !FILE_EXTENSION.test(text) && !COMPILER_SUFFIX.test(text);
  return isDotted ? text.lastIndexOf('.') + 1 : 0;
}

/** The index after the last `::` outside of brackets, which enclose template arguments and parameters. */
function lastScope(text: string): number {
  let depth = 0;
  let last = 0;
  for (let i = text.indexOf('::') < 0 ? text.length : 0; i < text.length; i++) {
    const char = text[i];
    if ('<([{'.includes(char)) depth++;
    else if ('>)]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && char === ':' && text[i + 1] === ':') last = ++i + 1;
  }
  return last;
}

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

/**
 * Estimates the width of a character, for texts that cannot be measured, in a font of this size in pixels. The system
 * font is unknown, so characters are assumed to be as wide as in the widest common fonts (DejaVu Sans, Verdana): what
 * fits here fits everywhere.
 */
export function widthEstimator(font: number): (character: string) => number {
  return (character) =>
    font * (CLASSES.find(([characters]) => characters.test(character))?.[1] ?? DEFAULT_WIDTH);
}
