// The color of a box shows its kind of code: one hue per family, the most saturated one for the user's own code. The kinds of a
// family differ in lightness, and so do distributions, modules and files, whose shades are stable, so that a function has the
// same color in every profile. Boxes of unnamed and missing code are striped.

import { fnv1a } from '../../model/hash.ts';
import { FAMILIES, Kind, familyOf, kindsOf, type Family } from '../../model/kinds.ts';
import { shortPath } from '../../model/paths.ts';
import { isUnnamed } from '../../model/function-names.ts';
import {
  stateOfFunctions,
  groupOfState,
  WAIT_GROUPS,
  WAIT_STATES,
  type WaitGroup,
} from '../../model/wait-states.ts';
import type { FunctionNames } from '../../model/profile.ts';

export type Theme = 'light' | 'dark';

/** Pixel colors as in canvas image data: 0xAABBGGRR. */
export interface Palette {
  /** Per function. */
  readonly funcs: Uint32Array;
  /** Per function: the color of its stripes; 0 for a plain box. */
  readonly stripes: Uint32Array;
  readonly root: number;
  readonly background: number;
  readonly match: number;
  /** CSS colors of text and highlights on the boxes. */
  readonly text: string;
  readonly ring: string;
  readonly hover: string;
  /** CSS colors of the page around the graph, as in base.css. */
  readonly page: string;
  readonly raised: string;
  readonly line: string;
  readonly quiet: string;
}

/** Lightness 0–100, chroma, and hue in degrees. */
export type Lch = readonly [lightness: number, chroma: number, hue: number];

/** Chosen so that no two families look alike, even with color blindness of any kind. */
const FAMILY_COLORS: Readonly<Record<Theme, Readonly<Record<Family, Lch>>>> = {
  light: {
    own: [72, 75, 60],
    stdlib: [89, 46, 88],
    package: [71, 31, 345],
    imports: [89, 24, 135],
    interpreter: [71, 34, 263],
    extension: [84.5, 29, 229],
    native: [66, 32, 144],
    kernel: [61.5, 36, 315],
    other: [80, 2, 270],
  },
  dark: {
    own: [43, 64.5, 59],
    stdlib: [31.8, 42.5, 100.5],
    package: [31.8, 30.1, 7.6],
    imports: [27.7, 19, 107.9],
    interpreter: [35, 33.1, 274.5],
    extension: [40.5, 25.5, 220.7],
    native: [30.5, 21.5, 168.1],
    kernel: [27.6, 33.1, 312.1],
    other: [37.6, 3.1, 270.8],
  },
};

/** Steps of lightness between the kinds of a family. Positive steps increase the contrast with the text. */
const KIND_STEPS: Readonly<Partial<Record<number, number>>> = {
  [Kind.import]: -1,
  [Kind.eval]: 1,
  [Kind.slot]: 2,
  [Kind.glue]: 3,
  [Kind.entry]: 4,
  [Kind.empty]: 1,
  [Kind.untraced]: -1,
  [Kind.cut]: -2,
};
const KIND_STEP = { light: 4, dark: -2.2 } as const;

/** Difference in lightness between the middle shade and the last one. */
const SHADE_RANGE = { light: 5, dark: -2.5 } as const;

export const THEMES = {
  light: {
    background: '#ffffff',
    root: '#e4e4e7',
    match: '#f060f0',
    text: '#111114',
    ring: '#111114',
    hover: 'rgb(255 255 255 / 0.35)',
    raised: '#f6f6f7',
    line: '#dcdce0',
    quiet: '#55555e',
  },
  dark: {
    background: '#17171a',
    root: '#3a3a40',
    match: '#a21caf',
    text: '#ffffff',
    ring: '#ffffff',
    hover: 'rgb(255 255 255 / 0.16)',
    raised: '#202024',
    line: '#34343a',
    quiet: '#adadb8',
  },
} as const;

const SHADES = 7;

