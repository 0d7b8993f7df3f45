// The lists of remembered and published recordings on the start screen. Loaded after the first paint.

import { GalleryList } from './GalleryList.tsx';
import { RecentList } from './RecentList.tsx';
import './start-lists.css';

export function StartLists() {
  return (
    <>
      <RecentList />
      <GalleryList />
    </>
  );
}
