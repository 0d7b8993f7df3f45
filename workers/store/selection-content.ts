// A selection of a store in the format that a page embeds: what another process or worker opens as a recording.

import { Form } from '../../src/formats/compact/layout.ts';
import { writeCompact } from '../../src/formats/compact/write-compact.ts';
import type { StoredProfile } from '../reading/sniff.ts';

/** Functions have the kinds with which they were stored, and are classified where the content is opened. */
export function selectionContent({ profile }: StoredProfile): Uint8Array<ArrayBuffer> {
  return writeCompact(profile, { form: Form.individual, level: undefined, minShare: 0 });
}
