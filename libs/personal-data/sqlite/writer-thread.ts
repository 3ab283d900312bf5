import type { Worker } from 'node:worker_threads';
import { startWriter, WritingThread } from '#event-store/sqlite';
import {
  PersonalKeysError,
  PersonalKeysOpenError,
  PersonalKeysUnavailableError,
  WorkspaceShreddedError,
} from '../personal-keys.js';
import type { Answer, Done, Reply, Request, ToWriter, WriterData } from './protocol.js';

const SCRIPT = new URL('./writer.worker.js', import.meta.url);

interface Waiting {
  readonly resolve: (reply: Done) => void;
  readonly reject: (error: Error) => void;
}

/** The thread of the one writer, and the requests that wait for it. Replies come in the order of the requests. */
export class WriterThread extends WritingThread<ToWriter, Answer> {
  private readonly waiting: Waiting[] = [];

  private constructor(worker: Worker) {
    super(worker, { writer: 'The writer of the personal keys', store: 'The store of personal keys' });
  }

  /** @throws PersonalKeysOpenError the file cannot be opened, now or later */
  static async start(data: WriterData): Promise<WriterThread> {
    return new WriterThread(await startWriter(SCRIPT, data, (sentence) => new PersonalKeysOpenError(sentence)));
  }

  /**
   * Sends a request, and waits until its transaction is durable.
   * @returns its reply
   * @throws PersonalKeysUnavailableError, PersonalKeysError, WorkspaceShreddedError
   */
  async send(request: Request): Promise<Done> {
    if (this.dead !== undefined) throw new PersonalKeysUnavailableError(this.dead);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.post(request);
    });
  }

  protected override hear(answer: Answer): void {
    switch (answer.kind) {
      case 'committed':
        this.succeeded();
        for (const reply of answer.replies) settle(this.waiting.shift()!, reply);
        break;
      case 'failed':
        this.fail(answer.requests, this.failed(answer.sentence));
        break;
    }
  }

  protected override abandon(sentence: string): void {
    this.fail(this.waiting.length, sentence);
  }

  private fail(requests: number, sentence: string): void {
    for (const { reject } of this.waiting.splice(0, requests)) reject(new PersonalKeysUnavailableError(sentence));
  }
}

function settle({ resolve, reject }: Waiting, reply: Reply): void {
  switch (reply.kind) {
    case 'done':
      resolve(reply);
      break;
    case 'workspace_shredded':
      reject(new WorkspaceShreddedError(reply.workspaceId));
      break;
    case 'refused':
      reject(new PersonalKeysError(reply.sentence));
      break;
  }
}
