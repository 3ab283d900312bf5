import type { Machine } from '../../../apps/service/machine.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';

/** Milliseconds that a message takes from one thread to the other at most. */
const MESSAGE_MS = 0.5;

/** Messages from one thread of a process to another one: each takes time, and they come in their order. */
export class ThreadMessages {
  private lastAt = 0;

  /** @param receiver the thread that hears them */
  constructor(
    private readonly kernel: Kernel,
    private readonly receiver: Owner,
    private readonly machine: Pick<Machine, 'chance'>,
  ) {}

  post(what: string, hear: () => void): void {
    const { kernel, receiver, machine } = this;
    this.lastAt = Math.max(this.lastAt, kernel.now() + machine.chance() * MESSAGE_MS);
    kernel.after(this.lastAt - kernel.now(), `${what} of ${receiver.name}`, hear, receiver);
  }
}
