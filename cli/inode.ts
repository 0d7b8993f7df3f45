// Is a file of this machine the one that a recording mapped? The recorded kernel told files apart by device, inode and
// generation (perf_event_mmap_event in kernel/events/core.c, Linux v6.12).

import { readdirSync, readFileSync, readlinkSync, statSync, watch } from 'node:fs';
import type { MappedInode } from '../src/model/code.ts';

/** The same file; one with the same number; another one; or there is no telling, as with overlays. */
export type Likeness = 'same' | 'likely' | 'other' | 'unknown';

/** perf writes 0 for what it reads in /proc/PID/maps, and perf inject 1 for the files that it makes. */
const MADE_UP_GENERATION = 1;

const FDS = '/proc/self/fd';
/** What show_mark_fhandle of fs/notify/fdinfo.c (Linux v6.12) prints of a watched file. */
const MARK =
  /^inotify .*\bino:([0-9a-f]+) .*\bfhandle-bytes:([0-9a-f]+) fhandle-type:([0-9a-f]+) f_handle:([0-9a-f]+)/;

/**
 * Where generations stand in file handles, by type and size in bytes, both in hex: ext4 and most others, tmpfs, xfs and
 * what has no handles of its own, btrfs (generic_encode_ino32_fh, shmem_encode_fh, xfs_fs_encode_fh, btrfs_encode_fh;
 * Linux v6.12).
 */
const GENERATION_AT: Readonly<Record<string, number>> = { '1 8': 4, '1 c': 0, '81 c': 8, '4d 14': 16 };

/** Compares the file at `path` with what was recorded. */
export function compareInode(path: string, recorded: MappedInode): Likeness {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 'other';
  const { major, minor } = deviceOf(found.dev);
  const isVirtual = major === 0 || recorded.major === 0;
  if (!isVirtual && (major !== recorded.major || minor !== recorded.minor)) return 'other';
  // An overlay has numbers of its own for some of its files; the recorded ones are those of the files below it.
  if (found.ino !== recorded.inode) return isVirtual ? 'unknown' : 'other';
  if (recorded.generation <= MADE_UP_GENERATION) return 'likely';
  const generation = generationOf(path, found.ino);
  if (generation === undefined) return 'likely';
  return generation === recorded.generation ? 'same' : 'other';
}

/** As makedev of the C library puts them together. */
function deviceOf(device: number): { readonly major: number; readonly minor: number } {
  return { major: (device >>> 8) & 0xfff, minor: (device & 0xff) | ((device >>> 12) & 0xfff00) };
}

/**
 * No call of Node's returns the generation (it is in no stat). But the kernel prints the handle of each file that a process
 * watches, and the generation is a part of that. Undefined where the file system has none, or nothing more can be watched.
 */
function generationOf(path: string, inode: number): number | undefined {
  try {
    const watcher = watch(path, { persistent: false });
    // A failure of something that nobody waits for.
    watcher.on('error', () => {});
    try {
      return generationInMarks(marks(), inode);
    } finally {
      watcher.close();
    }
  } catch {
    return undefined;
  }
}

function marks(): string {
  const inotify = readdirSync(FDS).filter((fd) => linkAt(`${FDS}/${fd}`) === 'anon_inode:inotify');
  return inotify.map((fd) => readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1')).join('\n');
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The one that lists them is closed by now.
    return '';
  }
}

/** The generation of the watched file with this inode; exported for files of other systems than the one at hand. */
export function generationInMarks(lines: string, inode: number): number | undefined {
  for (const line of lines.split('\n')) {
    const [, ino, size, type, handle] = MARK.exec(line) ?? [];
    const at = GENERATION_AT[`${type} ${size}`];
    if (ino === undefined || at === undefined || Number.parseInt(ino, 16) !== inode) continue;
    const bytes = Buffer.from(handle, 'hex');
    if (bytes.length >= at + 4) return bytes.readUInt32LE(at);
  }
  return undefined;
}
