import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { messageOf } from '#kernel';

/**
 * Milliseconds after a failed write for which it counts as trouble, unless a write succeeds first. After that the state
 * is unknown: clients that stopped sending because of health have to send again to find out.
 */
const FAILURE_COUNTS_MS = 5_000;

/** What the worker of a writer says first, once. */
export type FirstMessage =
  | { readonly kind: 'open' }
  /** The file cannot be opened, now or later; the sentence says why. */
  | { readonly kind: 'not_open'; readonly sentence: string };

/** How sentences for operators begin. */
export interface WriterNames {
  /** "The writer of the event store", which died or is gone. */
  readonly writer: string;
  /** "The event store", which cannot write. */
  readonly store: string;
}

/**
 * The thread of the one writer of a file: whether it lives, and whether its last write succeeded. What waits for the
 * writer's answers is up to the subclass.
 */
export abstract class WritingThread<ToWriter, Answer> {
  /** Resolves with the reason if the thread ends without a request: nothing is written any more. */
  readonly died: Promise<Error>;
  /** Why the thread has ended; undefined while it lives. */
  protected dead: string | undefined;
  private tellDeath: (error: Error) => void = () => undefined;
  private readonly gone: Promise<void>;
  private closing = false;
  private failure: { readonly sentence: string; readonly at: number } | undefined;

  /** @param worker as {@link startWriter} returned it */
  protected constructor(
    private readonly worker: Worker,
    private readonly names: WriterNames,
  ) {
    this.died = new Promise((resolve) => (this.tellDeath = resolve));
    worker.on('message', (answer: Answer) => {
      // An answer may come behind the error that ended the thread: who waited for it has been told of the end.
      if (this.dead === undefined) this.hear(answer);
    });
    worker.on('error', (error) => this.die(`${names.writer} died: ${messageOf(error)}.`));
    this.gone = new Promise((resolve) => {
      worker.once('exit', () => {
        this.die(`${names.writer} is gone.`);
        resolve();
      });
    });
  }

  /** Why nothing can be written now: a sentence. Undefined: nothing is known against it. */
  get trouble(): string | undefined {
    const { failure } = this;
    const isRecent = failure !== undefined && performance.now() - failure.at <= FAILURE_COUNTS_MS;
    return this.dead ?? (isRecent ? failure.sentence : undefined);
  }

  /** Ends the thread behind the messages that were sent. */
  async close(): Promise<void> {
    this.closing = true;
    this.post({ kind: 'close' });
    await this.gone;
  }

  /** Gets each answer of the writer, and tells {@link succeeded} or {@link failed} of each write. */
  protected abstract hear(answer: Answer): void;

  /** The thread has ended: rejects all that waits. It may be called again, with the same sentence. */
  protected abstract abandon(sentence: string): void;

  protected post(message: ToWriter | { readonly kind: 'close' }): void {
    this.worker.postMessage(message);
  }

  protected succeeded(): void {
    this.failure = undefined;
  }

  /** @returns the sentence for those who wait for this write */
  protected failed(why: string): string {
    const sentence = `${this.names.store} cannot write: ${why}.`;
    this.failure = { sentence, at: performance.now() };
    return sentence;
  }

  private die(sentence: string): void {
    this.dead ??= sentence;
    this.abandon(this.dead);
    if (!this.closing) this.tellDeath(new Error(this.dead));
  }
}

/**
 * Starts the worker of a writer, and waits for its first message.
 * @throws the error that `notOpen` makes of its sentence: the file cannot be opened, now or later
 */
export async function startWriter(
  script: URL,
  workerData: unknown,
  notOpen: (sentence: string) => Error,
): Promise<Worker> {
  const worker = new Worker(script, { workerData });
  const [first] = (await once(worker, 'message')) as [FirstMessage];
  if (first.kind === 'open') return worker;
  await worker.terminate();
  throw notOpen(first.sentence);
}
