// How much of a text fits a width, and what of a label a box. Characters are measured once each: measuring every label on
// every frame would take longer than painting all boxes.

import type { Label } from '../model/labels.ts';

const ELLIPSIS = '…';

/** Of text on boxes, in CSS pixels. */
export const FONT = 12;
/** Left and right of it, and between a name and its place. */
export const PADDING = 4;
/** A box at least this wide has a label. */
export const LABEL_FROM = 26;
/** Room of at least this beside a name shows the place too. */
const PLACE_FROM = 30;
/** The place beside a name is quieter, but still 4.5 : 1 on every box. */
export const PLACE_ALPHA = 0.9;

/** What is written on a box: a name, and what fits of its place beside it; both may be empty. */
export interface Written {
  readonly name: string;
  /** From the box's left edge. */
  readonly nameAt: number;
  readonly place: string;
  readonly placeAt: number;
}

export class TextFit {
  private readonly widths = new Map<string, number>();
  private readonly measure: (text: string) => number;

  constructor(measure: (text: string) => number) {
    this.measure = measure;
  }

  width(text: string): number {
    let width = 0;
    for (const char of text) width += this.charWidth(char);
    return width;
  }

  /** The text, cut with an ellipsis where it is longer than `room`; empty when nothing readable fits. */
  fit(text: string, room: number): string {
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

  /** What fits a box that is so wide, where so many units are a CSS pixel. */
  label({ name, place }: Label, width: number, ratio: number): Written {
    const nameAt = PADDING * ratio;
    const room = width - 2 * nameAt;
    const text = this.fit(name, room);
    const used = place === '' || text !== name ? room : this.width(name) + 2 * nameAt;
    const hasPlace = text !== '' && room - used > PLACE_FROM * ratio;
    return {
      name: text,
      nameAt,
      place: hasPlace ? this.fit(place, room - used) : '',
      placeAt: nameAt + used,
    };
  }

  private charWidth(char: string): number {
    let width = this.widths.get(char);
    if (width === undefined) this.widths.set(char, (width = this.measure(char)));
    return width;
  }
}
