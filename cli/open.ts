// `pyrograph open`: a recording in the browser, with the files that name its code, which a server for this machine alone
// hands out part by part: nothing is copied before it is needed.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFile } from '../src/bytes/random-access.ts';
import { GALLERY_INDEX, linkTo, type GalleryEntry, type GalleryIndex } from '../src/model/gallery.ts';
import { reasonOf } from '../src/model/reason.ts';
import { sniff } from '../workers/sniff.ts';
import { hasBrowser, openInBrowser } from './browser.mjs';
import { companionsOf, FILES_HELP, LOOKUP_OPTIONS, placeOf } from './opening.ts';
import { optionsOf, print, say } from './options.ts';
import { ENDING } from './output.ts';
import type { FoundSource, Place } from './place.ts';
import { redirectFile } from './redirect-file.ts';
import { startServer, type Served, type StartedServer } from './server.ts';
import { contentType, policyOfPage } from './site.mjs';
import { sourcesOf } from './source.ts';
import { spooled } from './spool.ts';
import { unchanged } from './unchanged.ts';
import { UsageError } from './usage-error.ts';
import { HEAD } from './wanted.ts';

const OPEN_HELP = `Opens a recording in the browser.

Usage: pyrograph open [OPTION]… FILE…

${FILES_HELP}

The page comes from this program, which serves it and these files to the browser of this machine alone, under a path
that nobody can guess, until Ctrl-C ends it. Standard input is kept in a file for as long.

Options:
  --port PORT       serve there (default: any free port)
  --no-browser      only print the address
  --no-lookup       hand over only the files that are given
  --symfs DIR       look into DIR as if it were the root of the recorded machine; / takes this machine for it
  --help            print this

Exit: 0, or 2 with one sentence when there is nothing that can be opened.
`;

/** The built page, beside the built program. */
const SITE = fileURLToPath(new URL('../dist/', import.meta.url));
const [GALLERY_FOLDER] = GALLERY_INDEX.split('/');
const BYTES = 'application/octet-stream';

export async function open(args: string[]): Promise<number> {
  const { values, positionals } = optionsOf('open', args, {
    ...LOOKUP_OPTIONS,
    port: { type: 'string', default: '0' },
    'no-browser': { type: 'boolean', default: false },
  });
  if (values.help) {
    process.stdout.write(OPEN_HELP);
    return 0;
  }
  const place = placeOf(values);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port < 2 ** 16)) throw new UsageError(`There is no port ${values.port}: choose one up to 65535.`);
  if (positionals.length === 0) throw new UsageError('Which file? Usage: pyrograph open [OPTION]… FILE…');
  const files = siteFiles(SITE);
  const policy = policyOfPage(readFileSync(join(SITE, 'index.html'), 'utf8'));
  if (policy === undefined)
    throw new UsageError(`${SITE}index.html is not the page of this program: build it again.`);
  // What is kept for this process is removed with it.
  for (const signal of ENDING) process.once(signal, () => process.exit(0));
  let given: FoundSource[] = [];
  for (const each of sourcesOf(positionals)) given.push(await spooled(each));
  given = await recordingFirst(given);
  const server = await startServer(files, policy, port);
  const hash = `#${linkTo(entryOf(given))}`;
  // The browser starts meanwhile, and waits for the index.
  const index = addRecording(files, given, place);
  print(`${positionals.join(', ')}: ${server.address}${hash}`);
  if (!values['no-browser']) showInBrowser(server, hash);
  const found = await index;
  const names = found === 1 ? '1 file that names' : `${found} files that name`;
  say(`${found === 0 ? '' : `With ${names} its code. `}Ctrl-C ends this.`);
  return new Promise(() => {});
}

/** The address was printed: where it cannot be handed over in private, the user has to open it. */
function showInBrowser(server: StartedServer, hash: string): void {
  if (!hasBrowser()) return;
  try {
    const file = redirectFile(server.once(hash, () => file.remove()));
    openInBrowser(file.path);
  } catch (error) {
    say(
      `The browser was not started, since its page could not be written (${reasonOf(error)}): open the address above.`,
    );
  }
}

/** The page says what it fetches by the name of the first one; in a folder it may be any. */
async function recordingFirst(given: readonly FoundSource[]): Promise<FoundSource[]> {
  for (const source of given)
    if ((await sniff(source, HEAD)).kind === 'recording')
      return [source, ...given.filter((other) => other !== source)];
  return [...given];
}

/** The built page's files, by their path in it. */
function siteFiles(site: string): Map<string, Served> {
  const files = new Map<string, Served>();
  if (!existsSync(join(site, 'index.html')))
    throw new UsageError(`The page is not in ${site}: npm run build puts it there.`);
  for (const path of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    const where = join(site, path);
    // A gallery may lie there: its recordings are not those that were asked for.
    if (path.startsWith(GALLERY_FOLDER) || !statSync(where).isFile()) continue;
    const content = () => memoryFile(new Uint8Array(readFileSync(where)));
    files.set(path.replaceAll('\\', '/'), { type: contentType(path), content });
  }
  // The address is another one the next time: what a browser kept for use offline would never be used.
  const html = readFileSync(join(site, 'index.html'), 'utf8').replace(/<link rel="service-worker"[^>]*>/, '');
  files.delete('service-worker.js');
  const page = memoryFile(new TextEncoder().encode(html));
  return files.set('', { type: contentType('index.html'), content: () => page });
}

/** Serves the recording, and as soon as it is known the index that names all files with it. Says how many were found. */
async function addRecording(
  files: Map<string, Served>,
  given: readonly FoundSource[],
  place: Place | undefined,
): Promise<number> {
  const add = (source: FoundSource, i: number) => {
    // Maps of a program that still runs grow.
    const content = unchanged(source, i >= given.length, () =>
      say(`${source.name} has changed since it was opened, and is not served any more: open it again.`),
    );
    files.set(`${GALLERY_FOLDER}/${i}`, { type: BYTES, content });
  };
  given.forEach(add);
  const finding = foundFor(given, place).then((found) => {
    found.forEach((source, i) => add(source, given.length + i));
    return found;
  });
  const index = finding.then((found) => {
    const written: GalleryIndex = { recordings: [entryOf([...given, ...found])] };
    return memoryFile(new TextEncoder().encode(JSON.stringify(written)));
  });
  files.set(GALLERY_INDEX, { type: contentType(GALLERY_INDEX), content: () => index });
  return (await finding).length;
}

/** A recording that cannot be read is for the page to say. */
async function foundFor(given: readonly FoundSource[], place: Place | undefined): Promise<FoundSource[]> {
  try {
    return place ? await companionsOf(given, place) : [];
  } catch (error) {
    say(`The files that name its code could not be looked for: ${reasonOf(error)}.`);
    return [];
  }
}

function entryOf([recording, ...others]: readonly FoundSource[]): GalleryEntry {
  const beside = others.map(({ name, size }, i) => ({ file: `${i + 1}`, size, name }));
  return { file: '0', size: recording.size, title: basename(recording.name), with: beside };
}
