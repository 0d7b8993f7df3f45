// Says below the costs what limits their numbers in this recording, with links to the causes.

import type { ReactNode } from 'react';
import type { CostId } from '../../model/costs.ts';
import { openFindings } from '../../state/view/findings.ts';
import type { PanelPart } from '../../state/store.ts';
import { baseName } from '../../model/paths.ts';
import { CodeText } from '../primitives/CodeText.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { HelpLink } from '../primitives/HelpLink.tsx';
import { costLimits, type UnnamedInterpreter } from './cost-limits.ts';

export function CostLimits({ costs }: { readonly costs: ReadonlySet<CostId> }) {
  const diagnosis = useAppState((state) => state.diagnosis);
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
