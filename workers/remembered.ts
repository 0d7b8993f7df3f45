// Remembers what was made last, as far as there is room: what was asked for longest ago is forgotten first.

export class Remembered<T> {
  /** In the order in which they were asked for. */
  private readonly kept = new Map<string, T>();
  private readonly room: number;
  private readonly sizeOf: (value: T) => number;
  private size = 0;

  /** All that is kept takes at most `room`, but the newest is kept whatever it takes. */
  constructor(room: number, sizeOf: (value: T) => number) {
    this.room = room;
    this.sizeOf = sizeOf;
  }

  get(key: string): T | undefined {
    const value = this.kept.get(key);
    if (value !== undefined) {
      this.kept.delete(key);
      this.kept.set(key, value);
    }
    return value;
  }

  set(key: string, value: T): void {
    this.forget(key);
    this.kept.set(key, value);
    this.size += this.sizeOf(value);
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.room || oldest === key) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const value = this.kept.get(key);
    if (value === undefined) return;
    this.kept.delete(key);
    this.size -= this.sizeOf(value);
  }
}
