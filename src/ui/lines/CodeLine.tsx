// A line of source code in colors, and the link that opens it in the user's editor.

import type { PythonSource } from './python-source.ts';
import { sourcePathOf } from '../../model/lines.ts';
import { setEditorDialogOpen } from '../../state/page.ts';
import { editorLink, editorName } from '../../text/editor-link.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly source: PythonSource;
  readonly line: number;
  /** True to omit the indentation. */
  readonly isTrimmed?: boolean;
}

export function CodeLine({ source, line, isTrimmed = false }: Props) {
  const tokens = source.tokensOf(line);
  return (
    <code>
      {tokens.map(({ text, className }, i) => (
        <span key={i} className={className}>
          {i === 0 && isTrimmed ? text.trimStart() : text}
        </span>
      ))}
    </code>
  );
}

export function EditorLink({ func, line }: { readonly func: number; readonly line: number }) {
  const recording = useRecording();
  const editor = useAppState('editor');
  const path = sourcePathOf(recording, func) ?? '';
  const link = editorLink(editor, path, line);
  if (link === undefined) return editor.link === '' && isLocal(path) ? <ChooseEditor /> : null;
  // Editors open no page; other links get a page of their own.
  const target = /^https?:/.test(link) ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a href={link} title={link} {...target}>
      Open line {line} in {editorName(editor)}
    </a>
  );
}

/**
 * True if the page is served by a program on this machine, as by `pyrograph open`, and the path may be one of its
 * files.
 */
function isLocal(path: string): boolean {
  return /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname) && path.startsWith('/');
}

function ChooseEditor() {
  return (
    <button type="button" className="quiet" onClick={() => setEditorDialogOpen(true)}>
      Open in editor…
    </button>
  );
}
