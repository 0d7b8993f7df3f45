// What the user is told about stacks that were cut.

import type { MendingSummary } from '../model/levels.ts';
import { formatCount, formatShare } from './format.ts';
import { inferredAt, type InferredWeights, chainOf, depthOf, type CallTree } from '../model/tree.ts';

/** Undefined if there is nothing to say. */
export function mendingNote(
  { open, mended, isDeep, hasWhole, isFromPerf }: MendingSummary,
  samples: number,
  isOn: boolean,
): string | undefined {
  // Other programs record stacks to the end, but their stacks do not begin in the functions that are roots.
  const isRelevant = mended > 0 || (isDeep && (isFromPerf || hasWhole));
  if (!isRelevant) return undefined;
  const [opened, all, attached] = [open, samples, mended].map(formatCount);
  const outcome = isOn
    ? `${attached} of them ${wereOrWas(mended)} re-attached to callers seen in other samples (inferred)`
    : `${attached} of them can be re-attached (--mend)`;
  return `${opened} of ${all} samples end before the root of their stack; ${outcome}.`;
}

/** For the page, which has a switch. Undefined if there is nothing to say. */
export function inferredCallersNote(mending: MendingSummary, samples: number): string | undefined {
  const { open, mended, share } = mending;
  if (mended === 0) return mendingNote(mending, samples, true);
  const [opened, all, attached] = [open, samples, mended].map(formatCount);
  return `Callers of ${formatShare(share)} of the weight were inferred: ${opened} of ${all} samples end before the root of their stack, and ${attached} of them ${wereOrWas(mended)} re-attached to callers seen in other samples.`;
}

function wereOrWas(count: number): string {
  return count === 1 ? 'was' : 'were';
}

/** For a box or a function of which this share of the weight is inferred. */
export function inferredText(share: number): string {
  return `${formatShare(share)} of it inferred`;
}

interface TreeWithInferred {
  readonly tree: CallTree;
  readonly inferred?: InferredWeights | undefined;
}

/** What a graph says about the inferred weight of a box; empty if nothing of it is inferred. */
export function inferredIn({ tree, inferred }: TreeWithInferred, box: number, before = ''): string {
  if (!inferred) return '';
  const chain = chainOf(tree, box);
  const weight = inferredAt(inferred, chain, depthOf(tree, box, chain));
  return weight > 0 ? `${before}${inferredText(weight / tree.total[chain])}` : '';
}
