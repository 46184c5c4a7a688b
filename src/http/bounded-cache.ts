/**
 * Remembers outcomes by text and never holds more than a fixed number: when it is full it starts anew, which costs less per look-up than
 * keeping an order and is as good where a few texts make up nearly all requests (header values).
 */
export class BoundedCache<V> {
  private readonly entries = new Map<string, V>();

  constructor(
    private readonly capacity: number,
    private readonly compute: (key: string) => V,
    /** Longer texts are computed each time, so that a hostile client cannot fill the memory with them. */
    private readonly longestKey = 512,
  ) {}

  get(key: string): V {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const value = this.compute(key);
    if (key.length <= this.longestKey) {
      if (this.entries.size >= this.capacity) this.entries.clear();
      this.entries.set(key, value);
    }
    return value;
  }

  get size(): number {
    return this.entries.size;
  }
}
