import { EventHeap, type HeapEvent, type Owner } from './event-heap.js';
import { hashText, SeededRandom } from './seeded-random.js';

/** Kept aside: what runs in the world is never given it. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/**
 * Turns of the event loop that an empty heap is given: HTTP and the start of an application take a few, without any
 * event of the world.
 */
const TURNS_OF_EMPTY_HEAP = 200;

/** The heap ran empty, or the limit was reached, before what was waited for had happened. */
export class StuckError extends Error {
  override readonly name = 'StuckError';
}

/**
 * The world's time and order: a heap of events, played one by one. Between two events everything that follows from the
 * first without an event of its own has happened: promises and ticks are run out. The seed decides every delay, so it
 * decides the order.
 */
export class Kernel {
  readonly random: SeededRandom;
  private readonly heap = new EventHeap();
  private time: number;
  private numbers = 0;
  private played = 0;
  private trace: number;

  constructor(
    readonly seed: number,
    startedAt: number,
  ) {
    this.random = new SeededRandom(seed);
    this.time = startedAt;
    this.trace = hashText('', seed);
  }

  now(): number {
    return this.time;
  }

  /** Events played so far. */
  get steps(): number {
    return this.played;
  }

  /** Of every event so far: its instant, its label and what was noted. */
  get hash(): string {
    return this.trace.toString(16).padStart(8, '0');
  }

  /** Takes something into the hash of the trace. */
  note(text: string): void {
    this.trace = hashText(text, this.trace);
  }

  /**
   * Plays something later; the returned function cancels it.
   * @param owner without which it is never played, and which puts it off while it is paused
   */
  after(milliseconds: number, label: string, play: () => void, owner?: Owner): () => void {
    this.numbers += 1;
    const at = this.time + Math.max(0, milliseconds);
    const event: HeapEvent = { at, number: this.numbers, label, play, owner, isCancelled: false };
    this.heap.put(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Resolves when virtual time has passed. */
  sleep(milliseconds: number, label: string, owner?: Owner): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, label, resolve, owner));
  }

  /**
   * Plays events until `isDone`.
   * @throws StuckError an empty heap, more steps than `maxSteps`, or an instant behind `until`
   */
  async runUntil(
    isDone: () => boolean,
    { maxSteps, until = Infinity }: { readonly maxSteps: number; readonly until?: number },
  ): Promise<void> {
    await nextTurn();
    let idleTurns = 0;
    while (!isDone()) {
      const event = this.heap.take();
      if (!event) {
        idleTurns += 1;
        if (idleTurns > TURNS_OF_EMPTY_HEAP) throw new StuckError('nothing will ever happen again');
        await nextTurn();
        continue;
      }
      idleTurns = 0;
      if (this.played >= maxSteps || event.at > until) {
        this.heap.put(event);
        const limit = event.at > until ? `at ${new Date(until).toISOString()}` : `after ${maxSteps} steps`;
        throw new StuckError(`not done ${limit}`);
      }
      await this.play(event);
    }
  }

  /** Plays whatever there is, until the signal aborts: for suites that wait in real time. */
  async playUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const event = this.heap.take();
      if (event) await this.play(event);
      else await nextTurn();
    }
  }

  private async play(event: HeapEvent): Promise<void> {
    this.time = event.at;
    const { owner } = event;
    if (owner?.isAlive === false) return;
    if (owner && owner.pausedUntil > event.at) {
      event.at = owner.pausedUntil;
      this.heap.put(event);
      return;
    }
    this.played += 1;
    this.trace = Math.imul(hashText(event.label, this.trace) ^ (event.at | 0), 0x85ebca6b) >>> 0;
    event.play();
    await nextTurn();
  }
}
