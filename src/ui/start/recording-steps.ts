// The commands that record a Python program, chosen by the answers to three questions.

import {
  DEFAULT_FREQUENCY,
  DEFAULT_STACK_SIZE,
  perfSupport,
  recordCommand,
  type RecordMode,
} from '../../record/record-command.ts';

export interface RecordingCase {
  /** `old` is 3.12, `dumps` is 3.13 or 3.14 without frame pointers, `frames` is 3.15 or newer. */
  readonly python: 'old' | 'dumps' | 'frames';
  /** True for a program that is already running. */
  readonly isRunning: boolean;
  readonly isInContainer: boolean;
}

export interface RecordingStep {
  /** Code is in backticks. */
  readonly text: string;
  /** Shell commands; may be empty. */
  readonly commands: readonly string[];
}

const INTERPRETERS = { old: 'python3.12', dumps: 'python3.13', frames: 'python3.15' } as const;

/** PY_CORE_CFLAGS contains the flags with which the interpreter itself was compiled (Lib/sysconfig). */
const HAS_FRAME_POINTERS = `python3.12 -c "import sysconfig; print('-fno-omit-frame-pointer' in sysconfig.get_config_var('PY_CORE_CFLAGS'))"`;

export function recordingSteps({ python, isRunning, isInContainer }: RecordingCase): RecordingStep[] {
  const interpreter = INTERPRETERS[python];
  const mode = python === 'dumps' ? 'dwarf' : 'fp';
  const record = recordCommand({
    launcher: isRunning ? [] : [interpreter],
    options: [],
    program: isRunning ? [] : ['app.py'],
    systemWide: false,
    attach: isRunning ? 'PID' : '',
    events: [],
    extra: [],
    frequency: DEFAULT_FREQUENCY,
    mode,
    stackSize: DEFAULT_STACK_SIZE,
    coversChildren: false,
  });
  return [
    ...(python === 'old' ? [CHECK_BUILD] : []),
    ...(isRunning ? [startStep(interpreter, mode)] : isInContainer ? [CONTAINER_OPTIONS] : []),
    {
      text: [isRunning ? ATTACH : 'Record it.', mode === 'dwarf' ? OTHER_BUILD : ''].join(' ').trim(),
      commands: record === undefined ? [] : [record],
    },
    isRunning && isInContainer ? copyStep(mode) : packStep(mode),
  ];
}

const ATTACH = 'Record it; Ctrl-C ends the recording.';
const OTHER_BUILD =
  'If this Python was built with frame pointers, choose 3.15+: smaller files, less overhead.';

const CHECK_BUILD: RecordingStep = {
  text: 'Python 3.12 needs frame pointers, which most builds lack. This prints `True` if yours has them; if not, use a newer Python.',
  commands: [HAS_FRAME_POINTERS],
};

const CONTAINER_OPTIONS: RecordingStep = {
  text: 'Start the container with these options, and run perf in it. The host’s `kernel.perf_event_paranoid` setting also applies.',
  commands: ['docker run -it --cap-add PERFMON --security-opt seccomp=unconfined IMAGE'],
};

function startStep(interpreter: string, mode: RecordMode): RecordingStep {
  const { option } = perfSupport(mode);
  return {
    text: 'The program must have been started with perf support.',
    commands: [`${interpreter} -X ${option} app.py`],
  };
}

/** Python names its perf map after its PID in the container, but perf records the PID on the host. */
function copyStep(mode: RecordMode): RecordingStep {
  const text =
    'While the program runs, copy its function names out of the container. Then open both files here.';
  if (mode === 'dwarf') return { text, commands: ['cp /proc/PID/root/tmp/jit-*.dump .'] };
  return {
    text,
    commands: [
      `M=$(awk '/^NSpid/ { print $NF }' /proc/PID/status)`,
      'cp /proc/PID/root/tmp/perf-$M.map perf-PID.map',
    ],
  };
}

function packStep(mode: RecordMode): RecordingStep {
  const names = mode === 'dwarf' ? '`jit-PID.dump`' : '`/tmp/perf-PID.map`';
  return {
    text: `Open \`perf.data\` here together with ${names}, or pack it with all of its symbol files.`,
    commands: ['pyrograph pack perf.data -o out.tar.gz'],
  };
}
