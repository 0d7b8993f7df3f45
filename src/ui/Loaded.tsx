// A part of the page that most visits do without: loaded when somebody asks for it.

import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { sayProblem } from '../state/actions.ts';

interface Props<P> {
  readonly load: () => Promise<{ readonly default: ComponentType<P> }>;
  readonly given: P;
  /** Called when it cannot be loaded, which is said: there is another build of the site by now, or no network. */
  readonly giveUp: () => void;
}

export function Loaded<P extends object>({ load, given, giveUp }: Props<P>) {
  const [part, setPart] = useState<{ readonly default: ComponentType<P> }>();
  const fail = useEffectEvent(() => {
    sayProblem(
      'This part of the page cannot be loaded: there is a newer one, or no network. Load the page again.',
    );
    giveUp();
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
  return part && <part.default {...given} />;
}
