import { expect, test } from 'vitest';
import { filesIn } from './dropped-entries.ts';

class FakeEntry implements FileSystemEntry {
  readonly fullPath: string;
  constructor(fullPath: string) {
    this.fullPath = fullPath;
  }
  get isFile(): boolean {
    return this instanceof FakeFile;
  }
  get isDirectory(): boolean {
    return this instanceof FakeFolder;
  }
  get name(): string {
    return this.fullPath.slice(this.fullPath.lastIndexOf('/') + 1);
  }
  get filesystem(): FileSystem {
    throw new Error('Nothing asks for it');
  }
  getParent(): void {}
}

class FakeFile extends FakeEntry implements FileSystemFileEntry {
  file(take: FileCallback, fail?: ErrorCallback): void {
    const denied = new DOMException('permission denied', 'NotReadableError');
    if (this.name.startsWith('locked')) fail?.(denied);
    else take(new File(['a'], this.name));
  }
}

/** Gives one child at a time, as browsers give a hundred; and in one that is called so fails after the first. */
class FakeFolder extends FakeEntry implements FileSystemDirectoryEntry {
  readonly children: readonly FakeEntry[];
  constructor(fullPath: string, children: readonly FakeEntry[]) {
    super(fullPath);
    this.children = children;
  }
  createReader(): FileSystemDirectoryReader {
    let at = 0;
    return {
      readEntries: (take, fail) => {
        const isBroken = this.name === 'broken' && at > 0;
        if (isBroken) fail?.(new DOMException('gone', 'NotFoundError'));
        else take(this.children.slice(at, ++at));
      },
    };
  }
  getDirectory(): void {}
  getFile(): void {}
}

function folder(path: string, ...names: readonly string[]): FakeFolder {
  return new FakeFolder(
    path,
    names.map((name) => new FakeFile(`${path}/${name}`)),
  );
}

async function dropped(entries: readonly FakeEntry[], most?: number) {
  const { files, notes } = await filesIn(entries, most);
  return { files: files.map(({ name }) => name), notes: notes.map(({ text }) => text) };
}

test('files of folders are named by their paths', async () => {
  const inner = folder('/a/b', 'perf.data', 'perf-7.map');
  expect(await dropped([new FakeFile('/c'), new FakeFolder('/a', [inner, new FakeFile('/a/d')])])).toEqual({
    files: ['c', 'a/b/perf.data', 'a/b/perf-7.map', 'a/d'],
    notes: [],
  });
});

test('an entry that cannot be read is named, and the rest is there', async () => {
  expect(await dropped([folder('/a', 'perf.data', 'locked.so', 'perf-7.map')])).toEqual({
    files: ['a/perf.data', 'a/perf-7.map'],
    notes: ['The browser could not read “a/locked.so” (permission denied), so it was left out'],
  });
});

test('several are counted, folders among them, of which what was read before is taken', async () => {
  expect(await dropped([folder('/broken', 'x', 'y'), folder('/a', 'locked1', 'b', 'locked2')])).toEqual({
    files: ['broken/x', 'a/b'],
    notes: [
      'The browser could not read 3 entries of what you dropped (gone), so they were left out: broken, a/locked1, a/locked2',
    ],
  });
});

test('more files than are taken is said, and just as many is not', async () => {
  const three = folder('/a', '1', '2', '3');
  expect(await dropped([three], 3)).toEqual({ files: ['a/1', 'a/2', 'a/3'], notes: [] });
  const { files, notes } = await dropped([three, folder('/b', '4')], 2);
  expect(files).toEqual(['a/1', 'a/2']);
  expect(notes).toEqual([expect.stringMatching(/^Only the first 2 files of what you dropped were taken/)]);
});

test('a folder without a file is said', async () => {
  expect(await dropped([folder('/empty')])).toEqual({
    files: [],
    notes: ['What you dropped holds no file'],
  });
});
