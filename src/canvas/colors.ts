// The color of a box shows its kind of code: Python is warm, C cool, the kernel violet, unknown code gray. The families also
// differ in lightness. Each distribution, module or file has its own stable shade, so that a function has the same color in
// every profile.

import { fnv1a } from '../model/hash.ts';
import { Kind } from '../model/kinds.ts';
import { FAMILIES } from '../model/session.ts';
import { shortPath } from '../model/short-path.ts';
import type { FunctionNames } from '../model/profile.ts';
import { lchToHex } from './lch.ts';

export type Theme = 'light' | 'dark';

/** Pixel colors as in canvas image data: 0xAABBGGRR. */
export interface Palette {
  /** Per function. */
  readonly funcs: Uint32Array;
  readonly root: number;
  readonly background: number;
  /** The color of search matches. */
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

/** Hue in degrees, chroma, lightness in the light and the dark theme, and the hue range of the shades. */
interface Scheme {
  readonly hue: number;
  readonly chroma: number;
  readonly light: number;
  readonly dark: number;
  readonly spread: number;
}

const GRAY: Scheme = { hue: 250, chroma: 3, light: 80, dark: 36, spread: 0 };

const SCHEMES: Readonly<Partial<Record<number, Scheme>>> = {
  [Kind.own]: { hue: 48, chroma: 62, light: 79, dark: 44, spread: 5 },
  [Kind.stdlib]: { hue: 83, chroma: 55, light: 86, dark: 43, spread: 4 },
  [Kind.package]: { hue: 22, chroma: 46, light: 76, dark: 43, spread: 16 },
  [Kind.importlib]: { hue: 70, chroma: 24, light: 88, dark: 41, spread: 0 },
  [Kind.eval]: { hue: 262, chroma: 20, light: 70, dark: 38, spread: 0 },
  [Kind.glue]: { hue: 262, chroma: 9, light: 76, dark: 34, spread: 0 },
  [Kind.slot]: { hue: 262, chroma: 12, light: 74, dark: 35, spread: 0 },
  [Kind.import]: { hue: 240, chroma: 12, light: 74, dark: 35, spread: 0 },
  [Kind.entry]: { hue: 240, chroma: 8, light: 77, dark: 33, spread: 0 },
  [Kind.runtime]: { hue: 256, chroma: 34, light: 70, dark: 39, spread: 5 },
  [Kind.extension]: { hue: 210, chroma: 34, light: 70, dark: 38, spread: 16 },
  [Kind.native]: { hue: 172, chroma: 26, light: 70, dark: 37, spread: 12 },
  [Kind.kernel]: { hue: 312, chroma: 34, light: 64, dark: 36, spread: 4 },
  [Kind.untraced]: { hue: 60, chroma: 14, light: 82, dark: 40, spread: 0 },
};

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
  /** Cache by kind and shade: there are few combinations, but each is slow to compute. */
  const made: number[] = [];
  const shades = new Map<string, number>();
  const shadeIn = (home: string): number => {
    const shade = shades.get(home) ?? shadeOf(home);
    shades.set(home, shade);
    return shade;
  };
  const pixels = Uint32Array.from({ length: funcs.length }, (_, func) => {
    const kind = funcs.kind[func];
    const home = homeOf(names, func);
    const shade = home === undefined ? (SHADES - 1) / 2 : shadeIn(home);
    return (made[kind * SHADES + shade] ??= pixelOf(shadeColor(kind, shade, theme)));
  });
  return {
    funcs: pixels,
    root: pixelOf(root),
    background: pixelOf(background),
    match: pixelOf(match),
    page: background,
    ...css,
  };
}

/** The middle shade of a kind, for the legend. */
export function kindColor(kind: number, theme: Theme): string {
  return shadeColor(kind, (SHADES - 1) / 2, theme);
}

/** The kinds whose colors represent FAMILIES. */
const FAMILY_KINDS: Record<(typeof FAMILIES)[number], Kind> = {
  python: Kind.own,
  c: Kind.runtime,
  kernel: Kind.kernel,
  unknown: Kind.unknown,
};

/** The colors of FAMILIES, in order. */
export function familyColors(theme: Theme): string[] {
  return FAMILIES.map((family) => kindColor(FAMILY_KINDS[family], theme));
}

/** A shade of a kind, 0 to 6; the middle one is the kind's own color. */
export function shadeColor(kind: number, shade: number, theme: Theme): string {
  const { hue, chroma, light, dark, spread } = SCHEMES[kind] ?? GRAY;
  const step = (shade - (SHADES - 1) / 2) / ((SHADES - 1) / 2);
  const lightness =
    (theme === 'light' ? light : dark) + (spread === 0 ? 0 : step * (theme === 'light' ? 3 : -2));
  return lchToHex(lightness, chroma, hue + step * spread);
}

/** Mixes a color with the background. */
export function dimmed(pixel: number, background: number): number {
  const mix = (shift: number) =>
    ((((pixel >>> shift) & 255) * 2 + ((background >>> shift) & 255) * 3) / 5) << shift;
  return (0xff000000 | mix(0) | (mix(8) & 0xff00) | (mix(16) & 0xff0000)) >>> 0;
}

export function pixelOf(hex: string): number {
  const rgb = parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** The name that determines the shade of a function: its distribution, else its file, else its module. */
function homeOf({ funcs, strings, modules }: FunctionNames, func: number): string | undefined {
  return (
    strings[funcs.package[func]] ??
    strings[funcs.file[func]] ??
    (funcs.kind[func] === Kind.runtime ? undefined : modules[funcs.module[func]])
  );
}

/** The shade is the same on every machine and for shortened paths. */
function shadeOf(home: string): number {
  const hash = fnv1a(shortPath(home));
  return ((hash ^ (hash >>> 15)) >>> 0) % SHADES;
}
