import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../fixtures/seed.ts';
import {
  fields,
  JIT_MAGIC,
  JIT_PID,
  jitHeader,
  jitLoad,
  jitRecord,
  jitUnwinding,
} from '../../../fixtures/jitdump.ts';
import { fuzzRuns, triesAllRecordings } from '../../../fixtures/fuzz.ts';
import { bytesAt, filesIn, folders, HAS_PROFILES, plainAt, SKIP_NOTE } from '../../../fixtures/profiles.ts';
import { bytesOf, concatBytes } from '../../../fixtures/sources.ts';
import { memoryStream } from '../../bytes/byte-stream.ts';
import { readArchive } from '../../../fixtures/archive.ts';
import { readJitDump, type JitCodeLoad } from './jitdump.ts';

const HEADER = jitHeader();

const MOVE = jitRecord(1, 9n, fields(JIT_PID, JIT_PID, 0n, 4096n, 8192n, 16n, 1n));

function read(...records: readonly Uint8Array[]) {
  return readJitDump(concatBytes(HEADER, ...records));
}

describe('records', () => {
  test('of code and moves are read; others are skipped', () => {
    const debug = jitRecord(2, 1n, fields(4096n, 0n));
    const found = read(
      jitLoad({ name: 'py::f:/a.py' }),
      debug,
      MOVE,
      jitRecord(3, 2n),
      jitRecord(99, 3n, 'anything'),
    );
    expect(found).toEqual({
      machine: undefined,
      pid: JIT_PID,
      codes: [{ time: 1_000_000_007, address: 0x7f00_0000_1000, size: 11, name: 'py::f:/a.py', index: 1 }],
      moves: [{ time: 9, to: 8192, index: 1 }],
      isTruncated: false,
      skippedBytes: 0,
      missingCodes: 0,
      exceedsLimit: false,
    });
  });

  test('may be absent', () => expect(read()).toMatchObject({ codes: [], isTruncated: false }));

  test('of unwind data apply only to the next code record; their data follows its code, aligned to 8', () => {
    const debug = jitRecord(2, 1n, fields(4096n, 0n));
    const { codes } = read(
      jitLoad({ name: 'a' }),
      jitUnwinding('frame', 'hdr'),
      debug,
      jitLoad({ name: 'b' }),
      jitLoad({ name: 'c' }),
    );
    expect(codes.map(({ unwind }) => unwind)).toEqual([
      undefined,
      {
        sections: {
          ehFrame: { address: 16, bytes: bytesOf('frame') },
          ehFrameHdr: { address: 21, bytes: bytesOf('hdr') },
        },
        mappedSize: 80,
      },
      undefined,
    ]);
  });

  test('of unwind data may lack one or both sections', () => {
    const pairs = [jitUnwinding('frame', ''), jitUnwinding('', 'hdr'), jitUnwinding('', '')];
    const { codes } = read(...pairs.flatMap((unwind) => [unwind, jitLoad({ name: 'a' })]));
    expect(codes.map(({ unwind }) => unwind && Object.keys(unwind.sections))).toEqual([
      ['ehFrame'],
      ['ehFrameHdr'],
      undefined,
    ]);
  });

  test('from macOS have 8-byte thread IDs', () => {
    const made = fields(JIT_PID, 0, 77n, 0n, 4096n, 5n, 3n);
    const { codes } = read(jitRecord(0, 1n, made, 'py::f:/a.py\0', 'codes'));
    expect(codes).toEqual([{ time: 1, address: 4096, size: 5, name: 'py::f:/a.py', index: 3 }]);
  });

  test('may have bytes between the name and the code', () => {
    const { codes } = read(
      jitRecord(0, 1n, fields(JIT_PID, JIT_PID, 0n, 4096n, 5n, 3n), 'name\0', '\0\0\0', 'codes'),
    );
    expect(codes).toMatchObject([{ name: 'name', size: 5 }]);
  });

  test('have negative addresses in the upper half of the address space', () => {
    const { codes } = read(jitLoad({ name: 'a', address: -4096n }), jitLoad({ name: 'b', address: 0n }));
    expect(codes.map(({ address }) => address)).toEqual([-4096, 0]);
  });

  test('may have any name', () => {
    const names = ['', 'py::a b:<frozen é 名>', '\ufeffx', '<lambda>'];
    expect(read(...names.map((name) => jitLoad({ name }))).codes.map(({ name }) => name)).toEqual(names);
  });

  test('are skipped if invalid', () => {
    const short = jitRecord(0, 1n, fields(JIT_PID, JIT_PID, 0n));
    const unnamed = jitRecord(0, 1n, fields(JIT_PID, JIT_PID, 0n, 0n, 0n, 1n), 'name');
    const large = jitRecord(0, 1n, fields(JIT_PID, JIT_PID, 0n, 4096n, 6n, 1n), 'name\0', 'codes');
    const larger = jitRecord(0, 1n, fields(JIT_PID, JIT_PID, 0n, 4096n, -1n, 1n), 'name\0', 'codes');
    const move = jitRecord(1, 9n, fields(JIT_PID, JIT_PID, 0n));
    const unwind = jitRecord(4, 1n, fields(9n, 3n, 80n), 'short');
    const swapped = jitRecord(4, 1n, fields(3n, 9n, 80n), 'short');
    const found = read(short, unnamed, large, larger, move, unwind, swapped, jitLoad({ name: 'last' }));
    expect(found).toMatchObject({ codes: [{ name: 'last' }], moves: [], isTruncated: false });
    expect(found.codes[0].unwind).toBeUndefined();
  });
});

