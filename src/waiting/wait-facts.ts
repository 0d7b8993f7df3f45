// Finds out how much of the waiting a recording of wall time misses.

import { NONE } from '../model/profile.ts';
import type { WaitFacts } from '../model/findings.ts';
import { innermostPython } from './classified-stacks.ts';
import type { Life } from './life.ts';
import type { Waits } from './waits.ts';

export function waitFacts({ lives, stacks }: Waits): WaitFacts {
  let lifetime = 0;
  let notRecorded = 0;
  for (const { start, end, spans } of lives) {
    lifetime += end - start;
    for (const { kind, from, to } of spans) if (kind === 'notRecorded') notRecorded += to - from;
  }
  const { samples } = stacks.profile;
  const hasPython = (sample: number) => innermostPython(stacks, samples.stack[sample]) >= 0;
  let waits = 0;
  let withoutPython = 0;
  for (const ofProcess of livesByProcess(lives)) {
    const seen = ofProcess.flatMap(waitsWithStack).filter((sample) => samples.stack[sample] >= 0);
    const missing = seen.filter((sample) => !hasPython(sample)).length;
    const isPython = missing < seen.length || ofProcess.some((life) => life.clockSamples.some(hasPython));
    if (!isPython) continue;
    waits += seen.length;
    withoutPython += missing;
  }
  return { notRecorded: lifetime > 0 ? notRecorded / lifetime : 0, waits, withoutPython };
}

function livesByProcess(lives: readonly Life[]): Iterable<readonly Life[]> {
  const byPid = new Map<number, Life[]>();
  for (const life of lives) {
    const ofProcess = byPid.get(life.pid);
    if (ofProcess) ofProcess.push(life);
    else byPid.set(life.pid, [life]);
  }
  return byPid.values();
}

/** The samples of the waits of a thread, except those for a CPU. */
function waitsWithStack({ spans }: Life): number[] {
  return [...spans].flatMap(({ kind, sample }) => (kind === 'off' && sample !== NONE ? [sample] : []));
}
