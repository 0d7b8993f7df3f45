// Gathers what each process mapped, which process forked it, its names after exec, and its ID in its PID namespace, from records
// in time order.

import { PYTHON_MODULE } from '../../model/paths.ts';
import { INJECTED_FILE, JITDUMP, JIT_MEMORY } from '../../model/code.ts';
import { NONE } from '../../model/profile.ts';
import type { RecordedProcess } from '../../model/recorded.ts';
import type { Mapping } from './processes.ts';

type ProcessFacts = { -readonly [K in keyof Omit<RecordedProcess, 'execs'>]: RecordedProcess[K] } & {
  readonly execs: string[];
};

/** The facts about a process without any records. */
export const NO_PROCESS_FACTS = {
  parent: NONE,
  namespacePid: NONE,
  execs: [],
  python: '',
  hasAnonymousCode: false,
  jitdump: '',
  hasJittedFiles: false,
} as const;

export class ProcessFactsTable {
  /** True if perf inject wrote files for code of any process. */
  hasJittedFiles = false;
  private readonly facts = new Map<number, ProcessFacts>();
  private readonly namespaces: PidNamespaces;
  private readonly limit: number;
  private execCount = 0;
  /** One copy of each path. */
  private readonly paths = new Map<string, string>();

  /** Ignores processes and execs beyond the limit, which only a damaged recording exceeds. */
  constructor(limit: number) {
    this.limit = limit;
    this.namespaces = new PidNamespaces(limit);
  }

  get table(): ReadonlyMap<number, RecordedProcess> {
    return this.facts;
  }

  map({ pid, path, isExecutable }: Mapping): void {
    const facts = this.of(pid);
    if (JITDUMP.test(path)) facts.jitdump = this.shared(path);
    else if (INJECTED_FILE.test(path)) facts.hasJittedFiles = this.hasJittedFiles = true;
    else if (!isExecutable) return;
    else if (JIT_MEMORY.test(path)) facts.hasAnonymousCode = true;
    else if (PYTHON_MODULE.test(path)) facts.python = this.shared(path);
  }

  fork(pid: number, parent: number): void {
    if (pid === parent) return;
    this.of(pid).parent = parent;
    this.namespaces.fork(pid, parent);
  }

  /** Returns the process's ID in its PID namespace; NONE if unknown. */
  enterNamespace(pid: number, namespace: string): number {
    const facts = this.of(pid);
    const own = this.namespaces.enter(pid, facts.parent, namespace);
    if (own !== NONE) facts.namespacePid = own;
    return own;
  }

  exec(pid: number, comm: string): void {
    const facts = this.of(pid);
    if (this.execCount++ < this.limit) facts.execs.push(comm);
  }

  private of(pid: number): ProcessFacts {
    const known = this.facts.get(pid);
    if (known) return known;
    const facts: ProcessFacts = { ...NO_PROCESS_FACTS, pid, execs: [] };
    if (this.facts.size < this.limit) this.facts.set(pid, facts);
    return facts;
  }

  private shared(path: string): string {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    this.paths.set(path, path);
    return path;
  }
}

/**
 * The process IDs that processes have in their PID namespaces, after which Python names its files: a container's program is
 * often process 1 there, and writes /tmp/perf-1.map. NAMESPACES records identify namespaces, but not the IDs in them.
 */
class PidNamespaces {
  private readonly namespaceOf = new Map<number, string>();
  /** The first process seen in each namespace. */
  private readonly first = new Map<string, number>();
  private readonly limit: number;

  /** Ignores processes beyond the limit, which only a damaged recording exceeds. */
  constructor(limit: number) {
    this.limit = limit;
  }

  fork(pid: number, parent: number): void {
    const namespace = this.namespaceOf.get(parent);
    if (namespace !== undefined && pid !== parent) this.set(pid, namespace);
  }

  /**
   * Returns the process's ID in its namespace. That is certain only for the first process of a namespace that was made for it:
   * its parent is in another one.
   */
  enter(pid: number, parent: number, namespace: string): number {
    const before = this.namespaceOf.get(parent);
    const isFirst = !this.first.has(namespace);
    this.set(pid, namespace);
    return isFirst && before !== undefined && before !== namespace ? 1 : NONE;
  }

  private set(pid: number, namespace: string): void {
    if (this.namespaceOf.size >= this.limit) return;
    this.namespaceOf.set(pid, namespace);
    if (!this.first.has(namespace)) this.first.set(namespace, pid);
  }
}
