import type { Owner } from '../kernel/event-heap.js';

/** Another thread of a process: it ends with it, and may be paused alone. */
export class Thread implements Owner {
  pausedUntil = 0;

  constructor(
    private readonly process: Pick<Owner, 'name' | 'isAlive'>,
    private readonly what: string,
  ) {}

  get name(): string {
    return `${this.process.name} ${this.what}`;
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }
}
