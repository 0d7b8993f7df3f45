// The diverging scale of differences: blue for less, orange for more, gray for no change, so that people with color blindness of any
// kind can tell them apart. The larger the difference, the farther its lightness is from gray. Certain differences have full color,
// likely ones a pale one, and all others a gray that is paler than that of no change.

import { mix, pixelOf, THEMES, type Lch, type Theme, lchToHex } from './colors.ts';

interface Scale {
  readonly none: Lch;
  readonly less: Lch;
  readonly more: Lch;
}

const SCALES: Readonly<Record<Theme, Scale>> = {
  light: { none: [86, 1.5, 270], less: [59, 52, 266], more: [64, 76, 60] },
  dark: { none: [27, 2, 270], less: [45, 56, 272], more: [46, 62, 58] },
};

/** Steps on each side of gray. */
const STEPS = 24;
/** The smallest certain difference is this far from gray: no certain difference looks like none. */
const MIN_CERTAIN = 0.3;
/** Makes small differences visible: a difference of 10 % is a third of the way, one of 25 % a half. */
const EXPONENT = 0.5;
/** The share of the background in the color of what is not certain. */
const FADED = 0.55;
/** The share of the text's color in the outline of a box. */
const OUTLINE = 0.3;

/** The color of a difference relative to the larger side, −1 to 1. */
export function differenceColor(relative: number, theme: Theme): string {
  const { none, less, more } = SCALES[theme];
  const end = relative < 0 ? less : more;
  const share = Math.min(1, Math.abs(relative)) ** EXPONENT;
  const between = (i: 0 | 1) => none[i] + (end[i] - none[i]) * share;
  return lchToHex(between(0), between(1), share === 0 ? none[2] : end[2]);
}

/** How a box is drawn: a certain change, a likely one, no change, or a difference that may be noise or is too small to test. */
export type Certainty = 'certain' | 'likely' | 'same' | 'unknown';

/** Pixel colors of boxes by difference; computed once. */
export class DifferenceScale {
  /** The color of code that did not change. */
  readonly none: number;
  private readonly pixels: readonly number[];
  private readonly background: number;
  private readonly text: number;

  constructor(theme: Theme) {
    this.background = pixelOf(THEMES[theme].background);
    this.text = pixelOf(THEMES[theme].text);
    this.pixels = Array.from({ length: 2 * STEPS + 1 }, (_, i) => {
      const position = (i - STEPS) / STEPS;
      return pixelOf(differenceColor(Math.sign(position) * Math.abs(position) ** (1 / EXPONENT), theme));
    });
    this.none = this.pixels[STEPS];
  }

  /** `relative` is the difference relative to the larger side, −1 to 1. */
  fill(relative: number, certainty: Certainty): number {
    if (certainty === 'same') return this.none;
    if (certainty === 'unknown') return this.fade(this.none);
    const position = MIN_CERTAIN + (1 - MIN_CERTAIN) * Math.min(1, Math.abs(relative)) ** EXPONENT;
    const color = this.pixels[STEPS + Math.round(Math.sign(relative) * position * STEPS)];
    return certainty === 'certain' ? color : this.fade(color);
  }

  /** The color of the dashes around a box of this color. */
  outline(fill: number): number {
    return mix(fill, this.text, OUTLINE);
  }

  fade(color: number): number {
    return mix(color, this.background, FADED);
  }
}
