// How large the file is that was saved last; said for a while.

import { useEffect } from 'react';
import { formatBytes } from '../model/format.ts';
import { tellSaved } from '../state/save.ts';
import { useStateOf } from './use-state-of.ts';

/** In milliseconds. */
const LONG_ENOUGH = 8000;

export function Saved() {
  const saved = useStateOf((state) => state.saved);
  useEffect(() => {
    if (!saved) return undefined;
    const later = setTimeout(() => tellSaved(undefined), LONG_ENOUGH);
    return () => clearTimeout(later);
  }, [saved]);
  return (
    <output className="saved" aria-label="Saved">
      {saved && `Saved ${saved.name}, ${formatBytes(saved.size)}`}
    </output>
  );
}
