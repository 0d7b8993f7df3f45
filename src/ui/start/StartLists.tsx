// The lists of remembered and published recordings on the start screen. Loaded after the first paint.

import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { Gallery } from '../../sharing/gallery.ts';
import { fetchGallery } from '../../state/opening/gallery.ts';
import { recents, type Recent } from '../../state/opening/recent.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { GalleryList } from './GalleryList.tsx';
import { RecentList } from './RecentList.tsx';
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
