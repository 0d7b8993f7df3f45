// `pyrograph open`: shows a recording and its symbol files in the browser. A local server sends the ranges that the
// page requests, so nothing is copied before it is needed.

import { basename } from 'node:path';
import { memoryFile } from '../src/bytes/random-access.ts';
import { GALLERY_INDEX, galleryLink, type GalleryEntry, type GalleryIndex } from '../src/sharing/gallery.ts';
import { SOURCE_NAME } from '../src/symbols/companion-kind.ts';
import { reasonOf } from '../src/text/format.ts';
import { sniff } from '../workers/reading/sniff.ts';
import { companionsOf, LOOKUP_OPTIONS, OPENING_HELP, searchRootOf } from './opening.ts';
import { defineCommand } from './command.ts';
import { diagnoseInBackground } from './finding-lines.ts';
import { TERMINATION_SIGNALS } from './output.ts';
import type { FoundSource, SearchRoot } from './search-root.ts';
import { builtSite, parsePort, showInBrowser } from './page-server.ts';
import { spool } from './private-files.ts';
import { startServer, type ServedFile } from './server.ts';
import { contentType } from './site.mjs';
import { SNIFF_BYTES, sourcesOf } from './source.ts';
import { print, printMessage } from './print.ts';
import { guardContent } from './guard-content.ts';

const OPEN_HELP = `Opens a recording in the browser.

Usage: pyrograph open [OPTION]… FILE…

${OPENING_HELP.files}

Serves the page and the files on this machine only, under a secret path, until you press Ctrl-C. Stdin is stored in a
private file until then.

Options:
  --port PORT       port to listen on (default: any free port)
  --view VIEW       open at this view: a link to the recording, or its part after the #
  --no-browser      print the URL without opening a browser
  --no-lines        make no line table of a perf.data with copied stacks (see pyrograph help pack)
  --no-sources      leave out the source files of the recorded functions, which come with a line table
  --no-lookup       use only the given files
  --symfs DIR       treat DIR as the root directory of the recorded machine; use / to trust the local files
  --help            show this help

Exit code: 0, or 2 with an error message if nothing can be opened.
`;

const [GALLERY_FOLDER] = GALLERY_INDEX.split('/');
const BYTES = 'application/octet-stream';

const OPTIONS = {
  ...LOOKUP_OPTIONS,
  port: { type: 'string', default: '0' },
  view: { type: 'string', default: '' },
  'no-browser': { type: 'boolean', default: false },
  'no-lines': { type: 'boolean', default: false },
  'no-sources': { type: 'boolean', default: false },
} as const;

export const open = defineCommand('open', OPEN_HELP, OPTIONS, async ({ values, positionals }) => {
  const root = searchRootOf(values);
  const port = parsePort(values.port);
  if (positionals.length === 0) throw new Error('Missing FILE. Usage: pyrograph open [OPTION]… FILE…');
  const { view, 'no-browser': hidesBrowser } = values;
  const wanted = { lines: !values['no-lines'], sources: !values['no-sources'] };
  const given = await openPaths(positionals, { root, port, hidesBrowser, view: viewInLink(view), wanted });
  const { symfs, 'no-lookup': usesOnlyGiven } = values;
  const lookup = [
    ...(usesOnlyGiven ? ['--no-lookup'] : []),
    ...(symfs === undefined ? [] : ['--symfs', symfs]),
  ];
  diagnoseInBackground(
    given.map(({ path, name }) => path ?? name),
    lookup,
  );
});

interface Opening {
  /** Where to look for symbol files; undefined to use only the given files. */
  readonly root: SearchRoot | undefined;
  /** 0 for any free port. */
  readonly port?: number;
  readonly hidesBrowser?: boolean;
  /** The view to open at: the part of a link that describes it; empty for the initial view. */
  readonly view?: string;
  /** By default, both. */
  readonly wanted?: { readonly lines: boolean; readonly sources: boolean };
}

