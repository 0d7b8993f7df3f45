// Finds out which Python running processes run, and whether it was started with perf support.

import { isInterpreterName, type ProgramCommand } from '../../src/record/program-command.ts';
import { baseName } from '../../src/model/paths.ts';
import { askPython, supportsPerf, type FoundProgram } from './find-python.ts';
import type { Host } from './host.ts';
import { cannotRecord } from './read-perf.ts';

/** For recordings that start no program. */
export const NO_COMMAND: ProgramCommand = { launcher: [], options: [], program: [] };

/** `pids` are separated by commas. Throws if a process does not exist, or if no Python among them names its functions. */
export function findProcesses(pids: string, host: Host): FoundProgram {
  const ids = pids.split(',');
  const missing = ids.find((pid) => !host.exists(`/proc/${pid}`));
  if (missing !== undefined) throw new Error(`There is no process ${missing}.`);
  const pythons = ids
    .map((pid) => ({ pid, path: host.realPath(`/proc/${pid}/exe`) }))
    .filter(({ path }) => isInterpreterName(path));
  const [first] = pythons;
  const python = first && askPython([first.path], host);
  // The plan explains what to do about a Python that cannot.
  const canName = !python || supportsPerf(python);
  if (first && canName && !pythons.some(({ pid }) => namesFunctions(pid, host)))
    throw cannotRecord(
      `Process ${first.pid} does not name its functions for perf: start it with ${baseName(first.path)} -X perf or PYTHONPERFSUPPORT=1`,
    );
  return { command: NO_COMMAND, python, note: '' };
}

/** Python writes the names to a file in its /tmp, which a container may replace, under the process ID that it knows. */
function namesFunctions(pid: string, host: Host): boolean {
  const own = /^NSpid:.*\t(\d+)$/m.exec(host.read(`/proc/${pid}/status`) ?? '')?.[1] ?? pid;
  return [`perf-${own}.map`, `jit-${own}.dump`].some((name) => host.exists(`/proc/${pid}/root/tmp/${name}`));
}
