// A dialog whose code loads when it is first opened.

import type { ComponentType } from 'react';
import { useLazyPart, type LazyPart } from './lazy-part.ts';

interface Closable {
  /** Also called when the dialog's code could not be loaded. */
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
