// Fits text and labels to a width. Each character is measured once: measuring every label in every frame would take longer than
// painting all boxes.

import type { Label } from '../text/labels.ts';

const ELLIPSIS = '…';

/** The font size of labels in CSS pixels. */
export const FONT = 12;
/** Space left and right of a label, and between a name and its place. */
export const PADDING = 4;
/** The minimum width of a box with a label. */
export const LABEL_FROM = 26;
/** The minimum space beside a name for showing its place. */
const PLACE_FROM = 30;
/** The opacity of the place: less prominent than the name, with a contrast of at least 4.5 : 1 on every box. */
export const PLACE_ALPHA = 0.9;

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

  width(text: string): number {
    let width = 0;
    for (const char of text) width += this.charWidth(char);
    return width;
  }

  /** Truncates the text with an ellipsis to fit `room`; empty if nothing readable fits. */
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

  /** Fits a label to a box of this width. `ratio` is the number of units per CSS pixel. */
  label({ name, place }: Label, width: number, ratio: number): FittedLabel {
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
