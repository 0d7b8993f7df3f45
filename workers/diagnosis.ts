// Diagnoses an open recording, once. Loaded on demand.

import { diagnose, type Diagnosed } from '../src/doctor/diagnose.ts';
import { mend, mendingInput } from '../src/mending/mend.ts';
import { reattachedSamples } from '../src/mending/mended-samples.ts';
import { sideDiagnosis, type SideDiagnosis } from '../src/model/side-diagnosis.ts';
import type { OpenProfile } from './pipeline.ts';

/** Undefined if the recording's format says nothing about how it was made. */
export function diagnosisOf(open: OpenProfile): Diagnosed | undefined {
  // Inferred callers say nothing about how it was recorded.
  const recorded = open.recorded ?? open;
  recorded.diagnosed ??= { value: diagnose(recorded.classified, () => samplesToMend(recorded)) };
  return recorded.diagnosed.value;
}

/** What a comparison says about the recording; undefined for the same formats. */
export function sideDiagnosisOf(open: OpenProfile): SideDiagnosis | undefined {
  const diagnosed = diagnosisOf(open);
  return diagnosed && sideDiagnosis(diagnosed.diagnosis);
}

/** Like diagnosisOf, but if mending decides and takes long, waits for `mended`, which returns the recording with its re-attached samples. */
export async function diagnosisWhenMended(
  open: OpenProfile,
  mended: () => Promise<OpenProfile>,
): Promise<Diagnosed | undefined> {
  const recorded = open.recorded ?? open;
  if (recorded.diagnosed || recorded.reattached || !recorded.unclassified) return diagnosisOf(recorded);
  let isDecisive = false;
  const value = diagnose(recorded.classified, () => {
    isDecisive = true;
    return undefined;
  });
  if (isDecisive) return diagnosisOf(await mended());
  recorded.diagnosed = { value };
  return value;
}

/** Takes long if the recording has not been mended, so rules ask only if it decides. */
function samplesToMend({ reattached, unclassified }: OpenProfile): Uint8Array | undefined {
  return reattached ?? (unclassified && reattachedSamples(mend(mendingInput(unclassified))));
}
