// What limits the numbers of costs in this recording.

import type { CostId } from '../../model/costs.ts';
import type { Diagnosis, Finding, FindingId } from '../../model/findings.ts';
import { PYTHON_MODULE } from '../../model/python-module.ts';
import type { Recording } from '../../model/session.ts';

/** Findings about stacks that lost their callers. */
const CUT: ReadonlySet<FindingId> = new Set<FindingId>([
  'interpreter-without-frame-pointers',
  'trampolines-without-unwind-info',
  'stack-dump-too-small',
  'stack-depth-limit',
  'unwinding-stopped',
  'library-without-frame-pointers',
  'perf-too-old-for-jit',
]);

export interface CostLimits {
  /** True if compiled-in operations count as bytecode, so that the other costs are lower bounds. */
  readonly areLowerBounds: boolean;
  /** Why samples may belong to other functions. */
  readonly cut: Finding | undefined;
  /** Why the interpreter’s functions have no names: a finding, or its file is not open. */
  readonly unnamed: Finding | 'files' | undefined;
  /** The package that names the interpreter’s functions. */
  readonly package: string | undefined;
}

export function costLimits(
  costs: ReadonlySet<CostId>,
  diagnosis: Diagnosis | undefined,
  { missingFiles }: Pick<Recording, 'missingFiles'>,
): CostLimits {
  const findings = diagnosis?.findings ?? [];
  const stripped = findings.find(({ id }) => id === 'stripped-interpreter');
  const isMissing = missingFiles?.files.some(({ name }) => PYTHON_MODULE.test(name)) ?? false;
  const reason = stripped ?? (isMissing ? 'files' : undefined);
  const unnamed = costs.has('unknown') ? reason : undefined;
  return {
    areLowerBounds: costs.has('bytecode') && costs.size > 1,
    cut: findings.find(({ id }) => CUT.has(id)),
    unnamed,
    package: unnamed && stripped && packageIn(stripped.fix),
  };
}

/** `python3.13-dbg` of `apt install python3.13-dbg   # Debian, Ubuntu`. */
function packageIn(fix: readonly string[]): string | undefined {
  return fix.map((line) => /^apt install (\S+)/.exec(line)?.[1]).find((name) => name !== undefined);
}
