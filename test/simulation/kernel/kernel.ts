import { EventHeap, type HeapEvent, type Owner } from './event-heap.js';
import { inTurn, isTurnAwaited } from './turns.js';
import { hashText, SeededRandom } from './seeded-random.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => inTurn(resolve));
/** Turns that are asked for at once. */
const TURNS_AT_ONCE = 16;
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
      const played = await this.playTurns(isDone, maxSteps, until);
      if (played > 0) idleTurns = 0;
      else if (this.heap.isEmpty) {
        idleTurns += 1;
        if (idleTurns > TURNS_OF_EMPTY_HEAP) throw new StuckError('nothing will ever happen again');
      }
    }
  }

  /** Plays whatever there is, until the signal aborts: for suites that wait in real time. */
  async playUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const event = this.heap.take();
      if (event) this.play(event);
      await nextTurn();
    }
  }

  /**
   * Plays up to `TURNS_AT_ONCE` events, each in a turn of its own: between two turns promises and ticks run out. Node
   * asks the system for input and output only after all of these turns, which costs as much time as an event.
   * @returns how many were played
   */
  private playTurns(isDone: () => boolean, maxSteps: number, until: number): Promise<number> {
    return new Promise((resolve, reject) => {
      let [turnsLeft, played, isOver] = [TURNS_AT_ONCE, 0, false];
      const turn = (): void => {
        turnsLeft -= 1;
        try {
          // What waits for a turn of its own is not made to wait for several events.
          isOver ||= isDone() || isTurnAwaited() || !this.playNext(maxSteps, until);
          if (!isOver) played += 1;
        } catch (error) {
          isOver = true;
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (turnsLeft === 0) resolve(played);
      };
      for (let n = 0; n < TURNS_AT_ONCE; n += 1) inTurn(turn);
    });
  }

  /** @returns whether there was an event to play */
  private playNext(maxSteps: number, until: number): boolean {
    for (;;) {
      const event = this.heap.take();
      if (!event) return false;
      if (this.played >= maxSteps || event.at > until) {
        this.heap.put(event);
        const limit = event.at > until ? `at ${new Date(until).toISOString()}` : `after ${maxSteps} steps`;
        throw new StuckError(`not done ${limit}`);
      }
      if (this.play(event)) return true;
    }
  }

  /** @returns whether it was played: its owner lives and is not paused */
  private play(event: HeapEvent): boolean {
    this.time = event.at;
    const { owner } = event;
    if (owner?.isAlive === false) return false;
    if (owner && owner.pausedUntil > event.at) {
      event.at = owner.pausedUntil;
      this.heap.put(event);
      return false;
    }
    this.played += 1;
    this.trace = Math.imul(hashText(event.label, this.trace) ^ (event.at | 0), 0x85ebca6b) >>> 0;
    event.play();
    return true;
  }
}
