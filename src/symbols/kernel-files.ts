// The kallsyms files opened with a recording, the last of which is used if it is of the recorded kernel.

import type { KernelCode, KernelReference } from '../model/code.ts';
import type { Note } from '../model/profile.ts';
import { hasAddresses } from './kallsyms.ts';
import { isOtherKernel } from './kernel-build.ts';
import { kernelCode } from './kernel-code.ts';
import { noteOf, Problem } from './library-notes.ts';

/** The first addresses in kallsyms may be zero, but not all those in the first 64 kB. */
const ADDRESS_CHECK_SIZE = 1 << 16;

export class KernelFiles {
  /** Undefined if there is no file with addresses, or if it is of another build. */
  code: KernelCode | undefined;
  /** Name of the file that is not used because it is of another build than the recorded kernel. */
  other: string | undefined;
  private readonly paths: string[] = [];
  private readonly hidden: string[] = [];

  add(path: string, bytes: Uint8Array, limit: number, onLimit: () => void): void {
    const first = new TextDecoder().decode(bytes.subarray(0, ADDRESS_CHECK_SIZE));
    if (!hasAddresses(first)) {
      this.hidden.push(path);
      return;
    }
    this.code = kernelCode(bytes, limit, onLimit);
    this.paths.push(path);
  }

  check(recorded: KernelReference): void {
    if (!this.code || !isOtherKernel(this.code, recorded)) return;
    this.code = undefined;
    this.other = this.paths.at(-1);
  }

  /** True if symbols of the recorded kernel are open, even if their addresses are hidden. */
  get isOpen(): boolean {
    return this.code !== undefined || this.hidden.length > 0;
  }

  notes(): Note[] {
    return [
      ...this.hidden.flatMap((path) => noteOf(`hidden ${path}`, [path], Problem.hiddenKernel)),
      ...noteOf('other kallsyms', this.paths.slice(0, -1), Problem.otherKernel),
    ];
  }
}
