// The recordings that this site publishes next to the page. Each entry is a link to share or bookmark, and two can be compared.

import { useState } from 'react';
import { galleryLink, type Gallery, type GalleryEntry } from '../../sharing/gallery.ts';
import { addressBar } from '../../state/links/address-bar.ts';
import { formatBytes, formatDuration, formatNumberOf, formatDateTime, joinFacts } from '../../text/format.ts';

/** Number of recordings shown at first. */
const INITIAL_COUNT = 50;

export function GalleryList({ gallery: { entries, problems } }: { readonly gallery: Gallery }) {
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
