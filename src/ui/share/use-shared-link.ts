// Creates the link with the profile. Requests are debounced, so that only the latest choice counts. If the link is too long,
// also looks for a smaller one that fits.

import { useEffect, useState } from 'react';
import type { ShareChoice } from '../../model/exports.ts';
import { reasonOf } from '../../text/format.ts';
import { fitsInLink, createLink, type SharedLink, MIN_SHARES } from '../../state/links/share.ts';
import { isComparing } from '../../state/store.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export interface SharedLinks {
  /** Undefined while it is being created. */
  readonly link: SharedLink | undefined;
  /** A smaller link that fits, if `link` does not. Undefined while looking for it. */
  readonly smaller: SharedLink | 'none' | undefined;
  /** Why the link could not be created. */
  readonly failure: string | undefined;
}

const NOTHING: SharedLinks = { link: undefined, smaller: undefined, failure: undefined };
/** In milliseconds. */
const DEBOUNCE_DELAY = 150;

export function useSharedLink(choice: ShareChoice): SharedLinks {
  const isComparison = useAppState(isComparing);
  const [result, setResult] = useState({ of: choice, links: NOTHING });
  useEffect(() => {
    let isCurrent = true;
    const show = (links: Partial<SharedLinks>) => {
      if (isCurrent) setResult({ of: choice, links: { ...NOTHING, ...links } });
    };
    const create = async () => {
      const link = await createLink(choice);
      show({ link });
      if (fitsInLink(link)) return;
      const smaller = await findSmallerLink(link, isComparison, (next) => {
        // Another request would replace that of the current choice.
        if (!isCurrent) throw new Error('The choice has changed');
        return createLink(next);
      });
      show({ link, smaller: smaller ?? 'none' });
    };
    const timer = setTimeout(() => {
      create().catch((error: unknown) => show({ failure: reasonOf(error) }));
    }, DEBOUNCE_DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [choice, isComparison]);
  return result.of === choice ? result.links : NOTHING;
}

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

/**
 * Keeps only steps that help, so that the link leaves out no more than it has to. Undefined if no smaller link fits.
 * `create` creates a link that is not shown.
 */
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
