import type { MessagePort } from 'node:worker_threads';
import type { ReadModel } from '../read-model.js';
import { errorMessage } from '../thread/messages.js';
import type { FromPageHost, ToPageHost } from './messages.js';
import { type PageRead, printPage } from './page-read.js';

/** The rows that a thread reads pages of. */
export interface HostedPages {
  readonly readModel: ReadModel & { exchange(path: string): void; close(): void };
  /** Every page that may be asked for. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a list of reads, each with an input of its own
  readonly pages: readonly PageRead<any, unknown>[];
  /** Takes what reads have noted for the process, outside of their answers, since it was called last. */
  readonly takeNotes?: () => readonly string[];
}

/**
 * The thread's end: reads and prints pages for the main thread (`PageThreads`) until it is told to close. Rows that
 * cannot be exchanged end the thread with the error.
 */
export function hostPages(
  port: Pick<MessagePort, 'postMessage' | 'on' | 'close'>,
  { readModel, pages, takeNotes = () => [] }: HostedPages,
): void {
  const tell = (message: FromPageHost): void => port.postMessage(message);
  const byName = new Map(pages.map((page) => [page.name, page]));
  const reads = new Set<Promise<void>>();
  const read = async (id: number, name: string, input: unknown): Promise<void> => {
    try {
      const page = byName.get(name);
      if (!page) throw new Error(`No thread reads pages of ${name}.`);
      const { items, next } = await printPage(page, readModel, input);
      tell({ kind: 'found', id, json: items.json, next, notes: takeNotes() });
    } catch (error) {
      tell({ kind: 'failed', id, error: errorMessage(error), notes: takeNotes() });
    }
  };
  port.on('message', (message: ToPageHost) => {
    if (message.kind === 'exchange') return readModel.exchange(message.path);
    if (message.kind === 'read') {
      const reading = read(message.id, message.name, message.input);
      reads.add(reading);
      return void reading.then(() => reads.delete(reading));
    }
    void Promise.all(reads).then(() => {
      readModel.close();
      port.close();
    });
  });
  tell({ kind: 'open' });
}
