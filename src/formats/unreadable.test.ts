import { describe, expect, test } from 'vitest';
import { bytesOf, concatBytes } from '../../fixtures/sources.ts';
import { isPerfData, isText } from './format.ts';
import { explainUnreadable } from './unreadable.ts';

describe('identifies a file that is not a recording', () => {
  test.each<[string, Uint8Array]>([
    ['is empty', bytesOf('')],
    ['is a PNG image', concatBytes(Uint8Array.of(0x89), 'PNG\r\n')],
    ['is a JPEG image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['is a GIF image', bytesOf('GIF89a')],
    ['is a WebP image', bytesOf('RIFF\0\0\0\0WEBPVP8 ')],
    ['is a PDF', bytesOf('%PDF-1.7')],
    ['is an ELF program or library', bytesOf('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0')],
    ['is a core dump', bytesOf('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0')],
    ['is a jitdump', bytesOf('DTiJ\x01\0\0\0')],
    ['is a tar archive', concatBytes('a.txt', new Uint8Array(252), 'ustar\0')],
    ['is HTML', bytesOf('\n<!doctype html><html>')],
    ['is a perf map', bytesOf('7f0000000010 20 py::f:/a.py\n')],
    ['is JSON', bytesOf('{\n  "a": 1 }')],
    ['is JSON', bytesOf('[{"a": 1}]')],
    ['is text without samples or folded stacks', bytesOf('Dear diary,\n')],
    ['is binary data of an unknown kind', new Uint8Array(100)],
    ['is binary data of an unknown kind', bytesOf('\x7fELF\x93\x07\x1c\x05\0\x01\x02\x03')],
  ])('“x” %s', (what, head) => {
    const { reason } = explainUnreadable('x', head);
    expect(reason).toContain(`This is not a perf recording: “x” ${what}`);
    // The message lists the readable formats and says how to record.
    expect(reason).toContain('perf script');
    expect(reason).toContain('perf record -F 999 -g python3 -X perf app.py');
    expect(reason).toMatch(/\.$/);
  });
});

test('gives the command that unpacks a compressed file', () => {
  const unpack = (command: string) => ({ reason: command, note: command });
  expect(explainUnreadable('a.bz2', bytesOf('BZh91AY'))).toEqual(
    unpack('“a.bz2” is bzip2-compressed; unpack it with: bzip2 -d -- a.bz2'),
  );
  expect(explainUnreadable('a.zip', bytesOf('PK\x03\x04'))).toEqual(
    unpack('“a.zip” is a zip archive; unpack it with: unzip a.zip'),
  );
  // No command for a name that cannot be quoted.
  expect(explainUnreadable('a\nb.bz2', bytesOf('BZh91AY'))).toEqual(
    unpack('“a\nb.bz2” is bzip2-compressed; unpack it first.'),
  );
});

test('adds a note about a core dump, but not about a text file, when opened with a recording', () => {
  const core = bytesOf('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0');
  expect(explainUnreadable('core.7', core).note).toBe(
    '“core.7” is a core dump, which contains no symbols: leave it out.',
  );
  expect(explainUnreadable('README', bytesOf('Dear diary,\n')).note).toBeUndefined();
});

describe('perf.data', () => {
  test('is recognized by its first eight bytes', () => {
    expect(isPerfData(bytesOf('PERFILE2'))).toBe(true);
    expect(isPerfData(bytesOf('PERFILE'))).toBe(false);
    expect(isPerfData(bytesOf('PERFILE3'))).toBe(false);
  });
});

describe('files with few control characters are text', () => {
  test.each<[string, Uint8Array, boolean]>([
    ['an empty file', bytesOf(''), true],
    ['letters', bytesOf('\tmain\r\n'), true],
    ['Cyrillic letters', bytesOf('имя\n'), true],
    ['an occasional NUL', bytesOf(`${'a'.repeat(100)}\0`), true],
    ['zeros', new Uint8Array(100), false],
    ['UTF-16', bytesOf('m\0a\0i\0n\0'), false],
  ])('%s', (_what, bytes, expected) => expect(isText(bytes)).toBe(expected));
});
