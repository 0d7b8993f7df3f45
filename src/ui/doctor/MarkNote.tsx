// Explains placeholder frames such as `[stack cut]`, and links to the finding that caused them.

import type { Recording } from '../../model/session.ts';
import { openFindings } from '../../state/view/findings.ts';
import { CodeText } from '../primitives/CommandBlock.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { causeOf, markOf } from './marks.ts';

interface Props {
  readonly func: number;
}

function useMark(func: number) {
  const recording = useRecording();
  const mark = markOf(recording, func);
  const cause = useAppState(({ diagnosis }) => mark && causeOf(mark, diagnosis));
  return { mark, cause };
}

/** The explanation in the details, with a button that opens the finding. */
export function MarkNote({ func }: Props) {
  const recording = useRecording();
  const { mark, cause } = useMark(func);
  if (!mark) return null;
  const isInMissingFile = !cause && isNamedByFile(recording, func);
  return (
    <p className="mark-note small">
      {mark.meaning}
      {cause && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => openFindings(cause.id)}>
            <CodeText text={cause.title} />
          </button>
        </>
      )}
      {isInMissingFile && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => openFindings('files')}>
            Show the missing files
          </button>
        </>
      )}
    </p>
  );
}

/** The explanation in tooltips. */
export function MarkTooltip({ func }: Props) {
  const { mark, cause } = useMark(func);
  if (!mark) return null;
  return (
    <p>
      {mark.meaning}
      {cause && (
        <>
          {' '}
          Cause: <CodeText text={cause.title} />
        </>
      )}
    </p>
  );
}

/** True if the name of the function is in a file that is not open. */
function isNamedByFile({ missingFiles, modules, funcs }: Recording, func: number): boolean {
  const module = modules[funcs.module[func]];
  return missingFiles?.files.some(({ name }) => name === module || module?.startsWith('[kernel')) ?? false;
}
