// Gathers facts about how a recording was made, from its records and metadata.

import { NONE, type Profile } from '../../model/profile.ts';
import type { Recorded, RecordedEvent } from '../../model/recorded.ts';
import { SampleField, type Attr } from './attr.ts';
import { CopiedStackTable } from './copied-stack-table.ts';
import type { Features } from './features.ts';
import { mayBeOffCpu } from './off-cpu.ts';
import { ProcessFactsTable } from './process-facts-table.ts';
import type { Mapping } from './processes.ts';

/** All facts but those about symbol files. */
export type RecordedFacts = Omit<Recorded, 'symbols'>;

/** Kinds of notes on recordings that end early. */
const TRUNCATED: ReadonlySet<string> = new Set(['cut', 'unfinished', 'record']);

export class FactsCollector {
  readonly processes: ProcessFactsTable;
  /** Undefined until an event copies stacks. */
  copiedStacks: CopiedStackTable | undefined;
  lost = 0;
  lostInTotal = 0;
  lostRecords = 0;
  throttled = 0;

  constructor(maxProcesses: number) {
    this.processes = new ProcessFactsTable(maxProcesses);
  }

  map(mapping: Mapping): void {
    this.processes.map(mapping);
    this.copiedStacks?.map(mapping);
  }

  /** `attrOf` has the row in `attrs` of each event of the profile. */
  finish(
    profile: Profile,
    features: Features,
    attrs: readonly Attr[],
    attrOf: readonly number[],
    nameOf: (attr: number) => string,
  ): RecordedFacts {
    const { lost, lostInTotal, lostRecords, throttled } = this;
    const { table } = this.processes;
    const others = [...attrs.keys()].filter((row) => !attrOf.includes(row));
    return {
      commandLine: features.commandLine,
      perfVersion: features.version,
      arch: features.arch,
      hostname: features.hostname,
      date: features.date,
      isInjected: isInjecting(features.commandLine) || this.processes.hasJittedFiles,
      isTruncated: profile.notes.some(({ kind }) => TRUNCATED.has(kind)),
      lost,
      lostInTotal,
      lostRecords,
      throttled,
      events: [...attrOf, ...others].map((row) => eventOf(attrs[row], nameOf(row))),
      processes: table,
      copiedStacks: this.copiedStacks?.finish(profile, (pid) => table.get(pid)?.parent ?? NONE),
    };
  }
}

/** True for the command line of `perf inject --jit`, unless perf left it out. */
function isInjecting(commandLine: readonly string[]): boolean {
  return commandLine[1] === 'inject' && commandLine.some((word) => word === '--jit' || word === '-j');
}

function eventOf(attr: Attr, name: string): RecordedEvent {
  const { sampleType, frequency, excludesKernel, maxStack, clock } = attr;
  return {
    name,
    frequency,
    hasCallChains: (sampleType & SampleField.callchain) !== 0 || mayBeOffCpu(attr),
    stackSize: copiesStacks(attr) ? attr.stackSize : 0,
    excludesKernel,
    maxStack,
    clock,
    isSystemWide: (sampleType & SampleField.cpu) !== 0 && !attr.startsAtExec,
  };
}

/** True if samples of the event have the top of the stack and the registers, with which it can be unwound. */
export function copiesStacks({ sampleType }: Attr): boolean {
  return (sampleType & SampleField.stack) !== 0 && (sampleType & SampleField.registers) !== 0;
}
