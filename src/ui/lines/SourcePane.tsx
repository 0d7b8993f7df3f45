// The source of the selected function below the view, with the weights of its lines.

import { X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { FunctionLines } from '../../model/lines.ts';
import { setSourceOpen } from '../../state/page.ts';
import { detailedFunction } from '../../state/view/side-panel.ts';
import { labelOf, measureAt } from '../../text/labels.ts';
import { focusView } from '../primitives/focus.ts';
import { IconButton } from '../primitives/Buttons.tsx';
import { useAppState, useRecording, useOption } from '../primitives/use-app-state.ts';
import { SourceHint } from './SourceHint.tsx';
import { type FunctionSource, useFunctionSource } from './source-of-function.ts';
import { SourceRows } from './SourceRows.tsx';
import './lines.css';

export function SourcePane() {
  const recording = useRecording();
  const func = useAppState(detailedFunction);
  const shown = useShown(func);
  const event = useOption('event');
  const close = () => {
    setSourceOpen(false);
    focusView();
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.preventDefault();
    close();
  };
  const { name, place } = shown ? labelOf(recording, shown.func) : { name: '', place: '' };
  return (
    <section className="source-pane column" aria-label="Source">
      <div className="column fill" role="presentation" onKeyDown={onKeyDown}>
        <header className="row small">
          <h2 className="ellipsis">{name || 'Source'}</h2>
          <span className="muted ellipsis fill">
            {place}
            {shown?.source && `, lines ${shown.source.range.from}–${shown.source.range.to}`}
          </span>
          <IconButton Icon={X} size={14} label="Close the source" onClick={close} />
        </header>
        {shown?.source ? (
          <SourceRows
            key={`${shown.func} ${shown.source.range.from}`}
            func={shown.func}
            shown={shown.source}
            lines={shown.lines}
            label={name}
            measure={measureAt(recording, event)}
          />
        ) : (
          <div className="panel">
            {shown ? (
              <SourceHint func={shown.func} problem={shown.problem} />
            ) : (
              <p className="small muted">Select a Python function to see its source.</p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface Shown {
  readonly func: number;
  readonly lines: FunctionLines['lines'];
  readonly source: FunctionSource | undefined;
  readonly problem: string | undefined;
}

/** What is shown of the function; the last one until its lines arrive, so that nothing flickers. */
function useShown(func: number | undefined): Shown | undefined {
  const lines = useAppState('functionLines')?.lines;
  const hasSource = useAppState('sourceText') !== undefined;
  const { source, problem } = useFunctionSource(func);
  const [last, setLast] = useState<Shown>();
  if (func === undefined || !lines || !hasSource) return last;
  if (last?.func === func && last.lines === lines && last.source === source && last.problem === problem)
    return last;
  const shown = { func, lines, source, problem };
  setLast(shown);
  return shown;
}
