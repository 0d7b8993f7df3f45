// Gathers facts about the symbol files that are opened with a recording.

import type { JitdumpFacts, OpenSymbols } from '../model/recorded.ts';
import { JITDUMP_NAME } from './companion-kind.ts';
import type { JitDump } from './jitdump.ts';

export class SymbolFacts {
  private readonly perfMaps = new Set<number>();
  private readonly jitdumps = new Map<number, JitdumpFacts>();
  private readonly otherBuilds = new Set<string>();
  private request = '';

  addPerfMap(pid: number): void {
    this.perfMaps.add(pid);
  }

  addJitdump({ pid, codes, isTruncated }: JitDump, size: number): void {
    this.jitdumps.set(pid, { size, functions: codes.length, isTruncated });
  }

  /** A program that is killed leaves an empty file, because Python had not written its buffer yet. */
  addEmptyJitdump(path: string): void {
    const pid = Number(JITDUMP_NAME.exec(path)?.[1]);
    if (!Number.isNaN(pid)) this.jitdumps.set(pid, { size: 0, functions: 0, isTruncated: true });
  }

  addOtherBuild(path: string): void {
    this.otherBuilds.add(path);
  }

  addRequest(text: string): void {
    this.request = text;
  }

  openSymbols(hasKernel: boolean): OpenSymbols {
    const { perfMaps, jitdumps, otherBuilds, request } = this;
    return { perfMaps, jitdumps, hasKernel, otherBuilds, request };
  }
}
