// Diagnoses an open recording, once. Loaded on demand.

import { runNow, runSliced, type TimeSliced } from '../src/async/time-slices.ts';
import { diagnoseInSlices, type Diagnosed } from '../src/doctor/diagnose.ts';
import { mend, reattachedSamples } from '../src/mending/mend.ts';
import { type WaitFacts, sideDiagnosis, type SideDiagnosis } from '../src/model/findings.ts';
import type { Problem } from '../src/model/session.ts';
import { quoted } from '../src/text/format.ts';
import { waitFacts } from '../src/waiting/wait-facts.ts';
import { sampledIn, type OpenProfile } from './pipeline.ts';
import type { Pause } from './scheduler.ts';
import { waitsIn } from './waits.ts';

/** Undefined if the recording's format says nothing about how it was made. */
export function diagnosisOf(open: OpenProfile): Diagnosed | undefined {
  // Inferred callers say nothing about how it was recorded.
  const recorded = open.recorded ?? open;
  recorded.diagnosed ??= { value: runNow(diagnosing(recorded)) };
  return recorded.diagnosed.value;
}

/** Why a recording without samples is empty, and how to record again. */
export function emptyProblem(open: OpenProfile): Problem | undefined {
  const diagnosis = diagnosisOf(open)?.diagnosis;
  return diagnosis && { text: `${quoted(open.recording.name)} has no samples.`, diagnosis };
}

/** What a comparison says about the recording; undefined for the same formats. */
export function sideDiagnosisOf(open: OpenProfile): SideDiagnosis | undefined {
  const diagnosed = diagnosisOf(open);
  return diagnosed && sideDiagnosis(diagnosed.diagnosis);
}

/** Like diagnosisOf, but in time slices. */
export async function diagnosisInSlices(open: OpenProfile, pause: Pause): Promise<Diagnosed | undefined> {
  const recorded = open.recorded ?? open;
  recorded.diagnosed ??= { value: await runSliced(diagnosing(recorded), pause) };
  return recorded.diagnosed.value;
}

function diagnosing(recorded: OpenProfile): TimeSliced<Diagnosed | undefined> {
  return diagnoseInSlices(sampledIn(recorded), () => samplesToMend(recorded), waitFactsOf(recorded));
}

function waitFactsOf(recorded: OpenProfile): WaitFacts | undefined {
  const waits = waitsIn(recorded);
  return waits && waitFacts(waits);
}

/** Takes long if the recording has not been mended, so rules ask only if it decides. */
function samplesToMend({ reattached, unclassified }: OpenProfile): Uint8Array | undefined {
  return reattached ?? (unclassified && reattachedSamples(mend(unclassified)));
}
