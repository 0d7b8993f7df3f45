// What a format of text is to the pipeline: text of any size, read in blocks that can be read apart.

import type { Profile } from '../model/profile.ts';

export interface TextFormat<Form> {
  /** As a person calls it. */
  readonly name: string;
  /**
   * What is to be known of the whole text before a block of it can be read, told from its beginning; plain data.
   * Undefined when the text is not of this format.
   */
  sniff(head: Uint8Array): Form | undefined;
  /** The end of the last record that is whole beyond doubt in `bytes[0, end)`; 0 when there is none. */
  lastCut(bytes: Uint8Array, end: number): number;
  /** Reads `bytes[0, end)`: whole records, except that the `last` block may end anywhere. Never throws. */
  read(bytes: Uint8Array, end: number, form: Form, last: boolean): Profile;
}
