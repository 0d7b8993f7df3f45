// A cache with a size limit, which drops the least recently used values first.

export class LruCache<T> {
  /** Least recently used first. */
  private readonly entries = new Map<string, T>();
  private readonly capacity: number;
  private readonly sizeOf: (value: T) => number;
  private size = 0;

  /** The newest value is kept even if it exceeds `capacity` by itself. */
  constructor(capacity: number, sizeOf: (value: T) => number) {
    this.capacity = capacity;
    this.sizeOf = sizeOf;
  }

  /** True if a value of this size can be added without dropping the values of these keys. */
  hasRoomFor(size: number, kept: readonly string[]): boolean {
    const sizes = kept.map((key) => this.entries.get(key)).map((value) => (value ? this.sizeOf(value) : 0));
    return sizes.reduce((sum, each) => sum + each, size) <= this.capacity;
  }

  get(key: string): T | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) {
      this.entries.delete(key);
      this.entries.set(key, value);
    }
    return value;
  }

  set(key: string, value: T): void {
    this.delete(key);
    this.entries.set(key, value);
    this.size += this.sizeOf(value);
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.capacity || oldest === key) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.size -= this.sizeOf(value);
  }
}
