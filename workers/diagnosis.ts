// Diagnoses an open recording, once. Loaded on demand.

import { runNow } from '../src/async/time-slices.ts';
import { diagnose, type Diagnosed } from '../src/doctor/diagnose.ts';
import { mend } from '../src/mending/mend.ts';
import { reattachedSamples } from '../src/mending/mended-profile.ts';
import type { OpenProfile } from './pipeline.ts';

/** Undefined if the recording's format says nothing about how it was made. */
export function diagnosisOf(open: OpenProfile): Diagnosed | undefined {
  // Inferred callers say nothing about how it was recorded.
  const recorded = open.recorded ?? open;
  recorded.diagnosed ??= { value: diagnose(recorded.classified, () => samplesToMend(recorded)) };
  return recorded.diagnosed.value;
}

/** Takes long if the recording has not been mended, so rules ask only if it decides. */
function samplesToMend({ reattached, unclassified }: OpenProfile): Uint8Array | undefined {
  return reattached ?? (unclassified && reattachedSamples(runNow(mend(unclassified))));
}