describe('the header', () => {
  test('may be longer', () => {
    const header = concatBytes(fields(JIT_MAGIC, 1, 48, 62, 0, JIT_PID, 1n, 1n), 'whatever');
    expect(readJitDump(concatBytes(header, jitLoad({ name: 'a' })))).toMatchObject({
      codes: [{ name: 'a' }],
    });
  });

  test('may be longer than the file, which is then truncated', () =>
    expect(readJitDump(fields(JIT_MAGIC, 1, 48, 62, 0, JIT_PID, 1n, 0n))).toMatchObject({
      codes: [],
      isTruncated: true,
    }));

  test.each([
    ['an empty file', '', 'it is empty, as happens when a program is killed'],
    ['another format', 'PERFILE2'.repeat(10), 'it is not a jitdump'],
    ['a big-endian dump', concatBytes('JiTD', HEADER), 'it is a big-endian jitdump, which is not supported'],
    ['a truncated header', HEADER.subarray(0, 39), 'it is a jitdump with a truncated header'],
    [
      'a newer version',
      concatBytes(fields(JIT_MAGIC, 2), HEADER),
      'it is a jitdump of version 2: only version 1 is supported',
    ],
    [
      'a header that is too short',
      concatBytes(fields(JIT_MAGIC, 1, 39), HEADER),
      'it is a jitdump with an invalid header',
    ],
  ])('is rejected: %s', (_, bytes, why) => {
    expect(() => readJitDump(bytesOf(bytes))).toThrow(new Error(why));
  });
});

describe('a truncated file', () => {
  const parts = [
    jitLoad({ name: 'a' }),
    jitUnwinding('frame', 'hdr'),
    jitLoad({ name: 'b' }),
    MOVE,
    jitLoad({ name: 'c' }),
  ];
  const content = concatBytes(HEADER, ...parts);

  test('yields all complete records, and is reported as truncated unless it ends with one', () => {
    const ends = parts.map((_, i) => HEADER.length + concatBytes(...parts.slice(0, i + 1)).length);
    // Unwind data must be followed by code.
    const complete = new Set([HEADER.length, ends[0], ends[2], ends[3], ends[4]]);
    for (let end = HEADER.length; end <= content.length; end++) {
      const { codes, isTruncated } = readJitDump(content.subarray(0, end));
      expect(isTruncated).toBe(!complete.has(end));
      expect(codes).toHaveLength([ends[0], ends[2], ends[4]].filter((at) => at <= end).length);
    }
  });

  test('may be padded with zeros', () =>
    expect(read(jitLoad({ name: 'a' }), new Uint8Array(4096))).toMatchObject({
      codes: [{ name: 'a' }],
      isTruncated: true,
    }));

  test('with random bytes changed neither throws nor hangs', () => {
    const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255));
    const property = fc.property(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.nat(64),
      (changes, lead) => {
        const changed = concatBytes(new Uint8Array(lead), content);
        for (const [at, byte] of changes) if (at >= HEADER.length) changed[lead + at] = byte;
        const { codes } = readJitDump(changed.subarray(lead));
        expect(codes.length).toBeLessThanOrEqual(changed.length / 57);
      },
    );
    fc.assert(property, { numRuns: fuzzRuns(1000) });
  });
});

