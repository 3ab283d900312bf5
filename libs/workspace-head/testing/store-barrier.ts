import type { Pass } from './scheduler.js';
import { settled } from './scheduler.js';

/** Holds the waits for a store, by label, until the test lets them through. */
export class StoreBarrier {
  private readonly closed = new Set<string>();
  private waiting: { readonly label: string; readonly go: () => void }[] = [];

  readonly pass: Pass = (label) =>
    this.closed.has(afterColon(label)) ? new Promise((go) => this.waiting.push({ label, go })) : Promise.resolve();

  /** From now on, waits with these labels are held, in every process. */
  close(...labels: readonly string[]): void {
    for (const label of labels) this.closed.add(label);
  }

  /** Lets the held waits with this label through; later ones as well, unless `once`. */
  async open(label: string, { once = false } = {}): Promise<void> {
    if (!once) this.closed.delete(label);
    const going = this.waiting.filter((each) => afterColon(each.label) === label);
    this.waiting = this.waiting.filter((each) => !going.includes(each));
    for (const { go } of going) go();
    await settled();
  }

  /** Lets only the last held wait with this label through. */
  async openLast(label: string): Promise<void> {
    const last = this.waiting.findLast((each) => afterColon(each.label) === label);
    this.waiting = this.waiting.filter((each) => each !== last);
    last?.go();
    await settled();
  }

  /** The labels of the held waits, in their order. */
  get held(): readonly string[] {
    return this.waiting.map(({ label }) => afterColon(label));
  }
}

function afterColon(label: string): string {
  return label.slice(label.indexOf(':') + 1);
}
