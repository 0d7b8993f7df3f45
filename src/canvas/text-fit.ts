// How much of a text fits a width. Characters are measured once each: measuring every label on every frame would
// take longer than painting all boxes.

const ELLIPSIS = '…';

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

  private charWidth(char: string): number {
    let width = this.widths.get(char);
    if (width === undefined) this.widths.set(char, (width = this.measure(char)));
    return width;
  }
}
