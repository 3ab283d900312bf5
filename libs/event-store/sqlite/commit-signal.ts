import { realpathSync } from 'node:fs';
import { BroadcastChannel } from 'node:worker_threads';

/** Milliseconds after which a follower reads without a signal: appends of another process send none to this one. */
const POLL_MS = 1_000;

/** One channel a file, whatever path it is opened by; it reaches all threads of the process. */
function channelOf(file: string): BroadcastChannel {
  const channel = new BroadcastChannel(`event-store:${realpathSync(file)}`);
  // An open channel must not keep the process alive. (The method is missing in the type declarations.)
  (channel as BroadcastChannel & { unref(): void }).unref();
  return channel;
}

/** The writer's end: tells all followers in this process that the log has grown. */
export class CommitAnnouncer {
  private readonly channel: BroadcastChannel;

  constructor(file: string) {
    this.channel = channelOf(file);
  }

  announce(): void {
    this.channel.postMessage(null);
  }

  close(): void {
    this.channel.close();
  }
}

/** A follower's end. With a mark taken before the log is read, no commit since is missed. */
export class CommitSignal {
  private readonly channel: BroadcastChannel;
  private commits = 0;
  private wake: (() => void) | undefined;

  constructor(file: string) {
    this.channel = channelOf(file);
    this.channel.onmessage = () => {
      this.commits += 1;
      this.wake?.();
    };
  }

  /** Number of signals received so far. */
  mark(): number {
    return this.commits;
  }

  /**
   * Resolves when a signal has been received since the mark was taken, when an abort signal aborts, or after
   * {@link POLL_MS}.
   */
  async since(mark: number, signals: readonly AbortSignal[]): Promise<void> {
    if (this.commits !== mark || signals.some((signal) => signal.aborted)) return;
    await new Promise<void>((resolve) => {
      const poll = setTimeout(() => this.wake?.(), POLL_MS).unref();
      this.wake = () => {
        this.wake = undefined;
        clearTimeout(poll);
        for (const signal of signals) signal.removeEventListener('abort', woken);
        resolve();
      };
      const woken = (): void => this.wake?.();
      for (const signal of signals) signal.addEventListener('abort', woken);
    });
  }

  close(): void {
    this.channel.close();
  }
}
