// What families of code are called.

import { Kind, KIND_LABELS, type Family } from '../model/kinds.ts';

/** A family of one kind has the label of the kind. */
export const FAMILY_LABELS: Readonly<Record<Family, string>> = {
  own: KIND_LABELS[Kind.own],
  stdlib: KIND_LABELS[Kind.stdlib],
  package: KIND_LABELS[Kind.package],
  imports: 'imports',
  interpreter: 'interpreter',
  extension: KIND_LABELS[Kind.extension],
  native: KIND_LABELS[Kind.native],
  kernel: KIND_LABELS[Kind.kernel],
  other: 'other',
};
