/** What was opened, closed in the reverse order. */
export class Closers {
  private readonly closers: (() => Promise<void> | void)[] = [];

  add(closer: () => Promise<void> | void): void {
    this.closers.push(closer);
  }

  /** Closes everything once; a second call finds nothing left. */
  async close(): Promise<void> {
    for (const closer of this.closers.splice(0).reverse()) await closer();
  }
}
