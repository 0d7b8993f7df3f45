// What comes of a choice: what is not in the link, the link itself, and where it is too long what would be shorter.

import type { Recording } from '../model/session.ts';
import type { ShareChoice } from '../model/sharing.ts';
import { fits, levelLabel } from '../state/share.ts';
import { formatNumberOf } from '../model/format.ts';
import { LinkField } from './LinkField.tsx';
import { lessThan, lostWith, takenBy, TOO_LONG } from './share-words.ts';
import type { SharedLinks } from './use-shared-link.ts';
import { useStateOf } from './use-state-of.ts';

interface Props {
  readonly recording: Recording;
  readonly choice: ShareChoice;
  /** What stands before the `#` of links that have no place of their own. */
  readonly site: string;
  readonly links: SharedLinks;
  readonly choose: (choice: ShareChoice) => void;
}

export function SharedLinkResult({ recording, site, choice, links, choose }: Props) {
  const { link, smaller, failure } = links;
  const options = useStateOf((state) => state.options);
  const level = useStateOf(levelLabel);
  const lost = link ? lostWith(recording, options, link) : [];
  return (
    <>
      {lost.length > 0 && (
        <div>
          <p>Not in it:</p>
          <ul>
            {lost.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <p role="status">
        {failure === undefined ? sizeOf(links) : `The link could not be made (${failure}).`}
      </p>
      {link?.link !== undefined && fits(link) && (
        <LinkField link={site + link.link} name="with the profile" />
      )}
      {smaller.length > 0 && (
        <ul className="smaller" aria-label="What would be smaller">
          {smaller.map((each, i) => (
            <li key={JSON.stringify(each.choice)}>
              <button type="button" onClick={() => choose(each.choice)}>
                {lessThan(smaller[i - 1]?.choice ?? choice, each.choice, level)}
              </button>
              <span className="number">
                {each.link === undefined
                  ? 'still far too large'
                  : formatNumberOf(each.link.length, 'character')}
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
  if (!link) return 'The link is being made…';
  if (link.link === undefined) return `This is far too much for a link. ${TOO_LONG}.`;
  if (fits(link)) return `${takenBy(link.link.length)}.`;
  return `The link would have ${formatNumberOf(link.link.length, 'character')}. ${TOO_LONG}. Smaller, step by step:`;
}
