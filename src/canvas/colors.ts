// Colour says what kind of code a box is: Python is warm, C cool, the kernel violet, the unknown grey. Lightness
// tells the families apart too. Within a kind a stable shade: a distribution, a module or a file keeps its own, so
// that the same function has the same colour in every profile.

import { Kind } from '../model/kinds.ts';
import type { FuncTable } from '../model/profile.ts';
import { FAMILIES } from '../model/session.ts';
import { shortPath } from '../model/short-path.ts';
import { lchToHex } from './lch.ts';

export type Theme = 'light' | 'dark';

/** Colours as the canvas's pixels hold them: 0xAABBGGRR. */
export interface Palette {
  /** Of each function. */
  readonly funcs: Uint32Array;
  readonly root: number;
  readonly background: number;
  /** Boxes that match the search. */
  readonly match: number;
  /** CSS colours of what is drawn over the boxes. */
  readonly text: string;
  readonly ring: string;
  readonly hover: string;
  /** CSS colours of what stands beside the boxes, as in base.css. */
  readonly page: string;
  readonly raised: string;
  readonly line: string;
  readonly quiet: string;
}

/** Hue in degrees, chroma, lightness in the light and the dark theme, and how far shades go from the hue. */
interface Scheme {
  readonly hue: number;
  readonly chroma: number;
  readonly light: number;
  readonly dark: number;
  readonly spread: number;
}

const GREY: Scheme = { hue: 250, chroma: 3, light: 80, dark: 36, spread: 0 };

/** One entry a kind, at its number. */
const SCHEMES: readonly Scheme[] = byKind({
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
});

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

/** The colours of a recording's functions in a theme. */
export function paletteOf(
  funcs: FuncTable,
  strings: readonly string[],
  modules: readonly string[],
  theme: Theme,
): Palette {
  const { background, root, match, text, ring, hover, raised, line, quiet } = THEMES[theme];
  /** By kind and shade: there are few, and each takes a while. */
  const made: number[] = [];
  const shades = new Map<string, number>();
  const shadeIn = (home: string): number => {
    const shade = shades.get(home) ?? shadeOf(home);
    shades.set(home, shade);
    return shade;
  };
  const pixels = Uint32Array.from({ length: funcs.length }, (_, func) => {
    const kind = funcs.kind[func];
    const home = homeOf(funcs, strings, modules, func);
    const shade = home === undefined ? (SHADES - 1) / 2 : shadeIn(home);
    return (made[kind * SHADES + shade] ??= pixelOf(shadeColor(kind, shade, theme)));
  });
  return {
    funcs: pixels,
    root: pixelOf(root),
    background: pixelOf(background),
    match: pixelOf(match),
    text,
    ring,
    hover,
    page: background,
    raised,
    line,
    quiet,
  };
}

/** The plain colour of a kind, for the legend. */
export function kindColor(kind: number, theme: Theme): string {
  return shadeColor(kind, (SHADES - 1) / 2, theme);
}

/** Whose colour stands for each of FAMILIES where only families are shown. */
const FAMILY_KINDS: Record<(typeof FAMILIES)[number], Kind> = {
  python: Kind.own,
  c: Kind.runtime,
  kernel: Kind.kernel,
  unknown: Kind.unknown,
};

/** The colours of FAMILIES, in their order. */
export function familyColors(theme: Theme): string[] {
  return FAMILIES.map((family) => kindColor(FAMILY_KINDS[family], theme));
}

/** One of the shades of a kind, 0 to 6; the middle one is the kind's own colour. */
export function shadeColor(kind: number, shade: number, theme: Theme): string {
  const { hue, chroma, light, dark, spread } = SCHEMES[kind] ?? GREY;
  const step = (shade - (SHADES - 1) / 2) / ((SHADES - 1) / 2);
  const lightness =
    (theme === 'light' ? light : dark) + (spread === 0 ? 0 : step * (theme === 'light' ? 3 : -2));
  return lchToHex(lightness, chroma, hue + step * spread);
}

/** The colour half way to the background: what is there, but not meant. */
export function dimmed(pixel: number, background: number): number {
  const mix = (shift: number) =>
    ((((pixel >>> shift) & 255) * 2 + ((background >>> shift) & 255) * 3) / 5) << shift;
  return (0xff000000 | mix(0) | (mix(8) & 0xff00) | (mix(16) & 0xff0000)) >>> 0;
}

export function pixelOf(hex: string): number {
  const rgb = parseInt(hex.slice(1), 16);
  return (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0;
}

/** What gives a function its shade: its distribution, its module, its file, whichever it has first. */
function homeOf(
  funcs: FuncTable,
  strings: readonly string[],
  modules: readonly string[],
  func: number,
): string | undefined {
  return (
    strings[funcs.package[func]] ??
    strings[funcs.file[func]] ??
    (funcs.kind[func] === Kind.runtime ? undefined : modules[funcs.module[func]])
  );
}

/** The same on every machine, and where paths were made short. */
function shadeOf(home: string): number {
  return hashOf(shortPath(home)) % SHADES;
}

/** FNV-1a over UTF-16 units; only has to be the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function byKind(entries: Partial<Record<Kind, Scheme>>): Scheme[] {
  return Object.values(Kind).map((kind) => entries[kind] ?? GREY);
}
