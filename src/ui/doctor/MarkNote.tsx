// Explains a box that stands for something that was not recorded, and leads to the finding that caused it.

import type { Recording } from '../../model/session.ts';
import { openFindings } from '../../state/findings.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { useAppState } from '../primitives/use-app-state.ts';
import { causeOf, markOf } from './marks.ts';

interface Props {
  readonly recording: Recording;
  readonly func: number;
}

/** For the details: with a button that opens the panel. */
export function MarkNote({ recording, func }: Props) {
  const mark = markOf(recording, func);
  const cause = useAppState(({ diagnosis }) => mark && causeOf(mark, diagnosis));
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
            Which files have its name?
          </button>
        </>
      )}
    </p>
  );
}

/** For tooltips. */
export function MarkTooltip({ recording, func }: Props) {
  const mark = markOf(recording, func);
  const cause = useAppState(({ diagnosis }) => mark && causeOf(mark, diagnosis));
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

/** True if opening another file would name the function. */
function isNamedByFile({ missingFiles, modules, funcs }: Recording, func: number): boolean {
  const module = modules[funcs.module[func]];
  return missingFiles?.files.some(({ name }) => name === module || module?.startsWith('[kernel')) ?? false;
}
