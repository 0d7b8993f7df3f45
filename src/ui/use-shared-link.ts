// The link of a choice, made while a person still chooses: the newest choice wins, and of several in a row only the last is
// made. Where it is too long, the choices that hold less follow one after the other, until one fits.

import { useEffect, useState } from 'react';
import type { ShareChoice } from '../model/sharing.ts';
import { reasonOf } from '../model/reason.ts';
import { coarser, fits, linkWith, type SharedLink } from '../state/share.ts';

export interface SharedLinks {
  /** Of the choice; undefined while it is made. */
  readonly link: SharedLink | undefined;
  readonly smaller: readonly SharedLink[];
  /** Why it could not be made. */
  readonly failure: string | undefined;
}

const NOTHING: SharedLinks = { link: undefined, smaller: [], failure: undefined };
/** In milliseconds. */
const QUIET = 150;

export function useSharedLink(choice: ShareChoice): SharedLinks {
  const [made, setMade] = useState({ of: choice, links: NOTHING });
  useEffect(() => {
    let isMeant = true;
    const show = (links: SharedLinks) => setMade({ of: choice, links });
    const make = async () => {
      const link = await linkWith(choice);
      const smaller: SharedLink[] = [];
      for (const next of fits(link) ? [] : coarser(choice)) {
        if (!isMeant) return;
        show({ ...NOTHING, link, smaller: [...smaller] });
        const last = await linkWith(next);
        smaller.push(last);
        if (fits(last)) break;
      }
      if (isMeant) show({ ...NOTHING, link, smaller });
    };
    const soon = setTimeout(() => {
      make().catch((error: unknown) => {
        if (isMeant) show({ ...NOTHING, failure: reasonOf(error) });
      });
    }, QUIET);
    return () => {
      isMeant = false;
      clearTimeout(soon);
    };
  }, [choice]);
  return made.of === choice ? made.links : NOTHING;
}
