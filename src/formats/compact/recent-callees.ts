// Move-to-front coding of callees: functions mostly call the functions they called recently, so a frame is encoded as its rank
// among the recent callees of its caller. Only a new callee is encoded as a function index.
//
//   main a b     main calls a: new      a calls b: new
//   main a c     (main a is in the trie already)   a calls c: new
//   d a b        a calls b: rank 1, the second most recent

/** Maximum number of callees remembered per function; a limit is needed because the search is linear. */
const MAX_CALLEES = 64;

export class RecentCallees {
  /** Recent callees by caller + 1, most recent first. */
  private readonly lists: number[][] = [];

  /**
   * Returns the rank of `callee` among the recent callees of `caller` (NONE for the root), or -1 if it is new, and makes it the
   * most recent.
   */
  rankOf(caller: number, callee: number): number {
    const list = this.listOf(caller);
    const rank = list.indexOf(callee);
    this.moveToFront(list, rank, callee);
    return rank;
  }

  /** Returns the callee with this rank, or undefined if there is none, and makes it the most recent. */
  calleeAt(caller: number, rank: number): number | undefined {
    const list = this.listOf(caller);
    const callee = list[rank];
    if (callee !== undefined) this.moveToFront(list, rank, callee);
    return callee;
  }

  /** Adds a new callee, as the most recent one. */
  add(caller: number, callee: number): void {
    this.moveToFront(this.listOf(caller), -1, callee);
  }

  private listOf(caller: number): number[] {
    return (this.lists[caller + 1] ??= []);
  }

  private moveToFront(list: number[], rank: number, callee: number): void {
    if (rank === 0) return;
    if (rank > 0) list.splice(rank, 1);
    else if (list.length === MAX_CALLEES) list.pop();
    list.unshift(callee);
  }
}
