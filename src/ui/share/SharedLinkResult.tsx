// The link with the profile, a list of what it leaves out and, if it is too long, a choice that makes it short enough.

import type { ShareChoice } from '../../model/share-choice.ts';
import { fitsInLink, levelLabel } from '../../state/share.ts';
import { formatNumberOf } from '../../text/format.ts';
import { LinkField } from './LinkField.tsx';
import { describeDifference, omissionsOf, TOO_LONG } from './share-text.ts';
import type { SharedLinks } from './use-shared-link.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

export interface ChoiceProps {
  readonly choice: ShareChoice;
  readonly choose: (choice: ShareChoice) => void;
}

interface Props extends ChoiceProps {
  /** URL of a site, for links that start with `#`. */
  readonly site: string;
  readonly links: SharedLinks;
}

export function SharedLinkResult({ site, choice, links, choose }: Props) {
  const recording = useRecording();
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
      {smaller && smaller !== 'none' && (
        <div className="smaller row wrap">
          <button type="button" onClick={() => choose(smaller.choice)}>
            {describeDifference(choice, smaller.choice, level)}
          </button>
          <span className="number small muted">
            {formatNumberOf(smaller.link?.length ?? 0, 'character')}: fits
          </span>
        </div>
      )}
    </>
  );
}

function statusOf({ link, smaller }: SharedLinks): string {
  if (!link) return 'Creating the link…';
  if (link.link !== undefined && fitsInLink(link)) return 'The link is ready.';
  const size =
    link.link === undefined
      ? 'Too much data for a link'
      : `The link would have ${formatNumberOf(link.link.length, 'character')}`;
  return `${size}. ${TOO_LONG}. ${smaller ? (smaller === 'none' ? NONE_FITS : 'To make it smaller:') : SEARCHING}`;
}

const SEARCHING = 'Looking for a smaller one…';
const NONE_FITS = 'No smaller link fits either.';