/** The colors of a recording's functions in a theme. */
export function paletteOf(names: FunctionNames, theme: Theme): Palette {
  const { funcs } = names;
  const { background, root, match, ...css } = THEMES[theme];
  /** By kind and shade: there are few combinations, but each is slow to compute. */
  const colorCache: number[] = [];
  const shades = new Map<string, number>();
  const shadeIn = (shadeKey: string): number => {
    const shade = shades.get(shadeKey) ?? shadeOf(shadeKey);
    shades.set(shadeKey, shade);
    return shade;
  };
  const pixels = Uint32Array.from({ length: funcs.length }, (_, func) => {
    const kind = funcs.kind[func];
    if (kind === Kind.wait) return pixelOf(stateColor(stateOfFunctions(names)[func], theme));
    const shadeKey = shadeKeyOf(names, func);
    const shade = shadeKey === undefined ? (SHADES - 1) / 2 : shadeIn(shadeKey);
    return (colorCache[kind * SHADES + shade] ??= pixelOf(shadeColor(kind, shade, theme)));
  });
  const backgroundPixel = pixelOf(background);
  const stripes = pixels.map((color, func) =>
    hasStripes(names, func) ? stripeOf(color, backgroundPixel) : 0,
  );
  return {
    funcs: pixels,
    stripes,
    root: pixelOf(root),
    background: backgroundPixel,
    match: pixelOf(match),
    page: background,
    ...css,
  };
}

function hasStripes(names: FunctionNames, func: number): boolean {
  const kind = names.funcs.kind[func];
  return kind === Kind.wait
    ? isHatched(stateOfFunctions(names)[func])
    : isMarker(kind) || isUnnamed(names, func);
}

/** The middle shade of a kind, for the legend. */
export function kindColor(kind: number, theme: Theme): string {
  return shadeColor(kind, (SHADES - 1) / 2, theme);
}

/** The colors of FAMILIES, in order. */
export function familyColors(theme: Theme): string[] {
  return FAMILIES.map((family) => kindColor(kindsOf(family)[0], theme));
}

/** A shade of a kind, 0 to 6; the middle one is the kind's own color. */
export function shadeColor(kind: number, shade: number, theme: Theme): string {
  const [lightness, chroma, hue] = FAMILY_COLORS[theme][familyOf(kind)];
  const step = (KIND_STEPS[kind] ?? 0) * KIND_STEP[theme];
  const middle = (SHADES - 1) / 2;
  const offset = kindsOf(familyOf(kind)).length === 1 ? ((shade - middle) / middle) * SHADE_RANGE[theme] : 0;
  return lchToHex(lightness + step + offset, chroma, hue);
}

/** True for kinds that represent unknown or missing code. */
function isMarker(kind: number): boolean {
  return kind >= Kind.unknown;
}

/** CSS background for the swatch of a kind. */
export function kindSwatch(kind: number, theme: Theme): string {
  return isMarker(kind) ? stripedSwatch(kind, theme) : kindColor(kind, theme);
}

/** CSS background for the swatch of unnamed code of a kind. */
export function stripedSwatch(kind: number, theme: Theme): string {
  return stripes(kindColor(kind, theme), theme);
}

/** CSS background for the swatch of a state of waiting. */
export function stateSwatch(state: number, theme: Theme): string {
  const color = stateColor(state, theme);
  return isHatched(state) ? stripes(color, theme) : color;
}

function stripes(color: string, theme: Theme): string {
  const stripe = colorHex(stripeOf(pixelOf(color), pixelOf(THEMES[theme].background)));
  return `repeating-linear-gradient(-45deg,${color} 0 3px,${stripe} 3px 5px)`;
}

export function dim(pixel: number, background: number): number {
  return mix(pixel, background, 0.6);
}

/** The color of stripes on a box. */
export function stripeOf(pixel: number, background: number): number {
  return mix(pixel, background, 0.4);
}

/** `share` is that of `to`, 0 to 1. */
export function mix(from: number, to: number, share: number): number {
  const channel = (shift: number) =>
    ((((from >>> shift) & 255) * (1 - share) + ((to >>> shift) & 255) * share + 0.5) & 255) << shift;
  return (0xff000000 | channel(0) | channel(8) | channel(16)) >>> 0;
}

