// What a store answered to a question.

import { useEffect, useEffectEvent, useState } from 'react';
import type { FleetSource } from '../../store/fleet-source.ts';
import { fleetSource } from '../../state/fleet/fleet-sources.ts';
import { reasonOf } from '../../text/format.ts';

export interface Asked<T> {
  /** The last answer, until the next one arrives. */
  readonly answer?: T | undefined;
  /** Why there is none. */
  readonly problem?: string | undefined;
  readonly isPending: boolean;
  /** Asks again. */
  readonly retry: () => void;
}

interface Outcome<T> {
  readonly question: string;
  readonly answer?: T | undefined;
  readonly problem?: string | undefined;
}

/** `key` identifies the question. */
export function useAnswer<T>(store: string, key: string, ask: (source: FleetSource) => Promise<T>): Asked<T> {
  const [outcome, setOutcome] = useState<Outcome<T>>();
  const [attempt, setAttempt] = useState(0);
  const question = JSON.stringify([store, key, attempt]);
  const answerTo = useEffectEvent(() => ask(fleetSource(store)));
  useEffect(() => {
    let isCurrent = true;
    const finish = (next: Outcome<T>) => isCurrent && setOutcome(next);
    void (async () => {
      try {
        finish({ question, answer: await answerTo() });
      } catch (error) {
        finish({ question, problem: reasonOf(error) });
      }
    })();
    return () => {
      isCurrent = false;
    };
  }, [question]);
  return {
    ...outcome,
    isPending: outcome?.question !== question,
    retry: () => {
      setOutcome(undefined);
      setAttempt(attempt + 1);
    },
  };
}
