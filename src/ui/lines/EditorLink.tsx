// A link that opens a source line in the user's editor, if one is set. On the recorded machine, it can be set here.

import { sourcePathOf } from '../../model/lines.ts';
import { setEditorDialogOpen } from '../../state/page.ts';
import { editorLink, editorName } from '../../text/editor-link.ts';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly func: number;
  readonly line: number;
}

export function EditorLink({ func, line }: Props) {
  const recording = useRecording();
  const editor = useAppState((state) => state.editor);
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

/** True if the page is served by a program on this machine, as by `pyrograph open`, and the path may be one of its files. */
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
