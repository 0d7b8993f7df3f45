// The recordings beside the page, as its index lists them; each is a link that leads to the same picture for everybody.

import { useEffect, useState } from 'react';
import { linkTo, type Gallery, type GalleryEntry } from '../model/gallery.ts';
import { galleryBesidePage } from '../state/gallery.ts';
import { openLinked } from '../state/address-bar.ts';
import { formatBytes, formatDuration, formatNumberOf, formatWhen, inOneLine } from '../model/format.ts';

/** Shown before a person asks for all. */
const FIRST = 50;

export function GalleryList() {
  const gallery = useGallery();
  const [isAll, setAll] = useState(false);
  const { entries, problems } = gallery ?? { entries: [], problems: [] };
  if (entries.length + problems.length === 0) return null;
  return (
    <section className="start-list" aria-labelledby="gallery">
      <h2 id="gallery">Recordings on this site</h2>
      <ul>
        {entries.slice(0, isAll ? entries.length : FIRST).map((entry) => (
          <li key={entry.file}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      {entries.length > FIRST && !isAll && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {formatNumberOf(entries.length, 'recording')}
        </button>
      )}
      {problems.map((problem) => (
        <p key={problem} className="wrong">
          {problem}
        </p>
      ))}
    </section>
  );
}

function Entry({ entry }: { readonly entry: GalleryEntry }) {
  const hash = `#${linkTo(entry)}`;
  return (
    <a
      href={hash}
      onClick={(event) => {
        // A link to where the address bar is already leads nowhere: it may not have been opened the first time.
        if (location.hash !== hash) return;
        event.preventDefault();
        openLinked();
      }}
    >
      <strong>{entry.title}</strong>
      <span>{factsOf(entry)}</span>
    </a>
  );
}

function factsOf({ recorded, samples, duration, size, with: others = [] }: GalleryEntry): string {
  const bytes = others.reduce((sum, each) => sum + each.size, size);
  return inOneLine(
    ...(recorded === undefined ? [] : [formatWhen(Date.parse(recorded))]),
    ...(samples === undefined ? [] : [formatNumberOf(samples, 'sample')]),
    ...(duration === undefined ? [] : [formatDuration(duration * 1e9)]),
    formatBytes(bytes),
  );
}

/** Undefined before it was read, and where there is none. */
function useGallery(): Gallery | undefined {
  const [gallery, setGallery] = useState<Gallery>();
  useEffect(() => {
    let isWanted = true;
    void galleryBesidePage().then((found) => {
      if (isWanted) setGallery(found);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return gallery;
}
