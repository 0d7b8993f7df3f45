// Compares a local file with a mapped one by the device, inode and generation that the kernel recorded
// (perf_event_mmap_event in kernel/events/core.c, Linux v6.12).

import { readdirSync, readFileSync, readlinkSync, statSync, watch } from 'node:fs';
import type { MappedInode } from '../src/model/code.ts';
import type { MatchResult } from './machine.ts';

/** `likely`: all but an unknown generation matches. `unknown`: cannot be compared, as with overlays. */
type InodeMatch = MatchResult | 'likely';

/** perf writes 0 for mappings read from /proc/PID/maps, and perf inject writes 1 for the files it creates. */
const MAX_PLACEHOLDER_GENERATION = 1;

const FDS = '/proc/self/fd';
/** The line of a watched file in fdinfo (show_mark_fhandle of fs/notify/fdinfo.c, Linux v6.12). */
const MARK =
  /^inotify .*\bino:([0-9a-f]+) .*\bfhandle-bytes:([0-9a-f]+) fhandle-type:([0-9a-f]+) f_handle:([0-9a-f]+)/;

/** Offset of the generation in a file handle, by handle type and size in hex (Linux v6.12). */
const GENERATION_OFFSETS: Readonly<Record<string, number>> = {
  // ext4 and most others (generic_encode_ino32_fh)
  '1 8': 4,
  // tmpfs (shmem_encode_fh)
  '1 c': 0,
  // xfs, and file systems without their own handles (xfs_fs_encode_fh)
  '81 c': 8,
  // btrfs (btrfs_encode_fh)
  '4d 14': 16,
};

export function compareInode(path: string, recorded: MappedInode): InodeMatch {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 'different';
  // Inverse of the C library's makedev.
  const major = (found.dev >>> 8) & 0xfff;
  const minor = (found.dev & 0xff) | ((found.dev >>> 12) & 0xfff00);
  const isVirtual = major === 0 || recorded.major === 0;
  if (!isVirtual && (major !== recorded.major || minor !== recorded.minor)) return 'different';
  // overlayfs gives some files its own inode numbers; recordings contain those of the underlying files.
  if (found.ino !== recorded.inode) return isVirtual ? 'unknown' : 'different';
  if (recorded.generation <= MAX_PLACEHOLDER_GENERATION) return 'likely';
  const generation = generationOf(path, found.ino);
  if (generation === undefined) return 'likely';
  return generation === recorded.generation ? 'same' : 'different';
}

/**
 * The generation of an inode. No Node API returns it, but the kernel prints the handles of the files that a process
 * watches, and these contain it. Undefined if the file system has no generations, or no more files can be watched.
 */
function generationOf(path: string, inode: number): number | undefined {
  try {
    const watcher = watch(path, { persistent: false });
    // Watch errors do not matter here.
    watcher.on('error', () => {});
    try {
      return generationInMarks(readMarks(), inode);
    } finally {
      watcher.close();
    }
  } catch {
    return undefined;
  }
}

function readMarks(): string {
  const inotify = readdirSync(FDS).filter((fd) => linkAt(`${FDS}/${fd}`) === 'anon_inode:inotify');
  return inotify.map((fd) => readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1')).join('\n');
}

function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // readdirSync also lists its own descriptor, which is closed by now.
    return '';
  }
}

/** The generation of the watched file with this inode; exported so that tests can cover other file systems. */
export function generationInMarks(lines: string, inode: number): number | undefined {
  for (const line of lines.split('\n')) {
    const [, ino, size, type, handle] = MARK.exec(line) ?? [];
    const at = GENERATION_OFFSETS[`${type} ${size}`];
    if (ino === undefined || at === undefined || Number.parseInt(ino, 16) !== inode) continue;
    const bytes = Buffer.from(handle, 'hex');
    if (bytes.length >= at + 4) return bytes.readUInt32LE(at);
  }
  return undefined;
}
