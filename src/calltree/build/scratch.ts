/**
 * Temporary columns for building a tree, with one row per chain of the stacks. Successive trees reuse them, because allocating them
 * takes longer than filling them.
 */
export class TreeScratch {
  private columns = scratchColumns(0);

  /** Returns columns with room for `length` chains. Their values are unspecified. */
  reserve(length: number): ReturnType<typeof scratchColumns> {
    if (this.columns.total.length < length) this.columns = scratchColumns(length);
    return this.columns;
  }
}

function scratchColumns(length: number) {
  return {
    total: new Float64Array(length),
    self: new Float64Array(length),
    samples: new Int32Array(length),
    selfSamples: new Int32Array(length),
    firstChild: new Int32Array(length),
    nextSibling: new Int32Array(length),
    at: new Int32Array(length),
    nextMember: new Int32Array(length),
  };
}
