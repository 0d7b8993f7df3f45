// Gathers facts about the symbol files that are opened with a recording.

import { INJECTED_FILE } from '../model/code.ts';
import type { JitdumpFacts, OpenSymbols } from '../model/recorded.ts';
import { JITDUMP_NAME } from './companion-kind.ts';
import type { JitDump } from './jit/jitdump.ts';

export class SymbolFacts {
  private readonly perfMaps = new Set<number>();
  private readonly jitdumps = new Map<number, JitdumpFacts>();
  private readonly otherBuilds = new Set<string>();
  private request = '';
  private hasInjectedFiles = false;

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

  addImage(path: string): void {
    this.hasInjectedFiles ||= INJECTED_FILE.test(path);
  }

  addOtherBuild(path: string): void {
    this.otherBuilds.add(path);
  }

  addRequest(text: string): void {
    this.request = text;
  }

  openSymbols(files: Iterable<string>, hasKernel: boolean): OpenSymbols {
    const { perfMaps, jitdumps, hasInjectedFiles, otherBuilds, request } = this;
    return { perfMaps, jitdumps, hasInjectedFiles, hasKernel, files: new Set(files), otherBuilds, request };
  }
}
