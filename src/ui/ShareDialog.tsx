// Two kinds of link: to what is looked at, for whoever has the recording; and with the profile in it, for everybody.

import { useState, type ReactNode } from 'react';
import type { Recording } from '../model/session.ts';
import type { ShareChoice } from '../model/sharing.ts';
import { firstChoice, fits, LEASTS, levelLabel, placeOfLinks, siteOf, viewLink } from '../state/share.ts';
import { store } from '../state/store.ts';
import { formatShare } from '../model/format.ts';
import { Dialog } from './Dialog.tsx';
import { LinkField } from './LinkField.tsx';
import { SharedLinkResult } from './SharedLinkResult.tsx';
import { useSharedLink } from './use-shared-link.ts';
import { useStateOf } from './use-state-of.ts';

interface Props {
  readonly recording: Recording;
  readonly onClose: () => void;
}

export function ShareDialog({ recording, onClose }: Props) {
  const [view] = useState(() => viewLink(store.getState()));
  const [site, setSite] = useState('');
  const before = siteOf(site);
  return (
    <Dialog title="Share" className="share" onClose={onClose}>
      {placeOfLinks() === '' && <Site site={site} isNone={site !== '' && before === ''} setSite={setSite} />}
      <section aria-labelledby="share-view">
        <h3 id="share-view">This view</h3>
        <p>
          {view.isWithoutRecording
            ? 'For somebody who has the recording too: opened with it, the link shows what you see. It holds no samples, but names of the recording with whole paths: the functions that are filtered, searched or in the middle of the sandwich, and the event and the threads that are chosen.'
            : 'It leads to the recording and to what you see of it.'}
        </p>
        <LinkField link={before + view.link} name="to this view" />
      </section>
      <ProfileInLink recording={recording} site={before} />
    </Dialog>
  );
}

/** Asked for where links to this page open nowhere else. */
function Site({
  site,
  isNone,
  setSite,
}: {
  readonly site: string;
  readonly isNone: boolean;
  readonly setSite: (site: string) => void;
}) {
  return (
    <section aria-labelledby="share-site">
      <h3 id="share-site">Where links open</h3>
      <p>
        This page is on your own machine, where others cannot open it. Give the address of a Pyrograph that
        they can open; or put what is copied, from the # on, behind any such address.
      </p>
      <label className="link-field">
        Address of that site
        <input
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={site}
          aria-invalid={isNone}
          onChange={(event) => setSite(event.target.value)}
        />
      </label>
    </section>
  );
}

function ProfileInLink({ recording, site }: { readonly recording: Recording; readonly site: string }) {
  const [choice, setChoice] = useState(() => firstChoice(store.getState()));
  const links = useSharedLink(choice);
  const isFiltered = useStateOf(({ options }) => options.filters.some(({ isOn }) => isOn));
  return (
    <section aria-labelledby="share-profile">
      <h3 id="share-profile">The profile in the link</h3>
      <p>
        Opens wherever Pyrograph is{links.link?.isSamePicture && ', with the same picture'}. The profile
        stands behind the # of the link, which browsers send to no server: only who gets the link can read it.
      </p>
      <Choices recording={recording} choice={choice} choose={setChoice} />
      {isFiltered && (
        <p>
          {choice.what === 'seen'
            ? 'The filters are applied: what they hide is not in the link.'
            : 'The filters go with the link, and can be taken off: what they hide is in it.'}
        </p>
      )}
      <SharedLinkResult recording={recording} site={site} links={links} choice={choice} choose={setChoice} />
      {links.link && !fits(links.link) && (
        <p>
          Or save a file with the button beside “Open”; or put the recording on the host of this page, and
          link to it with <code>#profileURL=</code>.
        </p>
      )}
    </section>
  );
}

function Choices({
  recording,
  choice,
  choose,
}: {
  readonly recording: Recording;
  readonly choice: ShareChoice;
  readonly choose: (choice: ShareChoice) => void;
}) {
  const { threads, range } = useStateOf(({ options }) => options);
  const level = useStateOf(levelLabel);
  const change = (changed: Partial<ShareChoice>) => choose({ ...choice, ...changed });
  const isPart = threads !== undefined || range !== undefined || recording.events.length > 1;
  const option = (what: ShareChoice['what'], label: ReactNode) => (
    <label>
      <input type="radio" name="what" checked={choice.what === what} onChange={() => change({ what })} />
      {label}
    </label>
  );
  return (
    <div className="share-choices">
      <fieldset>
        <legend>What is in it</legend>
        {option('all', 'The whole recording, all levels')}
        {isPart && option('looked at', 'Only this event, these threads and this range, all levels')}
        {option('seen', `Only what is seen: the level “${level}”`)}
      </fieldset>
      <fieldset>
        <legend>With it</legend>
        <label>
          <input
            type="checkbox"
            checked={choice.hasThreads}
            onChange={(event) => change({ hasThreads: event.target.checked })}
          />
          Names and numbers of threads
        </label>
        <label>
          <input
            type="checkbox"
            checked={!choice.isShort}
            onChange={(event) => change({ isShort: !event.target.checked })}
          />
          Whole paths, home directories too
        </label>
        <label>
          Boxes from{' '}
          <select value={choice.least} onChange={(event) => change({ least: Number(event.target.value) })}>
            {LEASTS.map((least) => (
              <option key={least} value={least}>
                {least === 0 ? 'any weight' : formatShare(least)}
              </option>
            ))}
          </select>{' '}
          on
        </label>
      </fieldset>
    </div>
  );
}