export function colorHex(pixel: number): string {
  const part = (shift: number) => ((pixel >>> shift) & 255).toString(16).padStart(2, '0');
  return `#${part(0)}${part(8)}${part(16)}`;
}

export function pixelOf(hex: string): number {
  const rgb = parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** The name that determines the shade of a function: its distribution, else its file, else its module. */
function shadeKeyOf({ funcs, strings, modules }: FunctionNames, func: number): string | undefined {
  return strings[funcs.package[func]] ?? strings[funcs.file[func]] ?? modules[funcs.module[func]];
}

/** The shade is the same on every machine and for shortened paths. */
function shadeOf(shadeKey: string): number {
  const hash = fnv1a(shortPath(shadeKey));
  return ((hash ^ (hash >>> 15)) >>> 0) % SHADES;
}

/** D50, the reference white of CSS Lab (CSS Color 4, section 9). */
const WHITE = [0.96422, 1, 0.82521] as const;
/** XYZ relative to D50 → linear sRGB, Bradford-adapted (B. Lindbloom, "RGB/XYZ Matrices"). */
const TO_LINEAR_RGB = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const;

/**
 * CIE LCh(ab) as CSS `lch()` defines it, in which equal steps in lightness, chroma and hue look equally large, as `#rrggbb`. Lightness
 * 0–100, chroma 0 to about 130, hue in degrees; channels outside sRGB are clipped.
 */
export function lchToHex(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const y = (lightness + 16) / 116;
  const x = y + (chroma * Math.cos(angle)) / 500;
  const z = y - (chroma * Math.sin(angle)) / 200;
  const xyz = [x, y, z].map((value, i) => WHITE[i] * fromLab(value));
  const channels = TO_LINEAR_RGB.map((row) =>
    hexByte(gammaEncode(row.reduce((sum, m, i) => sum + m * xyz[i], 0))),
  );
  return `#${channels.join('')}`;
}

/** Inverse of Lab's cube root with a linear toe. */
function fromLab(t: number): number {
  return t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29);
}

/** Linear light → sRGB (IEC 61966-2-1), 0–1. */
function gammaEncode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function hexByte(channel: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, channel)) * 255);
  return byte.toString(16).padStart(2, '0');
}

/**
 * The colors of what threads wait for. States of a group have similar hues: locks are red, input and output are blue. Chosen so that no
 * two groups look alike, even with color blindness of any kind.
 */
const GROUP_COLORS: Readonly<Record<Theme, Readonly<Record<WaitGroup, readonly [number, number, number]>>>> =
  {
    light: {
      cpu: [84, 47, 87],
      contention: [63, 57, 34],
      thread: [72, 47, 317],
      timer: [81, 28, 172],
      io: [57, 44, 278],
      idle: [93, 2, 270],
      other: [67, 2, 270],
    },
    dark: {
      cpu: [45, 45, 84],
      contention: [36, 49, 30],
      thread: [27, 49, 312],
      timer: [30, 32, 205],
      io: [41, 53, 264],
      idle: [24, 2, 270],
      other: [41, 2, 270],
    },
  };

/** Degrees of hue that the states of a group span. */
const HUE_RANGE: Readonly<Partial<Record<WaitGroup, number>>> = { contention: 30, io: 60 };

/** `state` is an index into WAIT_STATES. */
export function stateColor(state: number, theme: Theme): string {
  const { group } = WAIT_STATES[state];
  const [lightness, chroma, hue] = GROUP_COLORS[theme][group];
  const states = WAIT_STATES.filter((each) => each.group === group);
  const position = states.indexOf(WAIT_STATES[state]) / Math.max(1, states.length - 1) - 0.5;
  return lchToHex(lightness, chroma, hue + position * (HUE_RANGE[group] ?? 0));
}

/** The colors of WAIT_GROUPS, in order. */
export function groupColors(theme: Theme): string[] {
  return WAIT_GROUPS.map(({ id }) => lchToHex(...GROUP_COLORS[theme][id]));
}

/** True for a state whose boxes are hatched: the thread could run, so it is not a wait like others. */
export function isHatched(state: number): boolean {
  return WAIT_GROUPS[groupOfState(state)].id === 'cpu';
}
