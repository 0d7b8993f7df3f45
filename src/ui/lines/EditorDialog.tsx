// How source lines are opened in the user's editor: which editor, and where the files are on this machine.

import { useState } from 'react';
import { setEditor } from '../../state/page.ts';
import { EDITORS, editorLink, editorLinkProblem } from '../../text/editor-link.ts';
import { Dialog } from '../primitives/Dialog.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import './editor-dialog.css';

const OTHER = 'other';

export function EditorDialog({ onClose }: { readonly onClose: () => void }) {
  const editor = useAppState('editor');
  const isKnown = editor.link === '' || EDITORS.some(({ link }) => link === editor.link);
  const [isOther, setOther] = useState(!isKnown);
  const problem = editor.link === '' ? undefined : editorLinkProblem(editor.link);
  const example = useExamplePath(editor.from);
  const link = editorLink(editor, example, 42);
  return (
    <Dialog title="Editor" className="editor-dialog" onClose={onClose}>
      <p>Source lines then have a link that opens them in your editor, at the line.</p>
      <label>
        <span>Editor</span>
        <select
          value={isOther ? OTHER : editor.link}
          onChange={({ target: { value } }) => {
            setOther(value === OTHER);
            setEditor({ ...editor, link: value === OTHER ? '' : value });
          }}
        >
          <option value="">none</option>
          {EDITORS.map((each) => (
            <option key={each.name} value={each.link}>
              {each.name}
            </option>
          ))}
          <option value={OTHER}>another</option>
        </select>
      </label>
      {isOther && (
        <Field
          label="Its link"
          placeholder="editor://open?file={path}&line={line}"
          value={editor.link}
          isInvalid={problem !== undefined}
          onChange={(text) => setEditor({ ...editor, link: text })}
        />
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Field
        label="Recorded paths begin with"
        placeholder="/srv/shop/"
        value={editor.from}
        onChange={(from) => setEditor({ ...editor, from })}
      />
      <Field
        label="On this machine, with"
        placeholder="/home/me/shop/"
        value={editor.to}
        onChange={(to) => setEditor({ ...editor, to })}
      />
      {link !== undefined && (
        <p className="small muted break-anywhere">
          Line 42 of {example}: <code>{link}</code>
        </p>
      )}
    </Dialog>
  );
}

/** A path of the open recording that begins with `from`. */
function useExamplePath(from: string): string {
  return useAppState(({ recording }) => {
    const { strings = [], funcs } = recording ?? {};
    const file = funcs?.file.find((each) => each >= 0 && strings[each].startsWith(from || '/'));
    return file === undefined ? `${from || '/'}app.py` : strings[file];
  });
}

interface FieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly isInvalid?: boolean;
  readonly onChange: (text: string) => void;
}

function Field({ label, placeholder, value, isInvalid = false, onChange }: FieldProps) {
  return (
    <label className="link-field">
      <span>{label}</span>
      <input
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        aria-invalid={isInvalid}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
