// A dialog whose code loads when it is first opened.

import type { ComponentType } from 'react';
import { useLazyPart, type LazyPart } from './lazy-part.ts';

interface Closable {
  /** Also called if the code of the dialog fails to load. */
  readonly onClose: () => void;
}

export type DialogPart<P> = LazyPart<{ readonly Component: ComponentType<P & Closable> }>;

interface Props<P> extends Closable {
  readonly part: DialogPart<P>;
  readonly given: P;
}

export function LazyDialog<P extends object>({ part, given, onClose }: Props<P>) {
  const loaded = useLazyPart(part, onClose);
  return loaded && <loaded.Component {...given} onClose={onClose} />;
}
