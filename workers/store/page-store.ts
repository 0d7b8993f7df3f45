// Opens a store in ClickHouse for the page, and answers what the Store screen asks about it. Loaded on demand.

import * as Comlink from 'comlink';
import type { FleetAnswers } from '../../src/store/fleet-source.ts';
import { StoreReader } from '../../src/store/reader.ts';
import { fleetAnswers } from './fleet-answers.ts';
import { LoginProblem, PageClickHouse } from './page-clickhouse.ts';

/** True once the policy of this worker has forbidden a request. */
let isForbidden = false;
addEventListener('securitypolicyviolation', () => {
  isForbidden = true;
});

/** Answers on `port`. Returns why the login failed; undefined if it succeeded. */
export async function openPageStore(
  address: string,
  password: string,
  port: MessagePort,
): Promise<string | undefined> {
  const reader = new StoreReader(address, new PageClickHouse(address, password, () => isForbidden));
  try {
    await reader.requireSchema();
  } catch (error) {
    if (error instanceof LoginProblem) return error.message;
    throw error;
  }
  const answers = fleetAnswers(address, (work) => work(reader));
  const shared: FleetAnswers = {
    ...answers,
    profile: async (conditions) => {
      const content = await answers.profile(conditions);
      return Comlink.transfer(content, [content.buffer]);
    },
  };
  Comlink.expose(shared, port);
  return undefined;
}
