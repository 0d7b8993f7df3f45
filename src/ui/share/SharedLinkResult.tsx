// The link with the profile, a list of what it leaves out and, if it is too long, choices that make it shorter.

import type { Recording } from '../../model/session.ts';
import type { ShareChoice } from '../../model/share-choice.ts';
import { fitsInLink, levelLabel } from '../../state/share.ts';
import { formatNumberOf } from '../../text/format.ts';
import { LinkField } from './LinkField.tsx';
import { describeDifference, omissionsOf, describeMessageFit, TOO_LONG } from './share-text.ts';
import type { SharedLinks } from './use-shared-link.ts';
import { useAppState } from '../primitives/use-app-state.ts';

export interface ChoiceProps {
  readonly recording: Recording;
  readonly choice: ShareChoice;
  readonly choose: (choice: ShareChoice) => void;
}

interface Props extends ChoiceProps {
  /** URL of a site, for links that start with `#`. */
  readonly site: string;
  readonly links: SharedLinks;
}

export function SharedLinkResult({ recording, site, choice, links, choose }: Props) {
  const { link, smaller, failure } = links;
  const options = useAppState((state) => state.options);
  const level = useAppState(levelLabel);
  const omissions = link ? omissionsOf(recording, options, link) : [];
  return (
    <>
      {omissions.length > 0 && (
        <div>
          <p>The link leaves out:</p>
          <ul>
            {omissions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <p role="status">
        {failure === undefined ? statusOf(links) : `Could not create the link (${failure}).`}
      </p>
      {link?.link !== undefined && fitsInLink(link) && (
        <LinkField link={site + link.link} name="with the profile" />
      )}
      {smaller.length > 0 && (
        <ul className="smaller column" aria-label="Options for a smaller link">
          {smaller.map((each, i) => (
            <li key={JSON.stringify(each.choice)} className="row wrap">
              <button type="button" onClick={() => choose(each.choice)}>
                {describeDifference(smaller[i - 1]?.choice ?? choice, each.choice, level)}
              </button>
              <span className="number small muted">
                {each.link === undefined ? 'still too large' : formatNumberOf(each.link.length, 'character')}
                {fitsInLink(each) && ': fits'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function statusOf({ link }: SharedLinks): string {
  if (!link) return 'Creating the link…';
  if (link.link === undefined) return `Too much data for a link. ${TOO_LONG}.`;
  if (fitsInLink(link)) return `${describeMessageFit(link.link.length)}.`;
  return `The link would have ${formatNumberOf(link.link.length, 'character')}. ${TOO_LONG}. To make it smaller:`;
}
