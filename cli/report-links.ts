// What to look at next in a recording, as commands and as links into the page.

import { COSTS, type CostId } from '../src/model/costs.ts';
import { targetOf, type NamedTarget, type Target } from '../src/model/filter.ts';
import type { Finding } from '../src/model/findings.ts';
import type { Recording } from '../src/model/session.ts';
import { writeAddress, type Address } from '../src/sharing/address.ts';
import { escapeLinkText } from '../src/sharing/escape-text.ts';
import { baseName } from '../src/model/paths.ts';
import { labelOf } from '../src/text/labels.ts';
import { shellCommand } from '../src/text/shell-command.ts';
import { sampleSelection } from './selection.ts';

/** Where the page is, which recording a link is for, and how to name it in a command. */
export interface LinkTarget {
  readonly recording: Recording;
  readonly files: readonly string[];
  /** The URL of a page; empty for links without it. */
  readonly base: string;
  /** Undefined for the event that the page and all commands show first. */
  readonly event: string | undefined;
}

export interface NextStep {
  /** What to look at: one phrase. */
  readonly what: string;
  /** Null if the files or the code cannot be named safely in a shell. */
  readonly command: string | null;
  readonly link: string;
}

/** Longer commands name no files. */
const MAX_FILES_LENGTH = 200;
export function costStep(target: LinkTarget, cost: CostId, what: string): NextStep {
  return {
    what,
    command: topCommand(target, ['--cost', cost]),
    link: linkToOnly(target, { by: 'cost', cost }),
  };
}

/** Its callers and callees on the page, and what it calls in the terminal. */
export function functionStep(target: LinkTarget, func: number, what: string): NextStep {
  const named = targetOf(target.recording, func, 'function');
  if (named?.by !== 'function') return { what, command: null, link: linkTo(target, {}) };
  const { name, module } = named;
  const texts = [labelOf(target.recording, func).name, name].map((each) => `focus:function:${each}`);
  const found = texts.find((text) => meansTarget(target.recording, text, named));
  return {
    what,
    command: found === undefined ? null : topCommand(target, ['--filter', { value: found }]),
    link: linkTo(target, { view: 'sandwich', sandwiched: { name, module } }),
  };
}

export function packageStep(target: LinkTarget, path: string, what: string): NextStep {
  return {
    what,
    command: topCommand(target, ['--filter', { value: `only:package:${path}` }]),
    link: linkToOnly(target, { by: 'package', path }),
  };
}

export function findingStep(target: LinkTarget, { id }: Pick<Finding, 'id'>, what: string): NextStep {
  const command = topCommand(target, ['--filter', `only:finding:${id}`]);
  return { what, command, link: linkToOnly(target, { by: 'finding', finding: id }) };
}

export function tableStep(target: LinkTarget, what: string): NextStep {
  return { what, command: topCommand(target, []), link: linkTo(target, { view: 'table' }) };
}

export function threadsStep(target: LinkTarget, what: string): NextStep {
  return { what, command: topCommand(target, ['--by', 'thread']), link: linkTo(target, { view: 'time' }) };
}

/** Leads to the samples with the target on the stack. */
function linkToOnly(target: LinkTarget, only: Target): string {
  return linkTo(target, { filters: [{ action: 'only', target: only, isOn: true }] });
}

/** Adds the view to the link of a page that leads to a recording; for other pages, also the name of the recording. */
function linkTo({ base, recording, event }: LinkTarget, address: Address): string {
  const view = writeAddress({ event, ...address }) || 'v=2';
  if (base === '') return view;
  if (base.includes('#')) return `${base}&${view}`;
  return `${base}#${view}&recording=${escapeLinkText(baseName(recording.name))}`;
}

function topCommand(
  { files, event }: LinkTarget,
  options: readonly (string | { readonly value: string })[],
): string | null {
  const ofEvent = event === undefined ? [] : ['--event', { value: event }];
  const length = files.reduce((sum, file) => sum + file.length, 0);
  const named = length > MAX_FILES_LENGTH ? ['FILE'] : files;
  return shellCommand(['pyrograph', 'top', ...options, ...ofEvent], named) ?? null;
}

/** True if the text of a `--filter` means exactly this function. */
function meansTarget(recording: Recording, text: string, target: NamedTarget): boolean {
  try {
    const [filter] = sampleSelection(recording, { filter: [text] }).filters;
    return JSON.stringify(filter.target) === JSON.stringify(target);
  } catch {
    return false;
  }
}

/** Costs that say what to change; the others are what a program is made of, or what is not known. */
export const TELLING_COSTS: readonly CostId[] = COSTS.map(({ id }) => id).filter(
  (id) => id !== 'bytecode' && id !== 'unknown',
);
