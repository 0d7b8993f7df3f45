/** Benchmark inputs, prepared when a benchmark first needs them. */
export interface Inputs {
  /** Undefined for Playwright's own Chromium. */
  readonly chromiumPath: () => string | undefined;
  /** Folder of the recordings to compare. */
  readonly pairs: () => string;
  /** Folder of the built site. */
  readonly dist: string;
  /** Builds and serves the site; returns its URL. */
  readonly siteUrl: () => Promise<string>;
  /** Path of a large text recording. */
  readonly largeText: () => string;
  /** Its beginnings, and the seconds to the first complete flame graph of each. */
  readonly textBeginnings: () => readonly TextBeginning[];
  /** Path of a text recording with a million samples. */
  readonly millionSamples: () => string;
  /** Binary recordings with the files needed to symbolize them. */
  readonly perfData: () => readonly PerfDataSet[];
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

export interface TextBeginning extends NamedPath {
  /** Seconds to the first complete flame graph. */
  readonly target: number;
}

export interface PerfDataSet {
  readonly name: string;
  /** Paths, the recording first. */
  readonly files: readonly string[];
  /** Seconds to the first complete flame graph. */
  readonly target: number;
}
