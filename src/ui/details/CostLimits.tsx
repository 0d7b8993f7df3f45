// Says below the costs what limits their numbers in this recording, with links to the causes.

import type { ReactNode } from 'react';
import type { CostId } from '../../model/costs.ts';
import { openFindings } from '../../state/view/findings.ts';
import type { PanelPart } from '../../state/store.ts';
import { baseName, PYTHON_MODULE } from '../../model/paths.ts';
import { CodeText } from '../primitives/CommandBlock.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { HelpLink } from '../primitives/Buttons.tsx';
import type { Diagnosis, Finding, FindingId, MissingFile } from '../../model/findings.ts';
import type { Recording } from '../../model/session.ts';
import { BROKEN_STACKS } from '../doctor/marks.ts';

export function CostLimits({ costs }: { readonly costs: ReadonlySet<CostId> }) {
  const diagnosis = useAppState('diagnosis');
  const recording = useRecording();
  const { areLowerBounds, cut, lacksFrames, unnamed } = costLimits(costs, diagnosis, recording);
  if (!areLowerBounds && !cut && !lacksFrames && !unnamed) return null;
  return (
    <p className="cost-limits muted">
      {areLowerBounds && (
        <>
          Bytecode includes what the compiler put into the evaluator, so the other costs are{' '}
          <HelpLink topic="bytecode">lower bounds</HelpLink>.{' '}
        </>
      )}
      {cut && (
        <>
          {/* A link of several lines is a block, so no punctuation follows it. */}
          Samples with cut stacks keep their cost, but may belong to another function:{' '}
          <FindingLink part={cut.id}>
            <CodeText text={cut.title} />
          </FindingLink>{' '}
        </>
      )}
      {lacksFrames &&
        'The link has only some of the recorded frames: what it leaves out counts as what the callers cost. '}
      {unnamed && (
        <>
          <FindingLink part={unnamed.part}>The interpreter’s functions have no names</FindingLink>, so their
          cost is not known{remedyOf(unnamed)}.
        </>
      )}
    </p>
  );
}

function remedyOf(unnamed: UnnamedInterpreter): ReactNode {
  if ('file' in unnamed)
    return (
      <>
        {' '}
        until you also open <code>{baseName(unnamed.file)}</code>
      </>
    );
  return (
    unnamed.package !== undefined && (
      <>
        ; <code>{unnamed.package}</code> names them
      </>
    )
  );
}

function FindingLink({ part, children }: { readonly part: PanelPart; readonly children: ReactNode }) {
  return (
    <button type="button" className="link" onClick={() => openFindings(part)}>
      {children}
    </button>
  );
}

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
type UnnamedInterpreter =
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
