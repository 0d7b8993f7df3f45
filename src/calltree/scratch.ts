/**
 * Columns that building a tree needs, one row per chain of the stacks. They are reused from one tree to the next, since
 * allocating them takes longer than filling them.
 */
export class TreeScratch {
  total = new Float64Array(0);
  self = new Float64Array(0);
  samples = new Int32Array(0);
  selfSamples = new Int32Array(0);
  firstChild = new Int32Array(0);
  nextSibling = new Int32Array(0);
  at = new Int32Array(0);
  nextMember = new Int32Array(0);

  /** Makes room for `length` chains. The values are undefined. */
  reserve(length: number): void {
    if (this.total.length >= length) return;
    this.total = new Float64Array(length);
    this.self = new Float64Array(length);
    this.samples = new Int32Array(length);
    this.selfSamples = new Int32Array(length);
    this.firstChild = new Int32Array(length);
    this.nextSibling = new Int32Array(length);
    this.at = new Int32Array(length);
    this.nextMember = new Int32Array(length);
  }
}
