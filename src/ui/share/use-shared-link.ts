// Creates the link with the profile. Requests are debounced, so that only the latest choice counts. If the link is too long,
// also tries smaller choices until one fits.

import { useEffect, useState } from 'react';
import type { ShareChoice } from '../../model/share-choice.ts';
import { reasonOf } from '../../text/reason.ts';
import { coarserChoices, fitsInLink, createLink, type SharedLink } from '../../state/share.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export interface SharedLinks {
  /** Undefined while it is being created. */
  readonly link: SharedLink | undefined;
  readonly smaller: readonly SharedLink[];
  /** Why the link could not be created. */
  readonly failure: string | undefined;
}

const NOTHING: SharedLinks = { link: undefined, smaller: [], failure: undefined };
/** In milliseconds. */
const DEBOUNCE_DELAY = 150;

export function useSharedLink(choice: ShareChoice): SharedLinks {
  const isComparison = useAppState(({ comparing }) => comparing !== undefined);
  const [result, setResult] = useState({ of: choice, links: NOTHING });
  useEffect(() => {
    let isCurrent = true;
    const show = (links: Partial<SharedLinks>) => {
      if (isCurrent) setResult({ of: choice, links: { ...NOTHING, ...links } });
    };
    const create = async () => {
      const link = await createLink(choice);
      const smaller: SharedLink[] = [];
      for (const next of fitsInLink(link) ? [] : coarserChoices(choice, isComparison)) {
        if (!isCurrent) return;
        show({ link, smaller: [...smaller] });
        const candidate = await createLink(next);
        smaller.push(candidate);
        if (fitsInLink(candidate)) break;
      }
      show({ link, smaller });
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
