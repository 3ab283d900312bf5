import type { Logger } from 'pino';
import { type ErasedContactsPorts, shredErasedContacts } from '#contacts';
import { Backoff, type Timers, UnavailableError } from '#kernel';
import { sleepBy } from '#read-model';
import { type DeletedWorkspacesPorts, shredDeletedWorkspaces } from '#workspaces';
import type { StorePair } from './store-pair.js';

/** Delays between two attempts while a store is away, in milliseconds. */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [100, 5_000];

export interface ShreddedAgainPorts extends ErasedContactsPorts, DeletedWorkspacesPorts {
  readonly readModel: ErasedContactsPorts['readModel'];
  readonly personalKeys: ErasedContactsPorts['personalKeys'] & DeletedWorkspacesPorts['personalKeys'];
  readonly pair: Pick<StorePair, 'rowsCaughtUp'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Shreds again what was erased before, once after each start: keys that were put back from an older backup open it
 * again. The process is not ready before that. What cannot be done then, because the rows stand still behind the log or
 * a workspace cannot be written, does not keep the process from getting ready; it is repeated until it is done.
 */
export class ShreddedAgain {
  private readonly stopping = new AbortController();
  private ended: Promise<void> = Promise.resolve();
  private isDone = false;
  private areWorkspacesShredded = false;

  /** Whether it has been done as far as it could be. */
  get done(): boolean {
    return this.isDone;
  }

  /** To be called once, when commands can be sent. */
  begin(ports: ShreddedAgainPorts): void {
    this.ended = this.run(ports);
  }

  /** Resolves when the work under way has ended. */
  stop(): Promise<void> {
    this.stopping.abort();
    return this.ended;
  }

  private async run(ports: ShreddedAgainPorts): Promise<void> {
    const { signal } = this.stopping;
    const sleep = sleepBy(ports.timers);
    const backoff = new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);
    while (!signal.aborted) {
      if (await this.attempt(ports, signal)) return;
      await sleep(backoff.next(), signal);
    }
  }

  /** @returns whether everything is shredded */
  private async attempt(ports: ShreddedAgainPorts, signal: AbortSignal): Promise<boolean> {
    try {
      const caughtUp = await ports.pair.rowsCaughtUp(signal);
      const isStopped = (): boolean => signal.aborted;
      if (!this.areWorkspacesShredded) await shredDeletedWorkspaces(ports, isStopped);
      this.areWorkspacesShredded ||= caughtUp;
      const waiting = [...(await shredErasedContacts(ports, isStopped))];
      if (signal.aborted) return false;
      if (!this.isDone && waiting.length > 0) {
        ports.logger.warn(
          { workspaces: waiting },
          'what was erased in these workspaces waits for being shredded again',
        );
      }
      this.isDone = true;
      return caughtUp && waiting.length === 0;
    } catch (error) {
      if (!(error instanceof UnavailableError)) {
        ports.logger.error({ err: error }, 'what was erased could not be shredded again, and is tried again');
      }
      return false;
    }
  }
}