/** Hides readelf's warnings about the order of symbols in perf's files. */
const QUIET: SpawnSyncOptions = { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 };

/** Files per readelf process, so that its output fits into memory. */
const FILES_PER_PROCESS = 500;

/** What readelf prints about each of these files. */
function printedByReadelf(files: readonly Uint8Array[], folder: string): string[] {
  const printed: string[] = [];
  for (let from = 0; from < files.length; from += FILES_PER_PROCESS) {
    const paths = files.slice(from, from + FILES_PER_PROCESS).map((bytes, i) => {
      writeFileSync(join(folder, `${i}.so`), bytes);
      return join(folder, `${i}.so`);
    });
    // A file that does not exist makes readelf print the name of a single file, too.
    const all = spawnSync('readelf', ['-WsS', join(folder, 'none'), ...paths], QUIET).stdout.toString();
    printed.push(...all.split(/^File: /m).slice(1));
  }
  return printed;
}

/** The symbol, .eh_frame and .eh_frame_hdr of a file that perf wrote, according to readelf. */
function elfOf(bytes: Uint8Array, printed: string) {
  const [, size, name] = /: 0*80 +(\d+) FUNC +LOCAL +DEFAULT +\d+ (.*)$/m.exec(printed) ?? [];
  const section = (name: string) => {
    const row = new RegExp(` ${name} +PROGBITS +([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)`).exec(printed);
    const [address, offset, size] = row?.slice(1).map((hex) => parseInt(hex, 16)) ?? [];
    return row && { address: address - 0x80, bytes: bytes.subarray(offset, offset + size) };
  };
  return {
    name,
    size: Number(size),
    ehFrame: section('\\.eh_frame'),
    ehFrameHdr: section('\\.eh_frame_hdr'),
  };
}

describe.skipIf(!HAS_PROFILES)(`the dumps of real recordings${SKIP_NOTE}`, () => {
  const withDumps = folders().filter((folder) => filesIn(folder).includes('jitted.tar.gz'));
  /** Of a dump with more functions, only as many are checked, spread evenly. */
  const MOST = triesAllRecordings ? Infinity : 50;

  test.each(withDumps)('%s: match the files that perf wrote', async (folder) => {
    const tar = await readArchive(memoryStream(plainAt(folder, 'jitted.tar.gz')));
    const jitted = new Map(tar.files.map(({ path, bytes }) => [path, bytes]));
    const names = new Set<string>();
    const written: { readonly code: JitCodeLoad; readonly bytes: Uint8Array }[] = [];
    for (const file of filesIn(folder).filter((name) => name.endsWith('.dump'))) {
      const { pid, codes } = readJitDump(bytesAt(folder, file));
      expect(file).toBe(`jit-${pid}.dump`);
      const stride = Math.ceil(codes.length / MOST) || 1;
      for (const code of codes) {
        const name = `jitted-${pid}-${code.index}.so`;
        names.add(name);
        const bytes = jitted.get(name);
        if (bytes && code.index % stride === 0) written.push({ code, bytes });
      }
    }
    const temporary = mkdtempSync(join(tmpdir(), 'jitdump-'));
    const printed = printedByReadelf(
      written.map(({ bytes }) => bytes),
      temporary,
    );
    rmSync(temporary, { recursive: true });
    expect(printed).toHaveLength(written.length);
    for (const [i, { code, bytes }] of written.entries())
      expect(elfOf(bytes, printed[i])).toEqual({
        name: code.name,
        size: code.size,
        ...code.unwind?.sections,
      });
    expect([...jitted.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  test('yield more functions than perf reads, if forks damaged the dump', () => {
    const read = ['7379', '7381'].map((pid) =>
      readJitDump(bytesAt('doctor/jitdump-incomplete', `jit-${pid}.dump`)),
    );
    // perf inject stopped at the first gap: jitted.tar.gz has 400 files from the first process.
    expect(read.map(({ codes }) => codes.length)).toEqual([418, 39]);
    expect(read[0].codes.map(({ index }) => index)).toEqual(Array.from({ length: 418 }, (_, i) => i + 1));
    expect(read).toMatchObject([
      { isTruncated: false, skippedBytes: 345, missingCodes: 0 },
      { isTruncated: true, skippedBytes: 0, missingCodes: 0 },
    ]);
  });
});
