// What a function calls is mostly what it called last: a frame is told by how many other callees of its caller were met
// since it was met there, and only one that is new there by itself.
//
//   main a b     main calls a: new      a calls b: new
//   main a c     (main a: a row of the trie already)   a calls c: new
//   d a b        a calls b: the one before the last

/** Callees that are remembered of each function: looking through them takes time. */
const MOST = 64;

export class Callees {
  /** By caller, the root first; the callee that was met last comes first. */
  private readonly lists: number[][] = [];

  /** How many callees of `caller` (NONE for the root) were met since `callee` was, which is then the last; -1 when it is new. */
  placeOf(caller: number, callee: number): number {
    const list = this.listOf(caller);
    const place = list.indexOf(callee);
    this.meet(list, place, callee);
    return place;
  }

  /** The callee at that place, which is then the last; undefined when there is none. */
  calleeAt(caller: number, place: number): number | undefined {
    const list = this.listOf(caller);
    const callee = list[place];
    if (callee !== undefined) this.meet(list, place, callee);
    return callee;
  }

  /** One that is new. */
  add(caller: number, callee: number): void {
    this.meet(this.listOf(caller), -1, callee);
  }

  private listOf(caller: number): number[] {
    return (this.lists[caller + 1] ??= []);
  }

  private meet(list: number[], place: number, callee: number): void {
    if (place === 0) return;
    if (place > 0) list.splice(place, 1);
    else if (list.length === MOST) list.pop();
    list.unshift(callee);
  }
}
