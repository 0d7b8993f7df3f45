// Divides the built scripts into a few rooms by when they are loaded, instead of one script for each part that loads on demand:
// fewer requests, and better compression. A module that several rooms need is in the first of them.

/** The part of the bundler's API that is used here. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
  } | null;
}

/** An entry of `codeSplitting.groups`: the modules, and what they import statically. */
interface Room {
  readonly name: string | ((id: string, modules: ModuleGraph) => string | null);
  readonly test?: RegExp;
  readonly priority: number;
}

const PAGE = /index\.html$/;

/** Rooms of the page. */
export const pageRooms = inOrder([
  ['first', importedBy(PAGE)],
  // The start screen.
  ['start', /\/src\/ui\/start\/(?:StartLists|RecordingGuide)\.tsx$/],
  // Loaded while the page is idle, or with a recording.
  ['workspace', /\/src\/ui\/rooms\/workspace\.ts$/],
  [
    'panels',
    /\/src\/(?:state\/links\/linked-view|canvas\/colors\/cost-coloring|ui\/(?:rooms\/panels|flame\/Tooltip))\.tsx?$/,
  ],
  ['views', /\/src\/ui\/rooms\/views\.ts$/],
  // Loaded on first use.
  ['lines', /\/src\/ui\/rooms\/lines\.ts$/],
  ['compare', /\/src\/(?:ui\/rooms\/compare|state\/\w+\/(?:compar|received)[\w-]*)\.ts$/],
  ['fleet', /\/src\/(?:ui\/rooms\/fleet|state\/fleet\/(?!fleet-link)[\w-]*)\.ts$/],
  ['dialogs', /\/src\/ui\/(?:rooms\/dialogs|share\/view-svg)\.ts$/],
]);

/** Rooms of each worker. */
export const workerRooms = inOrder([
  ['first', importedBy(/\.worker\.ts$/)],
  // Readers and what else the first picture may need, loaded at the start of the worker.
  [
    'perf-data',
    /\/(?:workers\/(?:reading\/(?:perf-data|archive|missing-symbols)|mending)|src\/python\/thread-titles)\.ts$/,
  ],
  ['decoders', /\/src\/bytes\/(?:gzip|zstd|xz|utf-16)\.ts$/],
  // Also loaded when the worker starts, because the first picture of a mended recording needs some of it.
  ['worker-views', /\/(?:src\/(?:calltree|filters)\/|workers\/(?:views\/|diagnosis\.))[\w-./]*ts$/],
  // Loaded on first use.
  ['worker-compare', /\/workers\/compare\/[\w-]+\.ts$/],
  ['export', /\/workers\/export\/[\w-]+\.ts$/],
  ['worker-store', /\/workers\/store\/page-store\.ts$/],
]);

/**
 * Rooms of the command line: Node takes about a millisecond to find and load each script. The entry is in none: it is not
 * done until its command is, so commands cannot import it.
 */
export const terminalRooms = inOrder([
  ['first', /\/cli\/main\.ts$/],
  // Opens a recording.
  ['opening', /\/cli\/opening\.ts$/],
  ['diagnosis', /\/workers\/diagnosis\.ts$/],
  // What `top` needs, among others.
  ['views', /\/cli\/top\.ts$/],
]);

function inOrder(rooms: readonly (readonly [string, RegExp | Room['name']])[]): Room[] {
  return rooms.map(([name, modules], i) => {
    const priority = rooms.length - i;
    return modules instanceof RegExp ? { name, test: modules, priority } : { name: modules, priority };
  });
}

/** The modules to which static imports lead from an entry. */
function importedBy(entry: RegExp): Room['name'] {
  const isImported = (id: string, modules: ModuleGraph, visited: Set<string>): boolean => {
    if (visited.has(id)) return false;
    visited.add(id);
    const info = modules.getModuleInfo(id);
    if (!info) return false;
    if (info.isEntry) return entry.test(id);
    return info.importers.some((importer) => isImported(importer, modules, visited));
  };
  return (id, modules) => (isImported(id, modules, new Set()) ? 'first' : null);
}
