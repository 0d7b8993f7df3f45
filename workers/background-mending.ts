// Mends a large recording in a worker of its own, beside its first view. The memory that this takes is freed with the worker.

import { canceledError } from '../src/async/canceled.ts';
import { mendingInput, type Mending } from '../src/mending/mend.ts';
import type { Profile } from '../src/model/profile.ts';
import type { MendEndpoint } from './mend.worker.ts';
import { startSubworker } from './subworker.ts';
import { withTransfer } from './transfer.ts';

/** A recording that is being mended. */
export interface BackgroundMending {
  /** Rejects if the worker fails or is ended. */
  readonly mending: Promise<Mending>;
  readonly end: () => void;
}

export function mendInWorker(profile: Profile): BackgroundMending {
  const { remote, answers, end } = startSubworker<MendEndpoint>('mend');
  const input = mendingInput(profile);
  const mending = answers.wait(remote.mend(withTransfer(input, input, input.stacks))).finally(end);
  // It is handled by those who wait for the result.
  mending.catch(() => {});
  return { mending, end: () => answers.fail(canceledError()) };
}
