import { callError, code, type CallError } from './grpc.js';

/** The fate of an append: written and answered, written and not answered, or neither. */
export type AppendFate = 'answered' | 'lost-answer' | 'cut';

/** The error of a live subscription that is dropped because it is too slow. */
export const TOO_SLOW = callError(
  code.ABORTED,
  'Consumer too slow to handle event while live. Client resubscription required.',
);

/** The error of a subscription that is refused on command. */
export const NO_SUBSCRIPTIONS = callError(code.UNKNOWN, 'No subscriptions are to be had now.');

/** The faults of appends and subscriptions that a test has commanded. */
export class Faults {
  #losing = 0;
  #cutting = 0;
  #held: (() => void)[] | undefined;
  #refusingSubscriptions = false;
  readonly #waiting = new Set<() => void>();
  readonly #subscriptions = new Set<(error: CallError) => void>();

  loseAnswers(count: number): void {
    this.#losing += count;
  }

  cutAppends(count: number): void {
    this.#cutting += count;
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const work of held) work();
  }

  whenHeld(count: number): Promise<void> {
    return this.#until(() => (this.#held?.length ?? 0) >= count);
  }

  /** Runs an append now, or after the ones before it once they are released. */
  admit(work: () => void): void {
    if (this.#held === undefined) return work();
    this.#held.push(work);
    this.#changed();
  }

  fateOfNextAppend(): AppendFate {
    if (this.#cutting > 0) {
      this.#cutting--;
      return 'cut';
    }
    if (this.#losing > 0) {
      this.#losing--;
      return 'lost-answer';
    }
    return 'answered';
  }

  refuseSubscriptions(): void {
    this.#refusingSubscriptions = true;
  }

  acceptSubscriptions(): void {
    this.#refusingSubscriptions = false;
  }

  get refusesSubscriptions(): boolean {
    return this.#refusingSubscriptions;
  }

  dropSubscriptions(error = TOO_SLOW): void {
    for (const fail of [...this.#subscriptions]) fail(error);
  }

  /** @returns a function that removes it again. */
  addSubscription(fail: (error: CallError) => void): () => void {
    this.#subscriptions.add(fail);
    this.#changed();
    return () => {
      this.#subscriptions.delete(fail);
      this.#changed();
    };
  }

  whenSubscribed(count: number): Promise<void> {
    return this.#until(() => this.#subscriptions.size === count);
  }

  #until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  #changed(): void {
    for (const look of [...this.#waiting]) look();
  }
}
