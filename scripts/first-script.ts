// All that the page needs before it runs is one script: it comes with one request, and packs better than its parts.

/** What the bundler tells of a module. */
interface Modules {
  readonly getModuleInfo: (id: string) => {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
  } | null;
}

const PAGE = /index\.html$/;

/** For `codeSplitting.groups`. */
export const firstScript = {
  name: (id: string, modules: Modules) => (isInFirst(id, modules, new Set()) ? 'first' : null),
  debugName: 'the first script',
};

/** Whether the page imports the module, itself or through others, and not only when something asks for it. */
function isInFirst(id: string, modules: Modules, asked: Set<string>): boolean {
  if (asked.has(id)) return false;
  asked.add(id);
  const info = modules.getModuleInfo(id);
  if (!info) return false;
  return info.isEntry ? PAGE.test(id) : info.importers.some((each) => isInFirst(each, modules, asked));
}