/** Serves the page with these files until a signal ends the program. Returns the files, the recording first. */
export async function openPaths(
  paths: readonly string[],
  { root, port = 0, hidesBrowser = false, view = '', wanted = { lines: true, sources: true } }: Opening,
): Promise<readonly FoundSource[]> {
  const { files, policy } = builtSite();
  // Exiting removes the process's temporary files.
  for (const signal of TERMINATION_SIGNALS) process.once(signal, () => process.exit());
  let given: FoundSource[] = [];
  for (const each of sourcesOf(paths)) given.push(await spool(each));
  given = await putRecordingFirst(given);
  const server = await startServer(files, policy, port);
  const hash = `#${[galleryLink(entryOf(given)), view].filter((part) => part !== '').join('&')}`;
  // The browser starts in the meantime and waits for the index.
  const index = addRecording(files, given, root, wanted);
  print(`${paths.join(', ')}: ${server.address}${hash}`);
  if (!hidesBrowser) showInBrowser(server, hash);
  const found = await index;
  const used = found === 1 ? '1 symbol file' : `${found} symbol files`;
  printMessage(`${found === 0 ? '' : `Using ${used}. `}Press Ctrl-C to stop.`);
  return given;
}

/** The page shows the name of the first file while loading; in a folder, any file may be the recording. */
async function putRecordingFirst(given: readonly FoundSource[]): Promise<FoundSource[]> {
  for (const source of given)
    if ((await sniff(source, SNIFF_BYTES)).kind === 'recording')
      return [source, ...given.filter((other) => other !== source)];
  return [...given];
}

/**
 * Serves the recording and, once its symbol files are found, the index of all files. Returns the number of symbol files
 * found.
 */
async function addRecording(
  files: Map<string, ServedFile>,
  given: readonly FoundSource[],
  root: SearchRoot | undefined,
  wanted: Opening['wanted'],
): Promise<number> {
  const add = (source: FoundSource, i: number) => {
    // Symbol files may grow: a running program appends to its perf map.
    const content = guardContent(source, i >= given.length, () =>
      printMessage(`${source.name} has changed since it was opened and is no longer served: open it again.`),
    );
    files.set(`${GALLERY_FOLDER}/${i}`, { type: BYTES, content });
  };
  given.forEach(add);
  const finding = findCompanions(given, root, wanted).then((found) => {
    found.forEach((source, i) => add(source, given.length + i));
    return found;
  });
  const index = finding.then((found) => {
    const written: GalleryIndex = { recordings: [entryOf([...given, ...found])] };
    return memoryFile(new TextEncoder().encode(JSON.stringify(written)));
  });
  files.set(GALLERY_INDEX, { type: contentType(GALLERY_INDEX), content: () => index });
  return (await finding).filter(({ name }) => !SOURCE_NAME.test(name)).length;
}

/** Never rejects: the page can open the recording without symbol files, and reports errors in the recording. */
async function findCompanions(
  given: readonly FoundSource[],
  root: SearchRoot | undefined,
  wanted: Opening['wanted'],
): Promise<FoundSource[]> {
  try {
    return root ? await companionsOf(given, root, wanted) : [];
  } catch (error) {
    printMessage(`Could not look for symbol files: ${reasonOf(error)}.`);
    return [];
  }
}

function entryOf([recording, ...others]: readonly FoundSource[]): GalleryEntry {
  const companions = others.map(({ name, size }, i) => ({ file: `${i + 1}`, size, name }));
  return { file: '0', size: recording.size, title: basename(recording.name), with: companions };
}

/** Keys that lead to a recording, or name it. */
const RECORDING_KEYS = /^(?:profileURL|profileIndex|title|profile|example|recording)=/;

/** The part of a link after the `#` without what leads to a recording, for a page that has one. */
export function viewInLink(link: string): string {
  const fragment = link.slice(link.indexOf('#') + 1);
  return fragment
    .split('&')
    .filter((part) => part !== '' && !RECORDING_KEYS.test(part))
    .join('&');
}
