// The commands that record a Python program, chosen by the answers to three questions.

import {
  DEFAULT_FREQUENCY,
  MAX_STACK_SIZE,
  recordCommand,
  FRAME_POINTER_VERSION,
  pythonOf,
} from '../../record/record-command.ts';

export interface RecordingCase {
  /** How perf finds callers: it copies the stacks of any Python, or follows the frame pointers of one that has them. */
  readonly callers: 'copies' | 'frames';
  /** True for a program that is already running. */
  readonly isRunning: boolean;
  readonly isInContainer: boolean;
}

interface RecordingStep {
  /** Code is in backticks. */
  readonly text: string;
  /** Shell commands; may be empty. */
  readonly commands: readonly string[];
}

/** So that copies of the largest size, compressed with `-z`, take about 3 MB per second. */
const COPYING_FREQUENCY = 499;

export function recordingSteps({ callers, isRunning, isInContainer }: RecordingCase): RecordingStep[] {
  const isCopying = callers === 'copies';
  const interpreter = isCopying ? 'python3' : pythonOf(FRAME_POINTER_VERSION);
  const record = recordCommand({
    launcher: isRunning ? [] : [interpreter],
    options: [],
    program: isRunning ? [] : ['app.py'],
    systemWide: false,
    attach: isRunning ? 'PID' : '',
    events: [],
    extra: isCopying ? ['-z'] : [],
    frequency: isCopying ? COPYING_FREQUENCY : DEFAULT_FREQUENCY,
    mode: isCopying ? 'dwarf' : 'fp',
    stackSize: MAX_STACK_SIZE,
    coversChildren: false,
    support: 'perf',
  });
  return [
    ...(isRunning ? [startStep(interpreter)] : isInContainer ? [CONTAINER_OPTIONS] : []),
    {
      text: [isRunning ? ATTACH : 'Record it.', isCopying ? '' : NEEDS_FRAME_POINTERS].join(' ').trim(),
      commands: record === undefined ? [] : [record],
    },
    isRunning && isInContainer ? COPY_MAP : PACK,
  ];
}

const ATTACH = 'Record it; Ctrl-C ends the recording.';
const NEEDS_FRAME_POINTERS = `This needs Python ${FRAME_POINTER_VERSION}, or a build with frame pointers. Files are smaller, but deep stacks are cut.`;

const CONTAINER_OPTIONS: RecordingStep = {
  text: 'Start the container with these options, and run perf in it. The host’s `kernel.perf_event_paranoid` setting also applies.',
  commands: ['docker run -it --cap-add PERFMON --security-opt seccomp=unconfined IMAGE'],
};

function startStep(interpreter: string): RecordingStep {
  return {
    text: 'The program must have been started with perf support.',
    commands: [`${interpreter} -X perf app.py`],
  };
}

/** Python names its perf map after its PID in the container, but perf records the PID on the host. */
const COPY_MAP: RecordingStep = {
  text: 'While the program runs, copy its function names out of the container. Then open both files here.',
  commands: [
    `M=$(awk '/^NSpid/ { print $NF }' /proc/PID/status)`,
    'cp /proc/PID/root/tmp/perf-$M.map perf-PID.map',
  ],
};

const PACK: RecordingStep = {
  text: 'Open `perf.data` here together with `/tmp/perf-PID.map`, or pack it with all of its symbol files.',
  commands: ['pyrograph pack perf.data -o out.tar.gz'],
};
