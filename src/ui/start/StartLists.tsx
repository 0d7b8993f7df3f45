// The lists of remembered and published recordings on the start screen. Loaded after the first paint.

import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { type Gallery, galleryLink, type GalleryEntry } from '../../sharing/gallery.ts';
import { fetchGallery } from '../../state/opening/gallery.ts';
import { recents, type Recent } from '../../state/opening/recent.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { RecentList } from './RecentList.tsx';
import { addressBar } from '../../state/links/address-bar.ts';
import { formatBytes, formatDuration, formatNumberOf, formatDateTime, joinFacts } from '../../text/format.ts';
import './start-lists.css';

const NO_GALLERY: Gallery = { entries: [], problems: [] };

/** In milliseconds. A slow server delays its list, not the page. */
const LONGEST_WAIT = 5000;

interface Props {
  /** What is below the lists; shown together with them, so that they move nothing. */
  readonly children: ReactNode;
}

export function StartLists({ children }: Props) {
  const [recent, setRecent] = useState<readonly Recent[]>();
  const [gallery, setGallery] = useState<Gallery>();
  const [isLate, setLate] = useState(false);
  // Fails if the browser blocks storage.
  const reload = useCallback(() => void recents().then(setRecent, () => setRecent([])), []);
  useEffect(() => {
    reload();
    void fetchGallery().then((found) => setGallery(found ?? NO_GALLERY));
    const timer = setTimeout(() => setLate(true), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [reload]);
  if (!isLate && !(recent && gallery)) return null;
  return (
    <>
      {/* Both list what others wrote; the rest of the screen works without them. */}
      <ErrorBoundary what="the lists of recordings">
        <RecentList list={recent ?? []} onRemoved={reload} />
        <GalleryList gallery={gallery ?? NO_GALLERY} />
      </ErrorBoundary>
      {children}
    </>
  );
}

/** Number of recordings shown at first. */
const INITIAL_COUNT = 50;

/** The recordings that this site publishes. Each is a link to share or bookmark, and two can be compared. */
function GalleryList({ gallery: { entries, problems } }: { readonly gallery: Gallery }) {
  const [showsAll, setShowsAll] = useState(false);
  const [compared, setCompared] = useState<GalleryEntry>();
  if (entries.length + problems.length === 0) return null;
  return (
    <section className="start-list" aria-labelledby="gallery">
      <h2 id="gallery">Recordings on this site</h2>
      <ul>
        {entries.slice(0, showsAll ? entries.length : INITIAL_COUNT).map((entry, i) => (
          // An index may list a file twice.
          <li key={i} className="row wrap">
            <Entry entry={entry} />
            <CompareButton entry={entry} compared={compared} setCompared={setCompared} />
          </li>
        ))}
      </ul>
      {entries.length > INITIAL_COUNT && !showsAll && (
        <button type="button" onClick={() => setShowsAll(true)}>
          Show all {formatNumberOf(entries.length, 'recording')}
        </button>
      )}
      {problems.map((problem) => (
        <p key={problem} className="wrong break-anywhere">
          {problem}
        </p>
      ))}
    </section>
  );
}

function Entry({ entry }: { readonly entry: GalleryEntry }) {
  const hash = `#${galleryLink(entry)}`;
  return (
    <a
      className="row wrap"
      href={hash}
      onClick={(event) => {
        if (location.hash !== hash) return;
        event.preventDefault();
        followLink(hash);
      }}
    >
      <strong className="break-anywhere">{entry.title}</strong>
      <span className="muted">{factsOf(entry)}</span>
    </a>
  );
}

interface CompareProps {
  readonly entry: GalleryEntry;
  /** The recording to compare with, the baseline; undefined until it is chosen. */
  readonly compared: GalleryEntry | undefined;
  readonly setCompared: (entry: GalleryEntry | undefined) => void;
}

/** Chooses the baseline, then the candidate. */
function CompareButton({ entry, compared, setCompared }: CompareProps) {
  const isChosen = compared?.file === entry.file;
  if (compared && !isChosen)
    return (
      <button
        type="button"
        className="quiet break-anywhere"
        aria-label={`Compare ${entry.title} with ${compared.title}`}
        onClick={() => followLink(`#${galleryLink(compared)}&${galleryLink(entry)}`)}
      >
        Compare with {compared.title}
      </button>
    );
  return (
    <button
      type="button"
      className="quiet"
      aria-label={`Compare ${entry.title} with another recording`}
      aria-pressed={isChosen}
      onClick={() => setCompared(isChosen ? undefined : entry)}
    >
      {isChosen ? 'Choose another…' : 'Compare…'}
    </button>
  );
}

/** The browser ignores links to the current URL, but the first attempt to open it may have failed. */
function followLink(hash: string): void {
  if (location.hash === hash) addressBar.openLinked();
  else location.hash = hash;
}

function factsOf({ recorded, samples, duration, size, with: others = [] }: GalleryEntry): string {
  const bytes = others.reduce((sum, each) => sum + each.size, size);
  return joinFacts(
    recorded !== undefined && formatDateTime(Date.parse(recorded)),
    samples !== undefined && formatNumberOf(samples, 'sample'),
    duration !== undefined && formatDuration(duration * 1e9),
    formatBytes(bytes),
  );
}
