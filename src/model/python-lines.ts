// The source lines of Python frames, as far as they are known.

/** Rows sorted by sample, then by frame. */
export interface PythonLines {
  readonly length: number;
  /** Row of the sample table. */
  readonly sample: Int32Array;
  /** Number of the Python frame in its stack, counted from the leaf. */
  readonly pythonFrame: Int32Array;
  /** Index into `names`. */
  readonly name: Int32Array;
  /** 1-based. */
  readonly line: Int32Array;
  /** `py::NAME:FILE`. */
  readonly names: readonly string[];
}
