// Three questions about the program to record, and the commands that record it.

import { useState } from 'react';
import { FRAME_POINTER_VERSION, PERF_VERSION } from '../../record/record-command.ts';
import { CodeText, CommandBlock } from '../primitives/CommandBlock.tsx';
import { Segments, type SegmentsProps } from '../primitives/Buttons.tsx';
import { recordingSteps, type RecordingCase } from './recording-steps.ts';
import './recording-guide.css';

const PYTHONS = [
  {
    name: 'copies',
    label: `${PERF_VERSION}+`,
    tooltip: 'Any build: perf copies the stacks, and Pyrograph unwinds them',
  },
  {
    name: 'frames',
    label: 'with frame pointers',
    tooltip: `${FRAME_POINTER_VERSION}+, or built with frame pointers`,
  },
] as const;
const PROGRAMS = [
  { name: 'start', label: 'start', tooltip: 'perf starts the program' },
  { name: 'attach', label: 'attach', tooltip: 'It is already running' },
] as const;
const CONTAINERS = [
  { name: 'no', label: 'no', tooltip: 'The program runs on the host' },
  { name: 'yes', label: 'yes', tooltip: 'The program runs in Docker, Podman or Kubernetes' },
] as const;

const START: RecordingCase = { callers: 'copies', isRunning: false, isInContainer: false };

export function RecordingGuide() {
  const [choice, setChoice] = useState(START);
  const change = (part: Partial<RecordingCase>) => setChoice({ ...choice, ...part });
  const { callers, isRunning, isInContainer } = choice;
  return (
    <>
      <div className="questions row wrap">
        <Question
          label="Python"
          options={PYTHONS}
          value={callers}
          onChange={(name) => change({ callers: name })}
        />
        <Question
          label="Program"
          options={PROGRAMS}
          value={isRunning ? 'attach' : 'start'}
          onChange={(name) => change({ isRunning: name === 'attach' })}
        />
        <Question
          label="Container"
          options={CONTAINERS}
          value={isInContainer ? 'yes' : 'no'}
          onChange={(name) => change({ isInContainer: name === 'yes' })}
        />
      </div>
      <ol>
        {recordingSteps(choice).map(({ text, commands }) => (
          <li key={text}>
            <p className="muted">
              <CodeText text={text} />
            </p>
            <CommandBlock command={commands.join('\n')} label="Copy the command" />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The label is hidden from screen readers because the control has the same one. */
function Question<T extends string>(props: Omit<SegmentsProps<T>, 'className'>) {
  return (
    <div className="row">
      <span className="muted" aria-hidden="true">
        {props.label}
      </span>
      <Segments className="" {...props} />
    </div>
  );
}
