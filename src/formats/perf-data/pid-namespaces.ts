// The process IDs that processes have in their PID namespaces, after which Python names its files: a container's program is
// often process 1 there, and writes /tmp/perf-1.map. NAMESPACES records identify namespaces, but not the IDs in them.

import { NONE } from '../../model/profile.ts';

export class PidNamespaces {
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
