// Says how to see the source of a function.

import { openFiles } from '../../state/opening/opening.ts';
import { baseName } from '../../model/paths.ts';
import { useRecording } from '../primitives/use-app-state.ts';

interface Props {
  readonly func: number;
  /** Why the source that was given is not shown. */
  readonly problem: string | undefined;
}

export function SourceHint({ func, problem }: Props) {
  const { strings, funcs } = useRecording();
  const file = baseName(strings[funcs.file[func]]);
  // Code from strings and frozen modules have no file.
  if (file.startsWith('<') && problem === undefined) return null;
  return (
    <p className="small muted lines-hint break-anywhere">
      {problem
        ? `${problem} Drop the right one on the page, or `
        : `To see the source, drop ${file} or its folder on the page, or `}
      <label className="link-like relative">
        choose it
        <input
          type="file"
          multiple
          className="visually-hidden"
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            // Without this, choosing the same file again would have no effect.
            target.value = '';
            void openFiles(files);
          }}
        />
      </label>
      .
    </p>
  );
}
