import type { MessagePort } from 'node:worker_threads';
import type { ProgressReport } from '../progress/progress.js';
import type { ReadModelCacheWriter } from '../read-model.js';
import { errorMessage, type FromHost, type ToHost } from './messages.js';

/** The follower and the writer that run in the thread of a read model. */
export interface HostedReadModel {
  readonly writer: ReadModelCacheWriter;
  /** Follows the log until the signal aborts, then finishes its last commit. */
  follow(
    signal: AbortSignal,
    tell: {
      readonly report: (report: ProgressReport) => void;
      readonly trouble: (error: Error | undefined) => void;
    },
  ): Promise<void>;
  /** Called once the rows are those that are served: a rebuild is served later than it is opened. */
  served?(): void;
  /** Releases the log and the read model, after the follower has ended. */
  close(): Promise<void> | void;
}

/**
 * The thread's end: opens, follows, reports progress to the main thread ({@link ReadModelThread}), carries out its
 * writes beside the log, and closes on request. A follower that stops for good ends neither the thread nor these
 * writes.
 * @param open opens the writer; any error it throws refuses the start. Its `log` sends sentences to the main thread
 */
export async function hostReadModel(
  port: Pick<MessagePort, 'postMessage' | 'on' | 'close'>,
  open: (log: (sentence: string) => void) => HostedReadModel | Promise<HostedReadModel>,
): Promise<void> {
  const tell = (message: FromHost): void => port.postMessage(message);
  let hosted: HostedReadModel;
  try {
    hosted = await open((sentence) => tell({ kind: 'log', sentence }));
  } catch (error) {
    tell({ kind: 'refused', error: errorMessage(error) });
    port.close();
    return;
  }
  const stop = new AbortController();
  tell({ kind: 'open' });
  const followed = follow(hosted, stop.signal, tell);
  port.on('message', (message: ToHost) => {
    if (message.kind === 'served') return hosted.served?.();
    if (message.kind !== 'close') return void writeCache(hosted.writer, message, tell);
    stop.abort();
    void followed.then(() => hosted.close()).finally(() => port.close());
  });
}

async function follow(hosted: HostedReadModel, signal: AbortSignal, tell: (message: FromHost) => void): Promise<void> {
  try {
    await hosted.follow(signal, {
      report: ({ changed = [], ...report }) =>
        tell({ kind: 'progress', ...report, projectedRevisions: [...report.projectedRevisions], changed }),
      trouble: (error) => tell({ kind: 'trouble', error: error && errorMessage(error) }),
    });
    if (!signal.aborted) throw new Error('The follower of the log has ended by itself.');
  } catch (error) {
    tell({ kind: 'stopped', error: errorMessage(error) });
  }
}

/** A request to write beside the log. */
type CacheWrite = Exclude<ToHost, { kind: 'close' | 'served' }>;

async function writeCache(
  writer: ReadModelCacheWriter,
  message: CacheWrite,
  tell: (message: FromHost) => void,
): Promise<void> {
  const { id } = message;
  try {
    tell({ kind: 'done', id, count: await callCacheWriter(writer, message) });
  } catch (error) {
    tell({ kind: 'failed', id, error: errorMessage(error) });
  }
}

/** Calls the writer. @returns the number of rows concerned */
async function callCacheWriter(writer: ReadModelCacheWriter, message: CacheWrite): Promise<number> {
  switch (message.kind) {
    case 'put':
      await writer.putRows(message.writes);
      return message.writes.length;
    case 'amend':
      return writer.amendRows(message.changes);
    case 'drop':
      return writer.dropBelow(message.collection, message.options);
    case 'drop_workspace':
      return writer.dropWorkspace(message.collection, message.workspaceId, message.limit);
    default:
      return message satisfies never;
  }
}
