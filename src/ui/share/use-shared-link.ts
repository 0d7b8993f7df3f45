// Creates the link with the profile. Requests are debounced, so that only the latest choice counts. If the link is too long,
// also looks for a smaller one that fits.

import { useEffect, useState } from 'react';
import type { ShareChoice } from '../../model/exports.ts';
import { reasonOf } from '../../text/format.ts';
import { fitsInLink, createLink, type SharedLink } from '../../state/links/share.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { findSmallerLink } from './smaller-link.ts';

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
  const isComparison = useAppState(({ comparing }) => comparing !== undefined);
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
