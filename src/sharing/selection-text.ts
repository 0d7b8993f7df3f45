// Filters and time ranges as text, in links and on the command line.

import { COSTS, type CostId } from '../model/costs.ts';
import { FILTER_ACTIONS, isSampleTarget, type Filter, type Target, type TimeRange } from '../model/filter.ts';
import { FINDING_IDS } from '../model/findings.ts';
import { KIND_NAMES } from '../model/kinds.ts';

const SECOND = 1e9;

/** Reads `1.2-3.45`, in seconds; undefined if it is not a range. */
export function readRange(text: string, separator = '-'): TimeRange | undefined {
  const [from, to, ...others] = text.split(separator);
  const isNumber = (each: string | undefined) => each !== undefined && /^\d+(?:\.\d*)?$/.test(each);
  if (!isNumber(from) || !isNumber(to) || others.length > 0) return undefined;
  const range = { from: Math.round(Number(from) * SECOND), to: Math.round(Number(to) * SECOND) };
  return range.from < range.to && range.to < Infinity ? range : undefined;
}

/**
 * The action, the target's property, its value and, for a function in a module or a part of a cost, the module or part. A line is
 * followed by its function.
 */
export function filterFields({ action, target }: Pick<Filter, 'action' | 'target'>): string[] {
  return [action, ...(target ? targetFields(target) : [])];
}

function targetFields(target: Target): string[] {
  switch (target.by) {
    case 'function':
      return [target.by, target.name, ...(target.module === '' ? [] : [target.module])];
    case 'kind':
      return [target.by, KIND_NAMES[target.kind]];
    case 'finding':
      return [target.by, target.finding];
    case 'cost':
      return [target.by, target.cost, ...(target.part === undefined ? [] : [target.part])];
    case 'line':
      return [target.by, String(target.line), target.name, ...(target.module === '' ? [] : [target.module])];
    case 'pattern':
      return [target.by, target.query];
    case 'file':
    case 'module':
    case 'package':
    case 'folder':
      return [target.by, target.path];
  }
}

/** Reads the result of `filterFields`. A field is undefined if it could not be decoded. */
export function readFilterFields([name, ...fields]: readonly (string | undefined)[]):
  | Omit<Filter, 'isOn'>
  | undefined {
  const action = FILTER_ACTIONS.find((each) => each === name);
  if (!action) return undefined;
  const target = readTarget(fields);
  if (isSampleTarget(target) && action !== 'only' && action !== 'drop') return undefined;
  return target || (action === 'recursion' && fields.length === 0) ? { action, target } : undefined;
}

function readTarget([by, value, second, third]: readonly (string | undefined)[]): Target | undefined {
  if (value === undefined) return undefined;
  switch (by) {
    case 'function':
      return { by, name: value, module: second ?? '' };
    case 'finding': {
      const finding = FINDING_IDS.find((each) => each === value);
      return finding && { by, finding };
    }
    case 'cost': {
      const cost = readCost(value);
      return cost && { by, cost, ...(second !== undefined && { part: second }) };
    }
    case 'line':
      return second === undefined || !/^[1-9]\d{0,6}$/.test(value)
        ? undefined
        : { by, line: Number(value), name: second, module: third ?? '' };
    case 'file':
    case 'module':
    case 'package':
    case 'folder':
      return { by, path: value };
    case 'kind':
      return kindTarget(readKind(value));
    case 'pattern':
      return value === '' ? undefined : { by, query: value };
    case undefined:
    default:
      return undefined;
  }
}

function kindTarget(kind: number | undefined): Target | undefined {
  return kind === undefined ? undefined : { by: 'kind', kind };
}

export function readKind(text: string): number | undefined {
  const kind = KIND_NAMES.indexOf(text);
  return kind >= 0 ? kind : undefined;
}

export function readCost(text: string): CostId | undefined {
  return COSTS.find(({ id }) => id === text)?.id;
}
