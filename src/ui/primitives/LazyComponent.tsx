// A component whose code loads when it is first shown.

import { createElement, type ComponentType } from 'react';
import { useLazyPart, type LazyPart } from './lazy-part.ts';

interface Props<P> {
  readonly part: LazyPart<ComponentType<P>>;
  readonly given: P;
  readonly onFail?: () => void;
}

export function LazyComponent<P extends object>({ part, given, onFail }: Props<P>) {
  const Component = useLazyPart(part, onFail);
  return Component && createElement(Component, given);
}
