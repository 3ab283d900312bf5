/** Closes resources in the reverse order of their opening. */
export class Closers {
  private readonly closers: (() => Promise<void> | void)[] = [];

  add(closer: () => Promise<void> | void): void {
    this.closers.push(closer);
  }

  /** Closes everything once; a second call does nothing. */
  async close(): Promise<void> {
    for (const closer of this.closers.splice(0).reverse()) await closer();
  }
}
