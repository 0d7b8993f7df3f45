// Finds out whether a Python was built with frame pointers.

import { framePointerUse } from '../../src/symbols/frame-pointers.ts';
import type { FoundPython } from './find-python.ts';
import type { Host } from './host.ts';

export interface FramePointers {
  readonly present: boolean;
  /** A clause that says how this was found out. */
  readonly evidence: string;
}

/** Interpreters with frame pointers set them up in 50 to 93 % of their exported functions, others in at most 1.4 %. */
const MIN_SHARE = 0.3;

export async function findFramePointers({ flags, code }: FoundPython, host: Host): Promise<FramePointers> {
  const last = [...flags.matchAll(/(?<![\w-])-f(no-)?omit-frame-pointer\b/g)].at(-1);
  if (last) return { present: last[1] !== undefined, evidence: `it was compiled with ${last[0]}` };
  const file = host.file(code);
  const use = file && (await framePointerUse(file).catch(() => undefined));
  if (!use || use.functions === 0) return { present: false, evidence: `${code} has no code to check` };
  const percent = Math.round(100 * use.share);
  return {
    present: use.share >= MIN_SHARE,
    evidence: `${percent} % of the functions in ${code} set one up`,
  };
}
