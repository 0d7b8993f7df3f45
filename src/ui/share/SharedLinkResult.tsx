// The link with the profile: what it leaves out and, if it is too long, choices that make it shorter.

import type { Recording } from '../../model/session.ts';
import type { ShareChoice } from '../../model/share-choice.ts';
import { fits, levelLabel } from '../../state/share.ts';
import { formatNumberOf } from '../../text/format.ts';
import { LinkField } from './LinkField.tsx';
import { differenceFrom, omissionsOf, messageFit, TOO_LONG } from './share-text.ts';
import type { SharedLinks } from './use-shared-link.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export interface ChoiceProps {
  readonly recording: Recording;
  readonly choice: ShareChoice;
  readonly choose: (choice: ShareChoice) => void;
}

interface Props extends ChoiceProps {
  /** URL to put before links that start with `#`. */
  readonly site: string;
  readonly links: SharedLinks;
}

export function SharedLinkResult({ recording, site, choice, links, choose }: Props) {
  const { link, smaller, failure } = links;
  const options = useAppState((state) => state.options);
  const level = useAppState(levelLabel);
  const lost = link ? omissionsOf(recording, options, link) : [];
  return (
    <>
      {lost.length > 0 && (
        <div>
          <p>The link leaves out:</p>
          <ul>
            {lost.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <p role="status">{failure === undefined ? sizeOf(links) : `Could not create the link (${failure}).`}</p>
      {link?.link !== undefined && fits(link) && (
        <LinkField link={site + link.link} name="with the profile" />
      )}
      {smaller.length > 0 && (
        <ul className="smaller column" aria-label="Options for a smaller link">
          {smaller.map((each, i) => (
            <li key={JSON.stringify(each.choice)} className="row wrap">
              <button type="button" onClick={() => choose(each.choice)}>
                {differenceFrom(smaller[i - 1]?.choice ?? choice, each.choice, level)}
              </button>
              <span className="number small muted">
                {each.link === undefined ? 'still too large' : formatNumberOf(each.link.length, 'character')}
                {fits(each) && ': fits'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function sizeOf({ link }: SharedLinks): string {
  if (!link) return 'Creating the link…';
  if (link.link === undefined) return `Too much data for a link. ${TOO_LONG}.`;
  if (fits(link)) return `${messageFit(link.link.length)}.`;
  return `The link would have ${formatNumberOf(link.link.length, 'character')}. ${TOO_LONG}. To make it smaller:`;
}
