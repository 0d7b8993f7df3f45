// Links that open a source line in an editor. Paths come from recordings, so nothing in them may become more than a path.

/** How lines are opened, as the user set it. */
export interface EditorSetting {
  /** A link with `{path}` and `{line}`; '' for none. */
  readonly link: string;
  /** Recorded paths that begin with `from` begin with `to` on the user's machine. */
  readonly from: string;
  readonly to: string;
}

export const NO_EDITOR: EditorSetting = { link: '', from: '', to: '' };

/** Each of these registers its own kind of link. */
export const EDITORS: readonly { readonly name: string; readonly link: string }[] = [
  { name: 'VS Code', link: 'vscode://file/{path}:{line}' },
  { name: 'VSCodium', link: 'vscodium://file/{path}:{line}' },
  { name: 'Cursor', link: 'cursor://file/{path}:{line}' },
  { name: 'Zed', link: 'zed://file/{path}:{line}' },
  { name: 'PyCharm', link: 'pycharm://open?file={path}&line={line}' },
  { name: 'Sublime Text', link: 'subl://open?url=file://{path}&line={line}' },
];

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** Links of these run code or show a page of this site. */
const UNSAFE_SCHEMES = new Set([
  'javascript',
  'data',
  'vbscript',
  'blob',
  'filesystem',
  'about',
  'view-source',
]);

/** What is wrong with a link that the user entered; undefined if nothing is. */
export function editorLinkProblem(link: string): string | undefined {
  const [, scheme] = SCHEME.exec(link) ?? [];
  if (scheme === undefined) return 'It must begin with the name of the editor and ://, as in vscode://.';
  if (UNSAFE_SCHEMES.has(scheme.toLowerCase())) return `Links with ${scheme}: open no editor.`;
  return link.includes('{path}') ? undefined : 'It must contain {path}.';
}

/** The name of the editor in the setting; a general word for other links. */
export function editorName({ link }: EditorSetting): string {
  return EDITORS.find((each) => each.link === link)?.name ?? 'editor';
}

/** The link to a line of a recorded file. Undefined without an editor, and for code that is in no file, such as `<string>`. */
export function editorLink(
  { link, from, to }: EditorSetting,
  path: string,
  line: number,
): string | undefined {
  if (link === '' || editorLinkProblem(link) !== undefined || path.startsWith('<')) return undefined;
  const isMoved = from !== '' && path.startsWith(from);
  const local = isMoved ? to + path.slice(from.length) : path;
  const isAbsolute = /^(?:\/|[a-z]:[/\\])/i.test(local);
  if (!isAbsolute && !isMoved) return undefined;
  const encoded = local
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .split(/[/\\]/)
    .map(encodeURIComponent)
    .join('/')
    // The drive of a Windows path.
    .replace(/^([a-z])%3A/i, '$1:');
  return link.replace(/((?<!\/)\/)?\{path\}|\{line\}/g, (found, slash: string | undefined) => {
    if (found === '{line}') return String(line);
    // In vscode://file/{path}, the slash is also that of the path.
    return slash === '/' && encoded.startsWith('/') ? encoded : `${slash ?? ''}${encoded}`;
  });
}
