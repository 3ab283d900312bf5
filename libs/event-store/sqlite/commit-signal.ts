import { realpathSync } from 'node:fs';
import { BroadcastChannel } from 'node:worker_threads';

/**
 * How often a follower looks by itself, in milliseconds: for appends of another process, whose signals do not come
 * here.
 */
const POLL_MS = 1_000;

/** One channel a file, whatever path it is opened by; it reaches all threads of the process. */
function channelOf(file: string): BroadcastChannel {
  const channel = new BroadcastChannel(`event-store:${realpathSync(file)}`);
  // The signal alone keeps nobody alive. (The method is missing in the type declarations.)
  (channel as BroadcastChannel & { unref(): void }).unref();
  return channel;
}

/** The writer's end: tells all followers in this process that there is more. */
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

/** A follower's end. A mark taken before the log is read makes sure that nothing committed since is slept through. */
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

  /** How many commits have been heard of. */
  mark(): number {
    return this.commits;
  }

  /**
   * Resolves when a commit was heard of since the mark was taken, when a signal is aborted, or when it is time to look
   * anyway.
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
