import type { ServerTime, Timers } from '#kernel';
import type { ClockJudge } from './clock-judge.js';

/** A server's clock that this machine's clock is compared with. */
export interface ReferenceClock {
  /** Its name in sentences. */
  readonly server: string;
  /** Undefined while it is not known. May throw: the server is unavailable. */
  read(): ServerTime | undefined | Promise<ServerTime | undefined>;
}

export interface ClockGuardPorts {
  readonly judge: Pick<ClockJudge, 'hear' | 'verdict'>;
  readonly references: readonly ReferenceClock[];
  readonly timers: Timers;
}

/** Milliseconds within which workers notice that the clock is wrong; commands notice at once. */
const LOOK_MS = 250;
/** Milliseconds between two reads of the servers' clocks. */
const ASK_MS = 2_000;

/** Passes the servers' times to the judge, and stops work that depends on the clock while the clock is wrong. */
export class ClockGuard {
  private readonly cancels = new Set<() => void>();
  private readonly listeners = new Set<() => void>();
  private wrong: string | undefined;
  private stopped = false;

  constructor(private readonly ports: ClockGuardPorts) {}

  /** Resolves once each server was asked: before that, the clock was compared with none. */
  async start(): Promise<void> {
    await this.ask();
    this.look();
  }

  /** A sentence while the clock is wrong at this moment; undefined while it is right. */
  readonly trouble = (): string | undefined => {
    const wrong = this.ports.judge.verdict();
    const turned = (wrong === undefined) !== (this.wrong === undefined);
    this.wrong = wrong;
    if (turned) for (const listener of [...this.listeners]) listener();
    return wrong;
  };

  /**
   * Runs `work` while the clock is right, and again whenever it becomes right; the signal of the work aborts when it
   * turns wrong. Resolves once `signal` aborted and the work has ended.
   * @throws the error of the work
   */
  async whileRight(signal: AbortSignal, work: (right: AbortSignal) => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      if (this.trouble() === undefined) {
        const turned = new AbortController();
        const forget = this.onTurn(() => turned.abort());
        await work(AbortSignal.any([signal, turned.signal])).finally(forget);
        if (!turned.signal.aborted) return;
      }
      if (!signal.aborted && this.trouble() !== undefined) await this.turn(signal);
    }
  }

  /** Reads no more clocks. */
  stop(): void {
    this.stopped = true;
    for (const cancel of this.cancels) cancel();
  }

  private onTurn(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        forget();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const forget = this.onTurn(done);
      signal.addEventListener('abort', done);
    });
  }

  private look(): void {
    this.trouble();
    this.later(LOOK_MS, () => this.look());
  }

  private async ask(): Promise<void> {
    await Promise.all(this.ports.references.map((reference) => this.hear(reference)));
    this.later(ASK_MS, () => void this.ask());
  }

  private async hear(reference: ReferenceClock): Promise<void> {
    try {
      const time = await reference.read();
      if (time) this.ports.judge.hear(reference.server, time);
    } catch {
      // An unavailable server tells nothing: its last answer still counts.
    }
  }

  private later(milliseconds: number, callback: () => void): void {
    if (this.stopped) return;
    const cancel = this.ports.timers.set(milliseconds, () => {
      this.cancels.delete(cancel);
      callback();
    });
    this.cancels.add(cancel);
  }
}
