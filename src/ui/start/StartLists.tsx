// The lists of remembered and published recordings on the start screen. Loaded after the first paint.

import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { GalleryList } from './GalleryList.tsx';
import { RecentList } from './RecentList.tsx';
import './start-lists.css';

export function StartLists() {
  return (
    // Both list what others wrote; the rest of the screen works without them.
    <ErrorBoundary what="the lists of recordings">
      <RecentList />
      <GalleryList />
    </ErrorBoundary>
  );
}
