// What limits the numbers of costs in this recording.

import type { CostId } from '../../model/costs.ts';
import type { Diagnosis, Finding, FindingId, MissingFile } from '../../model/findings.ts';
import { PYTHON_MODULE } from '../../model/paths.ts';
import type { Recording } from '../../model/session.ts';
import { BROKEN_STACKS } from '../doctor/marks.ts';

interface LimitsOfCosts {
  /** True if compiled-in operations count as bytecode, so that the other costs are lower bounds. */
  readonly areLowerBounds: boolean;
  /** Why samples may belong to other functions. */
  readonly cut: Finding | undefined;
  /** True if a shared link left out frames, whose costs are not known. */
  readonly lacksFrames: boolean;
  /** Why the interpreter’s functions have no names. */
  readonly unnamed: UnnamedInterpreter | undefined;
}

/** The package that has the names, if it is known, or the file, if it is not open. */
export type UnnamedInterpreter =
  | { readonly part: FindingId; readonly package: string | undefined }
  | { readonly part: 'files'; readonly file: string };

export function costLimits(
  costs: ReadonlySet<CostId>,
  diagnosis: Diagnosis | undefined,
  { missingFiles, notes }: Pick<Recording, 'missingFiles' | 'notes'>,
): LimitsOfCosts {
  const findings = diagnosis?.findings ?? [];
  return {
    areLowerBounds: costs.has('bytecode') && costs.size > 1,
    cut: findings.find(({ id }) => BROKEN_STACKS.some((each) => each === id)),
    lacksFrames: notes.some(({ kind }) => kind === 'level' || kind === 'minShare'),
    unnamed: unnamedInterpreter(findings, missingFiles?.files ?? []),
  };
}

function unnamedInterpreter(
  findings: readonly Finding[],
  missing: readonly MissingFile[],
): UnnamedInterpreter | undefined {
  const stripped = findings.find(({ id }) => id === 'stripped-interpreter');
  if (stripped) return { part: stripped.id, package: packageIn(stripped.fix) };
  const file = missing.find(({ name }) => PYTHON_MODULE.test(name));
  return file && { part: 'files', file: file.name };
}

/** `python3.13-dbg` of `apt install python3.13-dbg   # Debian, Ubuntu`. */
function packageIn(fix: readonly string[]): string | undefined {
  return fix.map((line) => /^apt install (\S+)/.exec(line)?.[1]).find((name) => name !== undefined);
}
