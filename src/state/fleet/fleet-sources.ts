// The store that a link names, with the answers that it has given since the page was loaded.

import { isWebAddress } from '../../store/clickhouse-address.ts';
import type { FleetSource, TrendQuestion } from '../../store/fleet-source.ts';
import { askedSource } from './asked-source.ts';
import { servedFleetLink } from './fleet-link.ts';
import { readFleetView } from './fleet-view.ts';
import { servedSource } from './served-source.ts';

const SOURCES = new Map<string, FleetSource>();

/** Throws a sentence for a store that the page cannot ask. */
export function fleetSource(store: string): FleetSource {
  const known = SOURCES.get(store);
  if (known) return known;
  const source = withMemory(sourceNamed(store));
  SOURCES.set(store, source);
  return source;
}

function sourceNamed(store: string): FleetSource {
  if (store === '' || isWebAddress(store)) return askedSource(store);
  const served = servedFleetLink();
  if (served === undefined || store !== readFleetView(served).store)
    throw new Error(
      `This page is not served with the store ${store}: run pyrograph serve --store ${store}, and open the URL that it prints.`,
    );
  return servedSource;
}

function withMemory(source: FleetSource): FleetSource {
  return {
    ...source,
    groups: remembered(() => source.groups()),
    trends: remembered((question: TrendQuestion) => source.trends(question)),
    names: remembered((prefix: string) => source.names(prefix)),
  };
}

/** Failed questions are asked again. */
function remembered<A extends readonly unknown[], T>(ask: (...args: A) => Promise<T>): typeof ask {
  const answers = new Map<string, Promise<T>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? ask(...args);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}
