// What the start screen offers besides: the recordings that lie beside the page, and those that this browser remembers.
// Loaded behind the first picture.

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
