// Creates the link with the profile. Requests are debounced, so that only the latest choice counts.

import { useEffect, useState } from 'react';
import type { ShareChoice } from '../../model/exports.ts';
import { reasonOf } from '../../text/format.ts';
import { createLink, type SharedLink } from '../../state/links/share.ts';

export interface SharedLinks {
  /** Undefined while it is being created. */
  readonly link: SharedLink | undefined;
  /** Why the link could not be created. */
  readonly failure: string | undefined;
}

const NOTHING: SharedLinks = { link: undefined, failure: undefined };
/** In milliseconds. */
const DEBOUNCE_DELAY = 150;

export function useSharedLink(choice: ShareChoice): SharedLinks {
  const [result, setResult] = useState({ of: choice, links: NOTHING });
  useEffect(() => {
    let isCurrent = true;
    const show = (links: Partial<SharedLinks>) => {
      if (isCurrent) setResult({ of: choice, links: { ...NOTHING, ...links } });
    };
    const timer = setTimeout(() => {
      createLink(choice).then(
        (link) => show({ link }),
        (error: unknown) => show({ failure: reasonOf(error) }),
      );
    }, DEBOUNCE_DELAY);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [choice]);
  return result.of === choice ? result.links : NOTHING;
}
