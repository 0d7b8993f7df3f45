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
    throw new Error('not used');
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

/** Each read returns one child; browsers return up to 100. A folder named `broken` fails on the second read. */
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

async function dropped(entries: readonly FakeEntry[], limit?: number) {
  const { files, notes } = await filesIn(entries, limit);
  return { files: files.map(({ name }) => name), notes: notes.map(({ text }) => text) };
}

test('names files in folders by their paths', async () => {
  const inner = folder('/a/b', 'perf.data', 'perf-7.map');
  expect(await dropped([new FakeFile('/c'), new FakeFolder('/a', [inner, new FakeFile('/a/d')])])).toEqual({
    files: ['c', 'a/b/perf.data', 'a/b/perf-7.map', 'a/d'],
    notes: [],
  });
});

test('skips an unreadable entry and names it in a note', async () => {
  expect(await dropped([folder('/a', 'perf.data', 'locked.so', 'perf-7.map')])).toEqual({
    files: ['a/perf.data', 'a/perf-7.map'],
    notes: ['The browser could not read “a/locked.so” (permission denied), so it was skipped'],
  });
});

test('counts several unreadable entries, and keeps the files read before a folder failed', async () => {
  expect(await dropped([folder('/broken', 'x', 'y'), folder('/a', 'locked1', 'b', 'locked2')])).toEqual({
    files: ['broken/x', 'a/b'],
    notes: [
      'The browser could not read 3 entries in what you dropped (gone), so they were skipped: broken, a/locked1, a/locked2',
    ],
  });
});

test('adds a note only if there are more files than the limit', async () => {
  const three = folder('/a', '1', '2', '3');
  expect(await dropped([three], 3)).toEqual({ files: ['a/1', 'a/2', 'a/3'], notes: [] });
  const { files, notes } = await dropped([three, folder('/b', '4')], 2);
  expect(files).toEqual(['a/1', 'a/2']);
  expect(notes).toEqual([expect.stringMatching(/^Only the first 2 of the dropped files were opened/)]);
});

test('adds a note if a folder has no files', async () => {
  expect(await dropped([folder('/empty')])).toEqual({
    files: [],
    notes: ['What you dropped contains no files'],
  });
});
