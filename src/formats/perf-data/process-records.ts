// Applies the records about threads and processes: their names, starts, ends and namespaces.

import { readUint64 } from '../../bytes/numbers.ts';
import { NONE } from '../../model/profile.ts';
import type { DeferredChains } from './deferred-chains.ts';
import type { ProcessFactsTable } from './process-facts-table.ts';
import type { Processes } from './processes.ts';
import { RecordType, textAt, type View } from './record.ts';

/** PERF_RECORD_MISC_COMM_EXEC, and PERF_RECORD_MISC_FORK_EXEC of perf itself. */
const EXEC = 0x2000;
/** Maximum length of the names of threads, in bytes: the kernel keeps 15 (TASK_COMM_LEN), unless the record is damaged. */
const MAX_NAME = 1024;
/** Position of the PID namespace among those that a NAMESPACES record lists, and the size of an entry: device and inode. */
const PID_NAMESPACE = 3;
const NAMESPACE_SIZE = 16;
const NAMESPACES_AT = 24;

interface ProcessRecordTargets {
  readonly processes: Processes;
  readonly deferred: DeferredChains;
  readonly facts: ProcessFactsTable;
}

/** Applies a record of `size` bytes at `at`; ignores other types and records that are too short. */
export function applyProcessRecord(
  view: View,
  at: number,
  size: number,
  time: number,
  targets: ProcessRecordTargets,
): void {
  const type = view.getUint32(at, true);
  const { processes, deferred, facts } = targets;
  const isExec = (view.getUint16(at + 4, true) & EXEC) !== 0;
  if (type === RecordType.comm && size > 16) {
    const name = textAt(view, at, size, 16, MAX_NAME).trim();
    processes.rename(view.getInt32(at + 12, true), name);
    if (isExec) facts.exec(view.getInt32(at + 8, true), name);
  } else if (type === RecordType.exit && size >= 24) {
    const tid = view.getInt32(at + 16, true);
    deferred.endThread(tid);
    processes.endThread(tid);
  } else if (type === RecordType.fork && size >= 24 && !isExec) {
    const [pid, parent, tid, parentTid] = [8, 12, 16, 20].map((offset) => view.getInt32(at + offset, true));
    processes.fork(pid, parent, tid, parentTid, time);
    facts.fork(pid, parent);
  } else if (type === RecordType.namespaces) {
    const entry = NAMESPACES_AT + PID_NAMESPACE * NAMESPACE_SIZE;
    if (size < entry + NAMESPACE_SIZE || readUint64(view, at + 16) <= PID_NAMESPACE) return;
    const pid = view.getInt32(at + 8, true);
    const namespace = [entry, entry + 8].map((offset) => readUint64(view, at + offset)).join(':');
    const own = facts.enterNamespace(pid, namespace);
    if (own !== NONE) processes.nameInNamespace(pid, own);
  }
}
