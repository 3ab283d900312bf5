import { ReadModelUnavailableError } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import type { PersonalProjection } from '../../../libs/read-model/personal-rows.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Message, Network } from './network.js';
import type { CopyMark, RowsCopy, SetMark } from './rows-copy.js';
import type { RowsDatabase } from './rows-database.js';

export interface RowsOptions {
  readonly kernel: Kernel;
  readonly database: RowsDatabase;
  /** Of the service: processes of one version share a copy. */
  readonly version: string;
  readonly network: Network;
  /** Left out: those of the service. */
  readonly projections?: readonly PersonalProjection[];
  readonly owner: Owner;
  /** Of the process: see ServerTime. */
  readonly monotonic: () => number;
}

/** The messages of one process to the database of the rows, about the copy of its version. */
export class RowsWire {
  isClosed = false;
  readonly copy: RowsCopy;

  constructor(private readonly options: RowsOptions) {
    this.copy = options.database.copy(options.version);
  }

  async ask<Answer>(message: string | Message, effect: (copy: RowsCopy) => Answer): Promise<Answer> {
    const { network, owner } = this.options;
    const unavailable = () => new ReadModelUnavailableError('The read model does not answer.');
    if (this.isClosed) throw new ReadModelUnavailableError('The read model is closed.');
    const sent = typeof message === 'string' ? { what: message } : message;
    return network.ask(owner, sent, () => effect(this.copy), unavailable);
  }

  /** For what answers with a promise that is settled already: the rows in memory do. */
  async askRows<Answer>(
    message: string | Message,
    set: SetMark,
    effect: (rows: MemoryReadModel) => Promise<Answer>,
  ): Promise<Answer> {
    return this.ask(message, (copy) => {
      const answer = effect(new MemoryReadModel(copy.storage(set)));
      // A rejection is delivered with the answer, some time later.
      answer.catch(() => undefined);
      return answer;
    });
  }

  /**
   * Changes the mark of the copy, in one step.
   * @returns whether there was one that met the condition
   */
  changeMark(
    what: string,
    isAsSeen: (mark: CopyMark) => boolean,
    changes: (mark: CopyMark) => { readonly [Field in keyof CopyMark]?: CopyMark[Field] | undefined },
  ): Promise<boolean> {
    return this.ask(what, (copy) => {
      if (!copy.mark || !isAsSeen(copy.mark)) return false;
      const entries = Object.entries({ ...copy.mark, ...changes(copy.mark) }).filter(
        ([, value]) => value !== undefined,
      );
      copy.mark = Object.fromEntries(entries) as unknown as CopyMark;
      return true;
    });
  }

  /** As long as its process lives. */
  sleep(milliseconds: number): Promise<void> {
    const { kernel, owner } = this.options;
    return kernel.sleep(milliseconds, `wait of ${owner.name}`, owner);
  }

  /** @see Network.tear */
  tear(count: number): number {
    return this.options.network.tear(count);
  }
}
