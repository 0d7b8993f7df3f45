// Offers copies that everybody can open, and two kinds of links: one to the view, for people who have the recording, and one with
// the profile, for everyone else.

import { useState, type ReactNode } from 'react';
import type { ShareChoice } from '../../model/exports.ts';
import {
  initialChoice,
  fitsInLink,
  MIN_SHARES,
  levelLabel,
  linkBase,
  siteOf,
  viewLink,
} from '../../state/links/share.ts';
import { store, isComparing } from '../../state/store.ts';
import { formatShare, formatNumberOf } from '../../text/format.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import { CopyButton } from '../primitives/Buttons.tsx';
import { ShareCopies } from './ShareCopies.tsx';
import { describeDifference, omissionsOf, TOO_LONG } from './share-text.ts';
import { type SharedLinks, useSharedLink } from './use-shared-link.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const [view] = useState(() => viewLink(store.getState()));
  const [site, setSite] = useState('');
  const origin = siteOf(site);
  // Nobody can open a comparison without its recordings.
  const isComparison = useAppState(isComparing);
  const showsView = !isComparison || !view.isWithoutRecording;
  return (
    <Dialog title="Share" className="share" onClose={onClose}>
      <ShareCopies />
      {linkBase() === '' && <SiteField site={site} setSite={setSite} />}
      {showsView && (
        <section aria-labelledby="share-view">
          <h3 id="share-view">This view</h3>
          <p>
            {view.isWithoutRecording
              ? 'Anyone who has the recording and opens the link sees the same view. The link contains no samples, only names: the event, the selected threads, and functions with full paths that filters, the search or the sandwich use.'
              : 'Opens the recording in this view.'}
          </p>
          <LinkField link={origin + view.link} name="to this view" />
        </section>
      )}
      <ProfileInLink site={origin} />
    </Dialog>
  );
}

/** Shown if other machines cannot open links to this page. */
function SiteField({ site, setSite }: { readonly site: string; readonly setSite: (site: string) => void }) {
  return (
    <section aria-labelledby="share-site">
      <h3 id="share-site">Where links open</h3>
      <p>
        Others cannot open this page, because it runs on your own machine. Enter the address of a Pyrograph
        site that they can open, or copy the part from # on and append it to such an address.
      </p>
      <label className="link-field row wrap">
        Address of that site
        <input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={site}
          aria-invalid={site !== '' && siteOf(site) === ''}
          onChange={(event) => setSite(event.target.value)}
        />
      </label>
    </section>
  );
}

function ProfileInLink({ site }: { readonly site: string }) {
  const [choice, setChoice] = useState(() => initialChoice(store.getState()));
  const links = useSharedLink(choice);
  const isComparison = useAppState(isComparing);
  const isFiltered = useAppState(({ options }) => options.filters.some(({ isOn }) => isOn));
  return (
    <section aria-labelledby="share-profile">
      <h3 id="share-profile">{isComparison ? 'All profiles in the link' : 'The profile in the link'}</h3>
      <p>
        Opens on any Pyrograph site{links.link?.isSameView && ', in the same view'}. The part after #, which
        browsers do not send to servers, contains {isComparison ? 'the compared profiles' : 'the profile'}:
        only people who get the link can read it.
      </p>
      <Choices choice={choice} choose={setChoice} />
      {isFiltered && (
        <p>
          {choice.scope === 'visible'
            ? 'The filters are applied: what they hide is not in the link.'
            : 'The link also contains what the filters hide: anyone can remove the filters.'}
        </p>
      )}
      <SharedLinkResult site={site} links={links} choice={choice} choose={setChoice} />
      {links.link && !fitsInLink(links.link) && (
        <p>
          {isComparison
            ? 'Or save the self-contained page with “Export”, or put the recordings on this site and link to them, A first, with one '
            : 'Or save a file with “Export”, or put the recording on this site and link to it with '}
          <code>#profileURL=</code>
          {isComparison && ' each'}.
        </p>
      )}
    </section>
  );
}

function Choices({ choice, choose }: ChoiceProps) {
  const recording = useRecording();
  const { threads, range } = useAppState('options');
  const level = useAppState(levelLabel);
  const change = (changed: Partial<ShareChoice>) => choose({ ...choice, ...changed });
  const isComparison = useAppState(isComparing);
  const hasSelection = threads !== undefined || range !== undefined || recording.events.length > 1;
  const option = (scope: ShareChoice['scope'], label: ReactNode) => (
    <label>
      <input type="radio" name="scope" checked={choice.scope === scope} onChange={() => change({ scope })} />
      {label}
    </label>
  );
  const checkbox = (isOn: boolean, label: string, changed: Partial<ShareChoice>) => (
    <label>
      <input type="checkbox" checked={isOn} onChange={() => change(changed)} />
      {label}
    </label>
  );
  return (
    <div className="share-choices">
      {!isComparison && (
        <fieldset>
          <legend className="small muted">Samples</legend>
          {option('all', 'The whole recording, all levels of detail')}
          {hasSelection &&
            option('selected', 'Only this event, these threads and this range, all levels of detail')}
          {option('visible', `Only what this view shows, at the level “${level}”`)}
        </fieldset>
      )}
      <fieldset>
        <legend className="small muted">Details</legend>
        {checkbox(choice.includesThreads, 'Thread names and IDs', {
          includesThreads: !choice.includesThreads,
        })}
        {checkbox(!choice.hasShortPaths, 'Full paths, including home directories', {
          hasShortPaths: !choice.hasShortPaths,
        })}
        <label>
          Minimum weight:{' '}
          <select
            value={choice.minShare}
            onChange={(event) => change({ minShare: Number(event.target.value) })}
          >
            {MIN_SHARES.map((minShare) => (
              <option key={minShare} value={minShare}>
                {minShare === 0 ? 'any' : formatShare(minShare)}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
    </div>
  );
}

interface ChoiceProps {
  readonly choice: ShareChoice;
  readonly choose: (choice: ShareChoice) => void;
}

interface SharedLinkResultProps extends ChoiceProps {
  /** URL of a site, for links that start with `#`. */
  readonly site: string;
  readonly links: SharedLinks;
}

/** The link with the profile, a list of what it leaves out and, if it is too long, a choice that makes it short enough. */
function SharedLinkResult({ site, choice, links, choose }: SharedLinkResultProps) {
  const recording = useRecording();
  const { link, smaller, failure } = links;
  const options = useAppState('options');
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

interface LinkFieldProps {
  /** The complete link, or only its part from `#` on. */
  readonly link: string;
  /** Completes the phrase “Link …”. */
  readonly name: string;
}

/** A link with a copy button. Users can also copy it by hand, for example if the clipboard is not available. */
function LinkField({ link, name }: LinkFieldProps) {
  return (
    <div className="link-field row wrap">
      <input readOnly value={link} aria-label={`Link ${name}`} onFocus={(event) => event.target.select()} />
      <CopyButton text={link} label={`Copy the link ${name}`}>
        Copy
      </CopyButton>
      <span className="number small muted">{formatNumberOf(link.length, 'character')}</span>
    </div>
  );
}
