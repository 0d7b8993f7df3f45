// Parts of the page that are preloaded or load on first use, so that the initial script stays small. Scripts are divided by
// room (scripts/rooms.ts).

import { createElement, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { showProblem } from '../../state/page.ts';
import { NOT_LOADED } from '../../state/links/follow-link.ts';

export interface LazyPart<T> {
  /** Undefined until it has loaded. */
  current(): T | undefined;
  /** Loads the part once; after a failure, the next call tries again. */
  load(): Promise<T>;
}

export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const start = async () => {
    try {
      return (loaded = await load());
    } finally {
      loading = undefined;
    }
  };
  return {
    current: () => loaded,
    load: () => (loaded === undefined ? (loading ??= start()) : Promise.resolve(loaded)),
  };
}

/** A part that is already loaded, because the initial script includes it. */
export function readyPart<T>(value: T): LazyPart<T> {
  return { current: () => value, load: () => Promise.resolve(value) };
}

/** Loads the part and re-renders once it has loaded. A failure is shown to the user before `onFail` runs. */
export function useLazyPart<T>(part: LazyPart<T>, onFail?: () => void): T | undefined {
  const [, setLoaded] = useState<LazyPart<T>>();
  const fail = useEffectEvent(() => {
    showProblem(NOT_LOADED);
    onFail?.();
  });
  const drawn = part.current();
  useEffect(
    () =>
      loadUnlessDrawn(
        part,
        drawn,
        () => setLoaded(part),
        () => fail(),
      ),
    [part, drawn],
  );
  return drawn;
}

/** Loads a part that has not been drawn; it may have loaded since then. Returns a function that ignores the outcome. */
export function loadUnlessDrawn<T>(
  part: LazyPart<T>,
  drawn: T | undefined,
  onLoad: () => void,
  onFail: () => void,
): (() => void) | undefined {
  if (drawn !== undefined) return undefined;
  let isCurrent = true;
  part.load().then(
    () => isCurrent && onLoad(),
    () => isCurrent && onFail(),
  );
  return () => {
    isCurrent = false;
  };
}

/** A component of a part, drawn once the part has loaded. `onFail` is called if it cannot be loaded. */
export function lazyComponent<T, P extends object>(
  part: LazyPart<T>,
  componentOf: (loaded: T) => ComponentType<P>,
) {
  return function Lazy(props: P & { readonly onFail?: () => void }) {
    const loaded = useLazyPart(part, props.onFail);
    return loaded && createElement(componentOf(loaded), props);
  };
}
