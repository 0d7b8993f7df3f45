// Worker that finds the callers of cut stacks, which takes seconds for a large recording.

import { mend, type Mending, type MendingInput } from '../src/mending/mend.ts';
import { exposeMethods } from './subworker.ts';
import { withTransfer } from './transfer.ts';

const endpoint = {
  mend(input: MendingInput): Mending {
    const mending = mend(input);
    return withTransfer(mending, mending, mending.added);
  },
};

export type MendEndpoint = typeof endpoint;

exposeMethods(endpoint);
