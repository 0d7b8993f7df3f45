/** Benchmark inputs, prepared when a benchmark first needs them. */
export interface Inputs {
  /** Undefined for Playwright's own Chromium. */
  readonly chromiumPath: () => string | undefined;
  /** Folder of the recordings to compare. */
  readonly pairs: () => string;
  /** Builds the site; returns its folder. */
  readonly dist: () => string;
  /** Builds and serves the site; returns its URL. */
  readonly siteUrl: () => Promise<string>;
  /** Builds the command-line program; returns the path of its script. */
  readonly program: () => string;
  /** Path of a text recording of 3.7 GB. */
  readonly largeText: () => string;
  /** Path of its first megabytes. */
  readonly textBeginning: (megabytes: number) => string;
  /** Path of a text recording with a million samples. */
  readonly millionSamples: () => string;
  /** Paths of a perf.data of 341 MB, with 424 k samples with frame pointers, and of its symbol files. */
  readonly big: () => readonly string[];
  /** Paths of a perf.jit.data of 70 MB, with 8.2 k samples with copied stacks, and of its symbol files. */
  readonly jitBig: () => readonly string[];
  /** Path of a generated perf.data; it may not exist yet. */
  readonly tenMillionFile: () => string;
  /** Text recordings with deep stacks, nearly all of which reach the root of their thread. */
  readonly deepWhole: () => readonly NamedPath[];
  /** Path of a generated store; it may not exist yet. */
  readonly storeFile: () => string;
  /** Binary recordings with copies of 65,528 bytes of deep stacks. */
  readonly deepCopies: () => readonly NamedPath[];
}

export interface NamedPath {
  readonly name: string;
  readonly path: string;
}
