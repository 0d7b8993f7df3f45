// The source files given with a recording. They are read when a function of theirs is shown.

import type { RandomAccess } from '../src/bytes/random-access.ts';
import { closestPath, type SourceText } from '../src/model/lines.ts';

export interface SourceFile {
  readonly name: string;
  readonly content: RandomAccess;
}

/** Larger files are not written by hand. */
export const MAX_SOURCE_BYTES = 4 << 20;

export class SourceFiles {
  /** The newest first. */
  private files: readonly SourceFile[];

  constructor(files: readonly SourceFile[]) {
    this.files = files;
  }

  /** Of two files that match equally, the newer one wins. */
  add(files: readonly SourceFile[]): void {
    const names = new Set(files.map(({ name }) => name));
    this.files = [...files, ...this.files.filter(({ name }) => !names.has(name))];
  }

  /** The file with this recorded path; undefined if it was not given. */
  fileOf(path: string): SourceFile | undefined {
    const names = this.files.map(({ name }) => name);
    const index = closestPath(names, path);
    return index < 0 ? undefined : this.files[index];
  }

  async textOf(path: string): Promise<SourceText | undefined> {
    const file = this.fileOf(path);
    if (!file) return undefined;
    const { name, content } = file;
    return { name, text: decoded(await content.read(0, content.size)) };
  }
}

/** A declared encoding, in one of the first two lines (PEP 263). */
const CODING = /^(?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

function decoded(bytes: Uint8Array): string {
  const [, declared = 'utf-8'] = CODING.exec(String.fromCharCode(...bytes.subarray(0, 512))) ?? [];
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    // Python knows more encodings than browsers.
    return new TextDecoder().decode(bytes);
  }
}
