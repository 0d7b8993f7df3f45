// Asks the server of `pyrograph serve` about its store (cli/serve.ts).

import type { FleetSource, TrendQuestion } from '../../store/fleet-source.ts';
import { fetchFile } from '../opening/fetch-file.ts';

const UNREACHABLE =
  'The server of this page cannot be reached: start pyrograph serve again, and open the URL that it prints.';

export const servedSource: FleetSource = {
  groups: () => ask('groups'),
  trends: ({ conditions, unit, subject }: TrendQuestion) =>
    ask('trends', { conditions, unit, of: subject.kind, ...('name' in subject && { name: subject.name }) }),
  names: (prefix) => ask('names', { prefix }),
  recordings: (conditions) => ask('recordings', { conditions }),
  profile: (conditions, title, signal) =>
    fetchFile(urlOf('profile', { conditions }), title, performance.now(), signal),
};

function urlOf(question: string, values: Readonly<Record<string, string>>): URL {
  return new URL(`store/${question}?${String(new URLSearchParams(values))}`, document.baseURI);
}

async function ask<T>(question: string, values: Readonly<Record<string, string>> = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(urlOf(question, values), { mode: 'same-origin' });
  } catch (error) {
    throw new Error(UNREACHABLE, { cause: error });
  }
  if (!response.ok) throw new Error((await response.text()).trim() || UNREACHABLE);
  const answer: T = await response.json();
  return answer;
}
