// The open perf maps, and which process each belongs to: the one whose ID it is named after, or else the one whose samples lie in
// its addresses. Several containers may each have a perf-1.map.

import { BUDGET } from '../../model/budget.ts';
import type { CodeFile } from '../../model/code.ts';
import type { Note } from '../../model/profile.ts';
import type { RecordedProcess } from '../../model/recorded.ts';
import { JitMemory } from '../jit-memory.ts';
import { noteOf, LibraryProblem } from '../library-notes.ts';
import { findOwners, ProcessCode } from './map-owners.ts';
import { mapProcess } from '../own-files.ts';
import { readPerfMap, type PerfMap } from './perf-map.ts';
import type { SymbolTable } from '../symbol-table.ts';

interface OpenMap {
  readonly pid: number;
  readonly symbols: SymbolTable;
}

/** The generated code of a process. */
interface Generated {
  readonly map: OpenMap | undefined;
  readonly code: ProcessCode;
  readonly file: CodeFile;
}

export class PerfMaps {
  private readonly maps: OpenMap[] = [];
  private readonly addNotes: Note[] = [];
  private readonly processes = new Map<number, Generated>();
  /** Maps found by their addresses, by process; undefined before the search. */
  private owners: ReadonlyMap<number, OpenMap> | undefined;
  private ambiguous: readonly OpenMap[] = [];

  /** Throws an Error whose message completes the sentence “X cannot be used: …”. */
  add(path: string, bytes: Uint8Array, limit = BUDGET.symbols): PerfMap & { readonly pid: number } {
    const pid = mapProcess(path);
    if (pid === undefined) throw new Error('its name has no process ID: rename it to perf-PID.map');
    const map = readPerfMap(bytes, limit);
    this.maps.push({ pid, symbols: map.symbols });
    if (map.badLines > 0)
      this.addNotes.push({
        kind: `lines of ${path}`,
        text: `“${path}” has invalid lines, which were skipped`,
        count: map.badLines,
        line: map.firstBadLine,
      });
    return { ...map, pid };
  }

  /** The memory of a process for code that is generated at run time. Its map may be named after any of these IDs. */
  file(pid: number, ids: readonly number[]): CodeFile {
    const known = this.processes.get(pid);
    if (known) return known.file;
    const map = this.mapOf(pid, ids);
    const code = new ProcessCode(map?.symbols);
    const file: CodeFile = {
      name: `/tmp/perf-${pid}.map`,
      symbols: code,
      byAddress: true,
      unwinding: new JitMemory(map?.symbols),
      addressOf: (offset) => offset,
    };
    this.processes.set(pid, { map, code, file });
    return file;
  }

  has(pid: number, ids: readonly number[]): boolean {
    return this.mapOf(pid, ids) !== undefined;
  }

  /**
   * Call it after reading the recording: searches for the processes of maps that named nothing by the addresses of samples, once.
   * Returns true if any were found. Then the recording must be read again, since all code without a name is one function.
   */
  findOwners(processes: ReadonlyMap<number, RecordedProcess>): boolean {
    if (this.owners) return false;
    const generated = [...this.processes];
    const named = new Set(generated.filter(([, { code }]) => code.isNamed).map(([, { map }]) => map));
    const unnamed = generated.filter(([, { code }]) => !code.isNamed && code.unnamed.size > 0);
    const { maps, ambiguous } = findOwners(
      this.maps.filter((map) => !named.has(map)),
      new Map(unnamed.map(([pid, { code }]) => [pid, code.unnamed])),
      processes,
    );
    this.owners = maps;
    this.ambiguous = ambiguous;
    for (const pid of maps.keys()) this.processes.delete(pid);
    return maps.size > 0;
  }

  /** By process: the ID in the name of the map that was found by its addresses. */
  get foundIds(): ReadonlyMap<number, number> {
    return new Map([...(this.owners ?? [])].map(([pid, map]) => [pid, map.pid]));
  }

  /** `isForeign` tells if an ID is that of no recorded process. `isReadAgain` is false for a pipe. */
  notes(isForeign: (pid: number) => boolean, isReadAgain: boolean): { foreign: string[]; notes: Note[] } {
    const found = new Set(this.owners?.values());
    const others = this.maps.filter((map) => !found.has(map) && !this.ambiguous.includes(map));
    return {
      foreign: [...new Set(others.filter(({ pid }) => isForeign(pid)).map(nameOf))],
      notes: [
        ...this.addNotes,
        ...noteOf('ambiguous map', this.ambiguous.map(nameOf), LibraryProblem.ambiguousMap),
        ...(isReadAgain ? [] : noteOf('late map', [...found].map(nameOf), LibraryProblem.lateMap)),
      ],
    };
  }

  private mapOf(pid: number, ids: readonly number[]): OpenMap | undefined {
    const found = this.owners?.get(pid);
    if (found) return found;
    const id = ids.find((each) => this.maps.some((map) => map.pid === each));
    return id === undefined ? undefined : this.maps.findLast((map) => map.pid === id);
  }
}

function nameOf({ pid }: OpenMap): string {
  return `perf-${pid}.map`;
}
