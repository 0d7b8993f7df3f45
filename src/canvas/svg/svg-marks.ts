// The parts of a differential graph's SVG that other graphs lack: ghosts, the parts of A and B, and brackets.

import type { Direction } from '../../model/tree.ts';
import {
  type Bracket,
  BRACKET,
  DASH,
  DASH_GAP,
  MIN_MARKED_WIDTH,
  type ComparedLooks,
} from '../boxes/compared-marks.ts';
import { colorHex } from '../colors/colors.ts';
import { ROW_HEIGHT } from '../boxes/raster.ts';

/** A rectangle in pixels. */
export interface SvgRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn over a box; empty for most. */
export function boxMarks(looks: ComparedLooks, func: number, chain: number, rect: SvgRect): string {
  return partA(looks.partA(func, chain), rect) + outline(looks.outline(func, chain), rect);
}

/** True if the box has an outline instead of a fill. */
export function isOutlined(looks: ComparedLooks, func: number, chain: number, { width }: SvgRect): boolean {
  return looks.isHollow(func, chain) && width >= MIN_MARKED_WIDTH;
}

function partA(part: ReturnType<ComparedLooks['partA']>, { x, y, width, height }: SvgRect): string {
  if (!part) return '';
  return `<rect x="${round(x)}" y="${y}" width="${round(width * part.share)}" height="${height}" fill="${colorHex(part.fill)}" pointer-events="none"/>\n`;
}

function outline(color: number, { x, y, width, height }: SvgRect): string {
  if (color === 0 || width < MIN_MARKED_WIDTH) return '';
  const inner = `x="${round(x + 0.5)}" y="${y + 0.5}" width="${round(width - 1)}" height="${height - 1}"`;
  return `<rect ${inner} fill="none" stroke="${colorHex(color)}" stroke-dasharray="${DASH} ${DASH_GAP}" pointer-events="none"/>\n`;
}

/** `rect` is the first row of what the bracket encloses; the bracket is on the edge towards the caller. */
export function bracketPath(
  { level, isRemoved }: Bracket,
  { x, y, width, height }: SvgRect,
  direction: Direction,
  color: string,
): string {
  if (width < MIN_MARKED_WIDTH) return '';
  const { thickness, end, nesting } = BRACKET;
  const [edge, up] = direction === 'flame' ? [y + height, -1] : [y - (ROW_HEIGHT - height), 1];
  const line = edge + up * (level * nesting + thickness / 2 - 1);
  const half = thickness / 2;
  const dashes = isRemoved ? ` stroke-dasharray="${DASH} ${DASH_GAP}"` : '';
  const path = `M${round(x + half)} ${line + up * end}V${line}H${round(x + width - half)}V${line + up * end}`;
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${thickness}"${dashes} pointer-events="none"/>\n`;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
