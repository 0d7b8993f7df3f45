// Reads written archives back with our reader and with the system's tar.

import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { bytesOf, concatBytes } from '../../fixtures/sources.ts';
import { memoryStream } from './byte-stream.ts';
import { readArchive } from '../../fixtures/archive.ts';
import { writeTar, type TarMember } from './tar-writer.ts';

function member(path: string, text: string, size = bytesOf(text).length): TarMember {
  return {
    path,
    size,
    async *content() {
      for (const word of text.split(/(?= )/)) yield bytesOf(word);
    },
  };
}

async function written(...members: TarMember[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of writeTar(members)) parts.push(part);
  return concatBytes(...parts);
}

async function writeAndRead(...members: TarMember[]): Promise<string[]> {
  const bytes = await written(...members);
  const { files, damage } = await readArchive(memoryStream(bytes));
  expect(damage).toBeUndefined();
  return files.map(({ path, bytes }) => `${path}: ${new TextDecoder().decode(bytes)}`);
}

const DEEP = `${'folder/'.repeat(20)}libpython.so`;
const LONG = `tmp/${'n'.repeat(150)}.so`;

const PATHS = [
  'perf.data',
  DEEP,
  LONG,
  `${'f'.repeat(160)}/${'n'.repeat(90)}`,
  `${'f'.repeat(155)}/${'n'.repeat(100)}`,
  'tmp/Grüße/程序.so',
  'root/.debug/[kernel.kallsyms]/48dc/kallsyms',
];

describe('a written tar archive', () => {
  test.each(PATHS)('contains the file %s', async (path) => {
    expect(await writeAndRead(member(path, 'one two'), member('last', ''))).toEqual([
      `${path}: one two`,
      'last: ',
    ]);
  });

  test('preserves contents whose length is near the block size', async () => {
    const members = [0, 1, 511, 512, 513, 1024].map((size) => member(`of ${size}`, 'x'.repeat(size)));
    const expected = members.map(({ path, size }) => `${path}: ${'x'.repeat(size)}`);
    expect(await writeAndRead(...members)).toEqual(expected);
  });

  test('consists of whole records and is reproducible', async () => {
    const bytes = await written(member('a', 'b'));
    expect(bytes.length).toBe(10_240);
    expect(await written(member('a', 'b'))).toEqual(bytes);
  });

  test('is readable by the system tar', async () => {
    const input = await written(...PATHS.map((path) => member(path, 'x')));
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const listed = execFileSync('tar', ['tf', '-', '--quoting-style=literal'], { input, env }).toString();
    expect(listed.trim().split('\n')).toEqual(PATHS);
    const contents = execFileSync('tar', ['xOf', '-'], { input, env }).toString();
    expect(contents).toBe('x'.repeat(PATHS.length));
  });

  test('records sizes above 8 GB', async () => {
    const beginning: Uint8Array[] = [];
    const size = 2 ** 34 + 5;
    for await (const piece of writeTar([member('large', 'x', size)])) {
      beginning.push(piece);
      break;
    }
    const text = new TextDecoder().decode(concatBytes(...beginning));
    expect(text).toContain(`20 size=${size}\n`);
    expect(text.slice(1024 + 124, 1024 + 136)).toBe('77777777777\0');
  });

  test('fails if a file grows or shrinks while it is being read', async () => {
    await expect(written(member('a', 'b', 2))).rejects.toThrow('a shrank while it was being read');
    await expect(written(member('a', 'bcd', 2))).rejects.toThrow('a grew while it was being read');
  });
});
