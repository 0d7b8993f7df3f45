// A dialog that most visits do without: loaded when somebody asks for it.

import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { sayProblem } from '../state/actions.ts';

interface Part<P> {
  readonly default: ComponentType<P & Closable>;
}

interface Closable {
  /** Also called when it cannot be loaded, which is said: there is another build of the site by now, or no network. */
  readonly onClose: () => void;
}

interface Props<P> extends Closable {
  readonly load: () => Promise<Part<P>>;
  readonly given: P;
}

export function Loaded<P extends object>({ load, given, onClose }: Props<P>) {
  const [part, setPart] = useState<Part<P>>();
  const fail = useEffectEvent(() => {
    sayProblem(
      'This part of the page cannot be loaded: there is a newer one, or no network. Load the page again.',
    );
    onClose();
  });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setPart(loaded),
      () => isWanted && fail(),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return part && <part.default {...given} onClose={onClose} />;
}
