// Parses the arguments of `pyrograph compare`.

import type { BasisOptions } from '../src/compare/compare.ts';
import type { Rename } from '../src/compare/match/function-sides.ts';
import { BASES } from '../src/model/comparison.ts';
import { parseChoice } from './command.ts';

const SIDES = ['a', 'b'] as const;
export type SideName = (typeof SIDES)[number];

export interface SideFiles {
  /** The name from `--group`; otherwise empty. */
  readonly name: string;
  readonly files: readonly string[];
}

interface FileValues {
  readonly a?: readonly string[] | undefined;
  readonly b?: readonly string[] | undefined;
  readonly group?: readonly string[] | undefined;
}

const USAGE = 'Usage: pyrograph compare A B, or --a FILE… --b FILE…';

/** Lets `--a`, `--b` and `--group` take several files: repeats the option before each, as in `--a x --a y` for `--a x y`. */
export function repeatFileOptions(args: readonly string[]): string[] {
  let option = '';
  let group = '';
  return args.flatMap((arg) => {
    if (arg.startsWith('-') && arg !== '-') {
      option = /^--(?:a|b|group)$/.test(arg) ? arg : '';
      group = '';
      return option === '' ? [arg] : [];
    }
    if (option === '') return [arg];
    if (option !== '--group') return [option, arg];
    const isFirst = group === '';
    if (isFirst) group = arg.slice(0, arg.indexOf('=') + 1);
    return [option, isFirst ? arg : `${group}${arg}`];
  });
}

/** `isSplit` is true if time ranges or threads tell the sides apart, so that one file is enough. */
export function sidesOf(
  values: FileValues,
  positionals: readonly string[],
  isSplit: boolean,
): Record<SideName, SideFiles> {
  const given = [values.a, values.b, values.group].filter((files) => files !== undefined);
  if (positionals.length > 0 && given.length > 0)
    throw new Error(`Unexpected ${positionals[0]}: give files either as A B or with options. ${USAGE}`);
  if (values.group !== undefined) return sidesOfGroups(values.group);
  const [a, b, ...others] = positionals;
  if (others.length > 0) throw new Error(`More than two files need --a and --b. ${USAGE}`);
  const files = { a: values.a ?? (a ? [a] : []), b: values.b ?? (b ? [b] : isSplit && a ? [a] : []) };
  for (const side of SIDES)
    if (files[side].length === 0) throw new Error(`Missing files of ${side.toUpperCase()}. ${USAGE}`);
  return { a: { name: '', files: files.a }, b: { name: '', files: files.b } };
}

/** The first group is A, the second B. */
function sidesOfGroups(groups: readonly string[]): Record<SideName, SideFiles> {
  const files = new Map<string, string[]>();
  for (const text of groups) {
    const [, name, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || file === undefined)
      throw new Error(`Invalid --group ${text}: use NAME=FILE…, once per side.`);
    files.set(name, [...(files.get(name) ?? []), file]);
  }
  const [a, b, ...others] = [...files].map(([name, each]) => ({ name, files: each }));
  if (!a || !b || others.length > 0) throw new Error('Use --group twice: NAME=FILE… of A, then of B.');
  return { a, b };
}

/** A limit from `--fail-above`: the maximum growth of the total or of a function, as a share of its weight in A. */
export interface Limit {
  /** A key or short name of a function; empty for the total. */
  readonly name: string;
  readonly share: number;
}

export function parseLimit(text: string): Limit {
  const at = text.lastIndexOf('=');
  const share = parsePercent(text.slice(at + 1));
  if (at !== 0 && share !== undefined) return { name: text.slice(0, Math.max(0, at)), share };
  throw new Error(`Invalid --fail-above ${text}: use a percentage, such as 5%, or FUNCTION=5%.`);
}

/** A limit from `--fail-above` of commands that have one limit for everything they print. */
export function parseGrowth(text: string | undefined): number | undefined {
  const share = text === undefined ? undefined : parsePercent(text);
  if (text === undefined || share !== undefined) return share;
  throw new Error(`Invalid --fail-above ${text}: use a percentage such as 5%.`);
}

/** Exit code if something exceeds a limit that the user gave. */
export const LIMIT_EXCEEDED = 1;

/** `limit 5 %`, without errors of rounding. */
export function limitText(share: number): string {
  return `limit ${Number((share * 100).toPrecision(12))} %`;
}

/** Returns a share from 0 on. The percent sign is optional. */
function parsePercent(text: string): number | undefined {
  const [, number] = /^(\d+(?:\.\d+)?) ?%?$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) / 100;
}

/** Rejects shares below 0.01 %, because every tested row takes memory. */
export function parseMinEffect(text: string): number {
  const share = parsePercent(text);
  if (share !== undefined && share >= 0.0001 && share < 1) return share;
  throw new Error(`Invalid --min-effect ${text}: use a percentage between 0.01% and 100%.`);
}

export function parseRename(text: string): Rename {
  // The new name may contain the sign, as in `operator==`.
  const [, from, to] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new Error(`Invalid --rename ${text}: use OLD=NEW, the names of two functions.`);
  return [from, to];
}

export function basisOptions({
  basis,
  work,
}: {
  readonly basis: string;
  readonly work?: string | undefined;
}): BasisOptions {
  const chosen = parseChoice('basis', ['auto', ...BASES], basis);
  if (chosen === 'work' && work === undefined) throw new Error('--basis work needs --work.');
  return {
    basis: chosen === 'auto' ? undefined : chosen,
    work: work === undefined ? undefined : parseWork(work),
  };
}

function parseWork(text: string): [number, number] {
  const [a, b, ...others] = text.split(',').map(Number);
  if (a > 0 && b > 0 && others.length === 0 && a < Infinity && b < Infinity) return [a, b];
  throw new Error(`Invalid --work ${text}: use the units of work of A and B, such as 1000,1180.`);
}
