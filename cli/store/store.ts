// An open store of recordings, in any engine.

import type { RecordingRows } from '../../src/formats/stored/stored-rows.ts';
import type { ListedRecording, StoreReader } from '../../src/store/reader.ts';

/** What `add` knows of a recording besides its samples. */
export interface RecordingLabels extends Pick<
  ListedRecording,
  'service' | 'version' | 'host' | 'started' | 'seconds' | 'name' | 'labels' | 'defaultEvent'
> {
  /** JSON, or empty. */
  readonly diagnosis: string;
}

export interface Store {
  readonly reader: StoreReader;
  /** Returns false if the recording is already in the store. It is complete when the store is closed; interrupted, it adds nothing. */
  add(rows: RecordingRows, labels: RecordingLabels): Promise<boolean>;
  /** Also removes functions and stacks that no other recording has, and what an interrupted `add` left. */
  remove(recordings: readonly ListedRecording[]): Promise<void>;
  /** Writes the rows of these recordings in all tables to Parquet files in a folder. */
  exportTo(folder: string, recordings: readonly ListedRecording[]): Promise<void>;
  /** Completes what was added. */
  close(): Promise<void>;
}
