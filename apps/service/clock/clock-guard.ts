import type { ServerTime, Timers } from '#kernel';
import type { ClockJudge } from './clock-judge.js';

/** A server's clock that this machine's is compared with. */
export interface ReferenceClock {
  /** As sentences name it. */
  readonly server: string;
  /** Undefined while it is not known. May throw: the server is away. */
  read(): ServerTime | undefined | Promise<ServerTime | undefined>;
}

export interface ClockGuardPorts {
  readonly judge: Pick<ClockJudge, 'hear' | 'verdict'>;
  readonly references: readonly ReferenceClock[];
  readonly timers: Timers;
}

/** Milliseconds after which workers notice at the latest that the clock is wrong; commands notice at once. */
const LOOK_MS = 250;
/** Milliseconds between two questions to the servers. */
const ASK_MS = 2_000;

/** Keeps the judge informed, and work that goes by the clock from going on while the clock is wrong. */
export class ClockGuard {
  private readonly callOffs = new Set<() => void>();
  private readonly listeners = new Set<() => void>();
  private wrong: string | undefined;
  private stopped = false;

  constructor(private readonly ports: ClockGuardPorts) {}

  /** Resolves once each server was asked: before, the clock was compared with nobody's. */
  async start(): Promise<void> {
    await this.ask();
    this.look();
  }

  /** One sentence while the clock is wrong, as it is at this moment; undefined while it is right. */
  readonly trouble = (): string | undefined => {
    const wrong = this.ports.judge.verdict();
    const turned = (wrong === undefined) !== (this.wrong === undefined);
    this.wrong = wrong;
    if (turned) for (const listener of [...this.listeners]) listener();
    return wrong;
  };

  /**
   * Runs `work` while the clock is right, and again whenever it becomes so; the signal of the work aborts when it turns
   * wrong. Resolves once `signal` aborted and the work has ended.
   * @throws whatever the work throws.
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

  /** Asks and notices nothing more. */
  stop(): void {
    this.stopped = true;
    for (const callOff of this.callOffs) callOff();
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
      const told = await reference.read();
      if (told) this.ports.judge.hear(reference.server, told);
    } catch {
      // A server that is away tells nothing: what it said last counts on.
    }
  }

  private later(milliseconds: number, callback: () => void): void {
    if (this.stopped) return;
    const callOff = this.ports.timers.set(milliseconds, () => {
      this.callOffs.delete(callOff);
      callback();
    });
    this.callOffs.add(callOff);
  }
}
