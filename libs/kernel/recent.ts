/** Values by name, of which the ones used last are kept. */
export class Recent<Value> {
  /** The least recently used first. */
  private readonly values = new Map<string, Value>();

  /** @param kept the largest number of values */
  constructor(private readonly kept: number) {}

  get size(): number {
    return this.values.size;
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  get(name: string): Value | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    this.values.delete(name);
    this.values.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.values.delete(name);
    this.values.set(name, value);
    if (this.values.size > this.kept) this.values.delete(this.values.keys().next().value!);
  }

  delete(name: string): void {
    this.values.delete(name);
  }

  clear(): void {
    this.values.clear();
  }
}
