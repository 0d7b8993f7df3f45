// Asks ClickHouse itself about a store, from a worker: no server of ours is needed.

import * as Comlink from 'comlink';
import { canceledError } from '../../async/answers.ts';
import { fromWebAddress } from '../../store/clickhouse-address.ts';
import type { FleetAnswers, FleetSource } from '../../store/fleet-source.ts';
import { SessionWorker } from '../engine/session-worker.ts';
import { allowedHosts } from '../opening/fetching.ts';
import { askPassword } from './store-login.ts';

/** `store` is as in the link. Throws a sentence if the page may not ask it. */
export function askedSource(store: string): FleetSource {
  const address = fromWebAddress(store);
  const asked = new AskedStore(new URL(store), address);
  return {
    groups: () => asked.answer((answers) => answers.groups()),
    trends: (question) => asked.answer((answers) => answers.trends(question)),
    names: (prefix) => asked.answer((answers) => answers.names(prefix)),
    recordings: (conditions) => asked.answer((answers) => answers.recordings(conditions)),
    profile: async (conditions, title, signal) => {
      const cancel = () => asked.cancel();
      signal.addEventListener('abort', cancel);
      try {
        const content = await asked.answer((answers) => answers.profile(conditions));
        return new File([content], title, { lastModified: 0 });
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
  };
}

interface OpenStore {
  readonly worker: SessionWorker;
  readonly answers: FleetAnswers;
}

class AskedStore {
  private readonly url: URL;
  private readonly address: string;
  /** The last one that the server accepted, or that the user gave. */
  private password = '';
  private opening: Promise<OpenStore> | undefined;

  constructor(url: URL, address: string) {
    requireAllowed(url);
    this.url = url;
    this.address = address;
  }

  async answer<T>(ask: (answers: FleetAnswers) => Promise<T>): Promise<T> {
    const opening = (this.opening ??= this.open());
    const { worker, answers } = await opening;
    try {
      return await worker.answers.wait(ask(answers));
    } finally {
      // The next question starts another worker if this one crashed.
      if (worker.answers.hasFailed && this.opening === opening) this.opening = undefined;
    }
  }

  /** The worker cannot stop what it does; the next question starts another. */
  cancel(): void {
    const { opening } = this;
    this.opening = undefined;
    opening?.then(
      ({ worker }) => end(worker, canceledError()),
      () => {},
    );
  }

  private async open(): Promise<OpenStore> {
    const worker = new SessionWorker();
    try {
      for (;;) {
        const { port1, port2 } = new MessageChannel();
        const opened = worker.session.openStore(
          this.address,
          this.password,
          Comlink.transfer(port2, [port2]),
        );
        const reason = await worker.answers.wait(opened);
        if (reason === undefined) return { worker, answers: Comlink.wrap<FleetAnswers>(port1) };
        const { host, searchParams } = this.url;
        this.password = await askPassword({ user: searchParams.get('user') ?? 'default', host, reason });
      }
    } catch (error) {
      this.opening = undefined;
      end(worker, canceledError());
      throw error;
    }
  }
}

function end(worker: SessionWorker, reason: Error): void {
  worker.end();
  worker.answers.fail(reason);
}

/** The owner of the page names its stores, so that no link leads the page to another server. */
function requireAllowed({ origin, protocol, hostname }: URL): void {
  const allowed = allowedHosts();
  if (allowed && !allowed.includes(origin) && origin !== location.origin)
    throw new Error(
      `This page may not ask ${origin}: its owner can build it with PYROGRAPH_STORES=${origin} (see “Hosting” in the documentation).`,
    );
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (location.protocol === 'https:' && protocol === 'http:' && !isLocal)
    throw new Error(`A page on https cannot ask ${origin}: use https for the store, too.`);
}
