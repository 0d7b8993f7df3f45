// Diagnoses an open recording, once. Loaded on demand.

import { diagnose, type Diagnosed } from '../src/doctor/diagnose.ts';
import type { OpenProfile } from './pipeline.ts';

/** Undefined if the recording's format says nothing about how it was made. */
export function diagnosisOf(open: OpenProfile): Diagnosed | undefined {
  // Inferred callers say nothing about how it was recorded.
  const recorded = open.recorded ?? open;
  recorded.diagnosed ??= { value: diagnose(recorded.classified) };
  return recorded.diagnosed.value;
}
