// Puts everything that the page needs at startup into one script: one request, and better compression.

/** The part of the bundler's API that is used here. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
  } | null;
}

const PAGE = /index\.html$/;

/** For `codeSplitting.groups`. */
export const firstScript = {
  name: (id: string, modules: ModuleGraph) => (isStaticallyImported(id, modules, new Set()) ? 'first' : null),
  debugName: 'the first script',
};

/** True if static imports lead from the page to the module. */
function isStaticallyImported(id: string, modules: ModuleGraph, visited: Set<string>): boolean {
  if (visited.has(id)) return false;
  visited.add(id);
  const info = modules.getModuleInfo(id);
  if (!info) return false;
  return info.isEntry
    ? PAGE.test(id)
    : info.importers.some((importer) => isStaticallyImported(importer, modules, visited));
}
