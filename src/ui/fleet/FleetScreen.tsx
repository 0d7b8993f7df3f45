// The start screen of a page with a store of recordings: its services, and the trends of one of them.

import { changeFleetView, readFleetView } from '../../state/fleet/fleet-view.ts';
import { fromWebAddress, isWebAddress } from '../../store/clickhouse-address.ts';
import { formatNumberOf } from '../../text/format.ts';
import { useAppState } from '../primitives/use-app-state.ts';
import { OpenButton } from '../start/OpenButton.tsx';
import { ServiceList } from './ServiceList.tsx';
import { ServiceTrends } from './ServiceTrends.tsx';
import { servicesIn } from './services.ts';
import { useAnswer } from './use-answer.ts';
import { Waiting } from './Waiting.tsx';
import './fleet.css';

export function FleetScreen() {
  const link = useAppState((state) => state.fleetLink ?? '');
  const view = readFleetView(link);
  const asked = useAnswer(view.store, '', (source) => source.groups());
  const services = servicesIn(asked.answer ?? []);
  const shown = services.find(({ name }) => name === view.service) ?? services.at(0);
  const recordings = services.reduce((sum, each) => sum + each.recordings, 0);
  return (
    <main tabIndex={-1} className="fleet">
      <header className="row wrap">
        <h1 className="break-anywhere" title={view.store}>
          {headingOf(view.store)}
        </h1>
        {asked.answer && (
          <span className="muted">
            {formatNumberOf(recordings, 'recording')} of {formatNumberOf(services.length, 'service')}
          </span>
        )}
        <span className="push-end">
          <OpenButton label="Open a file" />
        </span>
      </header>
      {asked.answer ? (
        <ServiceList
          services={services}
          shown={shown?.name ?? ''}
          onChoose={(service) => changeFleetView({ service })}
        />
      ) : (
        <Waiting {...asked} />
      )}
      {shown ? (
        <ServiceTrends key={shown.name} view={view} service={shown.name} />
      ) : (
        asked.answer && <EmptyStore store={view.store} />
      )}
    </main>
  );
}

/** `fleet.duckdb`, or `fleet at HOST:8443`. */
function headingOf(store: string): string {
  if (!isWebAddress(store) || !URL.canParse(store)) return store;
  const { pathname, host } = new URL(store);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}

function terminalName(store: string): string {
  return isWebAddress(store) ? fromWebAddress(store) : store;
}

function EmptyStore({ store }: { readonly store: string }) {
  return (
    <p>
      The store has no recordings yet: add some with{' '}
      <code>
        pyrograph store add --to {terminalName(store)} --label service=NAME --label version=1.0 perf.data
      </code>
      .
    </p>
  );
}
