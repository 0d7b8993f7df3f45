// Asks the server of `pyrograph serve` about its store (cli/serve.ts).

import type { FleetSource, TrendQuestion } from '../../store/fleet-source.ts';
import { fileIn } from '../opening/fetch-file.ts';

const UNREACHABLE =
  'The server of this page cannot be reached: start pyrograph serve again, and open the URL that it prints.';

export const servedSource: FleetSource = {
  groups: () => ask('groups'),
  trends: ({ conditions, unit, subject }: TrendQuestion) =>
    ask('trends', { conditions, unit, of: subject.kind, ...('name' in subject && { name: subject.name }) }),
  names: (prefix) => ask('names', { prefix }),
  recordings: (conditions) => ask('recordings', { conditions }),
  profile: async (conditions, title, signal) =>
    fileIn(await answered('profile', { conditions }, signal), title, performance.now()),
};

async function ask<T>(question: string, values: Readonly<Record<string, string>> = {}): Promise<T> {
  const answer: T = await (await answered(question, values)).json();
  return answer;
}

/** Rejects with the server's sentence if it cannot answer. */
async function answered(
  question: string,
  values: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Response> {
  const url = new URL(`store/${question}?${String(new URLSearchParams(values))}`, document.baseURI);
  let response: Response;
  try {
    response = await fetch(url, { mode: 'same-origin', signal: signal ?? null });
  } catch (error) {
    throw new Error(UNREACHABLE, { cause: error });
  }
  if (!response.ok) throw new Error((await response.text()).trim() || UNREACHABLE);
  return response;
}
