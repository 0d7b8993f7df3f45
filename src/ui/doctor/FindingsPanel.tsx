// The panel with all findings and the commands that fix them. It replaces the overview.

import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import type { Diagnosis } from '../../model/findings.ts';
import { closeFindings, isUnchecked, problemCount } from '../../state/findings.ts';
import { formatNumberOf } from '../../text/format.ts';
import { CommandBlock } from '../primitives/CommandBlock.tsx';
import { IconButton } from '../primitives/IconButton.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { FilesPart } from './FilesPart.tsx';
import { FindingCard } from './FindingCard.tsx';
import './findings.css';

export function FindingsPanel() {
  const recording = useRecording();
  const diagnosis = useAppState((state) => state.diagnosis);
  const count = useAppState(problemCount);
  const isPartial = useAppState(isUnchecked);
  const panel = useFocusedPart();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    closeFindings();
  };
  return (
    <div ref={panel} role="presentation" onKeyDown={onKeyDown}>
      <section className="panel findings" aria-labelledby="findings-title">
        <div className="details-head row">
          <h2 id="findings-title" className="fill" tabIndex={-1}>
            {isPartial ? 'Not fully checked' : titleFor(count)}
          </h2>
          <IconButton Icon={X} size={14} label="Close" onClick={closeFindings} />
        </div>
        {isPartial && (
          <p className="small">
            No problems so far, but most checks need the names of the interpreter’s functions.
          </p>
        )}
        {diagnosis && <Findings diagnosis={diagnosis} />}
        {recording.missingFiles && <FilesPart {...recording.missingFiles} />}
      </section>
    </div>
  );
}

function titleFor(count: number): string {
  return count > 0 ? `${formatNumberOf(count, 'problem')} with this recording` : 'No problems found';
}

function Findings({ diagnosis: { findings, command, isProgramKnown } }: { readonly diagnosis: Diagnosis }) {
  return (
    <>
      {findings.length > 0 && command.length > 0 && (
        <div className="repair">
          <h3>Record again like this</h3>
          <CommandBlock command={command.join('\n')} label="Copy the command" />
          {!isProgramKnown && (
            <p className="small muted">
              Replace <code>app.py</code> with your program.
            </p>
          )}
        </div>
      )}
      <ol>
        {findings.map((finding) => (
          <FindingCard key={finding.id} finding={finding} command={command} />
        ))}
      </ol>
    </>
  );
}

/** Focuses the part that the user opened, or the title. Restores the focus when the panel closes. */
function useFocusedPart() {
  const panel = useRef<HTMLDivElement>(null);
  const opened = useAppState((state) => state.openFindings);
  const previous = useRef(document.activeElement);
  useLayoutEffect(() => {
    const part = opened?.part && panel.current?.querySelector(`#finding-${opened.part}`);
    const heading = (part ?? panel.current)?.querySelector<HTMLElement>('h2, h3');
    heading?.focus({ preventScroll: true });
    part?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  useLayoutEffect(() => {
    const element = panel.current;
    const target = previous.current;
    return () => {
      if (element?.contains(document.activeElement) && target instanceof HTMLElement && target.isConnected)
        target.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}
