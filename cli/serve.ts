// `pyrograph serve`: shows a store of recordings in the browser. A local server answers what the page asks about it, and reads only.

import { memoryFile } from '../src/bytes/random-access.ts';
import { storeIn, storeTitle } from '../src/store/selection.ts';
import { TERMINATION_SIGNALS } from './output.ts';
import { defineCommand } from './command.ts';
import { builtSite, parsePort, showInBrowser } from './page-server.ts';
import { print, printMessage } from './print.ts';
import { AnswerError, isLoopback, startServer } from './server.ts';
import { OnDemandStore } from './store/on-demand-store.ts';
import { openStore } from './store/open-store.ts';
import { storeAnswers } from './store/store-answers.ts';
import { contentType } from './site.mjs';
import { reasonOf } from '../src/text/format.ts';

const SERVE_HELP = `Shows a store of recordings in the browser: its services, and how they, their functions and packages change over versions
and time.

Usage: pyrograph serve [OPTION]… --store STORE

Serves the page on this machine only, under a secret path, until you press Ctrl-C. It never changes the store, and closes it
when nobody looks, so that others can add recordings.

Options:
  --store STORE     a file such as fleet.duckdb, or a database in ClickHouse (see pyrograph store --help)
  --host ADDRESS    address to listen on, such as 0.0.0.0 for all of this machine's (default: 127.0.0.1)
  --port PORT       port to listen on (default: any free port)
  --no-browser      print the URL without opening a browser
  --help            show this help

Exit code: 0, or 2 with an error message.
`;

const OPTIONS = {
  store: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  'no-browser': { type: 'boolean', default: false },
} as const;

/** In milliseconds. Processes that add recordings wait for longer. */
const IDLE_TIME = 2000;

export const serve = defineCommand('serve', SERVE_HELP, OPTIONS, async ({ values, positionals }) => {
  const { store: argument, host } = values;
  if (argument === undefined || positionals.length > 0)
    throw new Error('Give a store with --store, such as pyrograph serve --store fleet.duckdb.');
  const path = storeIn(argument);
  const port = parsePort(values.port);
  const name = storeTitle(path);
  const store = new OnDemandStore(() => openStore(path, 'read'), IDLE_TIME);
  // Fails now if there is no such store.
  await store.use(() => Promise.resolve());
  const { files, policy } = builtSite(`<meta name="pyrograph-store" content="${escapeAttribute(name)}">`);
  for (const [question, answer] of Object.entries(storeAnswers(path, store)))
    files.set(`store/${question}`, {
      type: contentType(question === 'profile' ? 'profile' : 'answer.json'),
      content: async (query) => memoryFile(await answer(query).catch(rejectWithSentence)),
    });
  for (const signal of TERMINATION_SIGNALS) process.once(signal, () => process.exit());
  const server = await startServer(files, policy, port, host);
  const hash = `#store=${encodeURIComponent(name)}`;
  print(`${path}: ${server.address}${hash}`);
  if (!isLoopback(host))
    printMessage(`Everyone who can reach ${host} and knows this URL can read the store.`);
  if (!values['no-browser']) showInBrowser(server, hash);
  printMessage('Press Ctrl-C to stop.');
});

function rejectWithSentence(error: unknown): never {
  throw error instanceof AnswerError ? error : new AnswerError(400, reasonOf(error), { cause: error });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
