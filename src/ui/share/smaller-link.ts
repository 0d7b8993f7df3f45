// Looks for a choice that makes the link short enough. Keeps only steps that help, so that the link leaves out no more than it has to.

import type { ShareChoice } from '../../model/exports.ts';
import { fitsInLink, MIN_SHARES, type SharedLink } from '../../state/links/share.ts';

/** A step that saves less than this share of the link is undone, unless all steps together are needed. */
const MIN_SAVING = 0.05;

/** Changes that each make the link smaller, in the order in which they are tried. */
export function reductionsOf(choice: ShareChoice, isComparison: boolean): Partial<ShareChoice>[] {
  return [
    ...(choice.includesThreads ? [{ includesThreads: false }] : []),
    ...(choice.scope !== 'visible' && !isComparison ? [{ scope: 'visible' } as const] : []),
    ...MIN_SHARES.filter((minShare) => minShare > choice.minShare).map((minShare) => ({ minShare })),
  ];
}

/** Undefined if no smaller link fits. `create` creates a link that is not shown. */
export async function findSmallerLink(
  link: SharedLink,
  isComparison: boolean,
  create: (choice: ShareChoice) => Promise<SharedLink>,
): Promise<SharedLink | undefined> {
  let smallest = link.choice;
  let kept = link;
  let hasUndone = false;
  for (const change of reductionsOf(link.choice, isComparison)) {
    smallest = { ...smallest, ...change };
    const candidate = await create({ ...kept.choice, ...change });
    if (fitsInLink(candidate)) return candidate;
    const isTooLittle = lengthOf(candidate) > (1 - MIN_SAVING) * lengthOf(kept);
    if (isTooLittle) hasUndone = true;
    else kept = candidate;
  }
  // If no step was undone, the last link had all of them.
  if (!hasUndone) return undefined;
  const last = await create(smallest);
  return fitsInLink(last) ? last : undefined;
}

/** Infinite for two links that are both far too large, so that a step whose effect is unknown is kept. */
function lengthOf({ link }: SharedLink): number {
  return link?.length ?? Infinity;
}
