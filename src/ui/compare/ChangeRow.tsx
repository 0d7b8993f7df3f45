// A button for a function in the panel of a comparison, with one or two values. Unlike elsewhere, it has no color by kind of code,
// because colors say in which direction something changed.

import { KIND_LABELS } from '../../model/kinds.ts';
import { fullName, labelOf } from '../../text/labels.ts';
import { useRecording } from '../primitives/use-app-state.ts';
import { closeDetails } from '../../state/view/side-panel.ts';
import { FUNCTION_BUTTON_HELP, functionButton } from '../details/use-function-buttons.ts';

interface Props {
  /** Row of `Recording.funcs`; NONE for the root. */
  readonly func: number;
  readonly values: readonly string[];
  /** Appended to the tooltip. */
  readonly facts?: string;
}

export function ChangeRow({ func, values, facts = '' }: Props) {
  const recording = useRecording();
  const { name, place } = labelOf(recording, func);
  const kind = func < 0 ? '' : KIND_LABELS[recording.funcs.kind[func]];
  const title = [fullName(recording, func), kind, facts, func < 0 ? '' : FUNCTION_BUTTON_HELP];
  return (
    <li>
      <button
        type="button"
        className="share-row change-row row"
        title={title.filter((line) => line !== '').join('\n')}
        {...(func < 0 ? { onClick: closeDetails } : functionButton(func))}
      >
        <span className="part-name ellipsis">
          {name}
          {place !== '' && <span className="muted"> {place}</span>}
        </span>
        {values.map((value, i) => (
          // The values have fixed places.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={i} className="number nowrap">
            {value}
          </span>
        ))}
      </button>
    </li>
  );
}
