import { type ReadModel, ReadModelUnavailableError } from '../read-model.js';
import { type OfWorkspace, type PageRead, type PageReader, printPage, type PrintedPage } from './page-read.js';
import { PageThread } from './page-thread.js';
import { WaitingPages } from './waiting-pages.js';

/** Rows. A page of fewer is read sooner than another thread is asked for it. */
const FEW_ROWS = 20;

/** Pages that a thread is asked for at once: the second is there when the first has been answered. */
const AT_ONCE = 2;

export interface PageThreadsOptions {
  /** The rows as the thread that asks reads them. */
  readonly readModel: ReadModel;
  /** Number of threads; 0: every page is read on the thread that asks. */
  readonly count: number;
  /** A module that calls `hostPages`, and what it is started with. */
  readonly worker: URL;
  readonly workerData: unknown;
  /** Gets what the reads of the threads have noted (`HostedPages.takeNotes`). */
  readonly noted?: (notes: readonly string[]) => void;
  /** Gets a sentence if a thread has died. */
  readonly log: (sentence: string) => void;
}

/** A page that waits for a thread. */
interface Waiting extends OfWorkspace {
  readonly name: string;
  readonly input: unknown;
  readonly resolve: (page: Promise<PrintedPage<never>>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads pages of many rows on threads of their own, so that requests that decide do not wait for them
 * (docs/adr/0094-long-pages-are-read-on-a-thread-of-their-own.md): those of workspaces in turn. Pages of few rows are
 * read on the thread that asks, as is every page that is asked for while no thread is open. A thread that dies fails
 * what it was asked, the last one every page that waits; it is not replaced.
 */
export class PageThreads implements PageReader {
  private readonly threads: readonly PageThread[];
  private readonly waiting = new WaitingPages<Waiting>();

  constructor(private readonly options: PageThreadsOptions) {
    const { count, worker, workerData, noted = () => undefined, log } = options;
    const died = ({ message }: Error): void =>
      log(`A thread that reads pages has died: ${message} Pages are read without it until the next start.`);
    const thread = { worker, workerData, opened: () => this.ask(), noted, died };
    this.threads = Array.from({ length: count }, () => new PageThread(thread));
  }

  /** Number of threads that can be asked. */
  get open(): number {
    return this.threads.filter(({ isOpen }) => isOpen).length;
  }

  /** Number of pages that wait for a thread, or that a thread reads. */
  get pending(): number {
    return this.threads.reduce((sum, { reads }) => sum + reads, this.waiting.size);
  }

  read<Input extends OfWorkspace, Item>(page: PageRead<Input, Item>, input: Input): Promise<PrintedPage<Item>> {
    if (page.largest(input) < FEW_ROWS || !this.idlest()) return printPage(page, this.options.readModel, input);
    return new Promise<PrintedPage<never>>((resolve, reject) => {
      this.waiting.add({ workspaceId: input.workspaceId, name: page.name, input, resolve, reject });
      this.ask();
    });
  }

  /** Reads other rows from now on. Pages that were asked for before may be of the rows before. */
  exchange(path: string): void {
    for (const thread of this.threads) thread.exchange(path);
  }

  /** Ends the threads once they have answered what they were asked. Pages that still wait fail. */
  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** Asks the threads for pages that wait. */
  private ask(): void {
    for (;;) {
      const thread = this.idlest();
      if (thread && thread.reads >= AT_ONCE) return;
      const page = this.waiting.take();
      if (!page) return;
      if (!thread) {
        page.reject(new ReadModelUnavailableError('The threads that read pages have ended.'));
        continue;
      }
      const read = thread.read(page.name, page.input);
      page.resolve(read);
      const next = (): void => this.ask();
      read.then(next, next);
    }
  }

  /** The open thread with the fewest reads under way; undefined: none is open. */
  private idlest(): PageThread | undefined {
    let idlest: PageThread | undefined;
    for (const thread of this.threads) {
      if (thread.isOpen && (!idlest || thread.reads < idlest.reads)) idlest = thread;
    }
    return idlest;
  }
}
