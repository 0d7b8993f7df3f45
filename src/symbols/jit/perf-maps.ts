// The open perf maps, and which process each belongs to: the one whose ID it is named after, or else the one whose samples lie in
// its addresses. Several containers may each have a perf-1.map.

import { BUDGET } from '../../model/budget.ts';
import type { CodeFile } from '../../model/code.ts';
import { type Note, NONE } from '../../model/profile.ts';
import type { RecordedProcess } from '../../model/recorded.ts';
import { JitMemory } from '../jit-memory.ts';
import { noteOf, LibraryProblem } from '../library-notes.ts';
import { findOwners, ProcessCode } from './map-owners.ts';
import { mapProcess } from '../own-files.ts';
import { type SymbolTable, SymbolTableBuilder } from '../symbol-table.ts';
import { HexParser } from '../hex-parser.ts';

interface OpenMap {
  readonly pid: number;
  readonly symbols: SymbolTable;
}

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

/**
 * What a perf-PID.map says. It lists the functions that a program generated at run time: `START SIZE NAME`, numbers in hex, the name
 * up to the end of the line (tools/perf/Documentation/jit-interface.txt, v6.12). Files copied on Windows may have CRLF line endings.
 */
interface PerfMap {
  /** Symbols by address. Where lines overlap, the later one wins: the older code is gone. */
  readonly symbols: SymbolTable;
  /** Number of invalid lines, which are skipped; empty lines are not counted. */
  readonly badLines: number;
  /** 1-based; NONE if there is none. */
  readonly firstBadLine: number;
  /** True if the file has more lines than the limit; only the first ones are kept. */
  readonly exceedsLimit: boolean;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * Never throws. The result refers to `bytes`, from which it decodes names on demand. Accepts names of one or two bytes,
 * which perf ignores, and a last line without a newline, though its name may be truncated.
 */
export function readPerfMap(bytes: Uint8Array, limit = BUDGET.symbols): PerfMap {
  const builder = new SymbolTableBuilder();
  const base = builder.names.add(bytes, [NEWLINE, CARRIAGE_RETURN]);
  const start = new HexParser();
  const size = new HexParser();
  let badLines = 0;
  let firstBadLine = NONE;
  let line = 0;
  let at = 0;
  while (at < bytes.length && builder.length < limit) {
    const newline = bytes.indexOf(NEWLINE, at);
    const end = newline < 0 ? bytes.length : newline;
    line++;
    if (end > at) {
      const isValid =
        start.read(bytes, at) &&
        bytes[start.end] === SPACE &&
        size.read(bytes, start.end + 1) &&
        bytes[size.end] === SPACE &&
        size.end + 1 < end;
      // As in perf, an entry of size 0 covers its first byte.
      if (isValid) builder.add(start.signed, Math.max(1, size.unsigned), base + size.end + 1);
      else {
        badLines++;
        if (firstBadLine === NONE) firstBadLine = line;
      }
    }
    at = end + 1;
  }
  return { symbols: builder.finish('newest'), badLines, firstBadLine, exceedsLimit: at < bytes.length };
}
