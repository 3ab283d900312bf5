import type { DomainError, Timers } from '#kernel';
import { RowsExchangedError } from '#read-model';
import { ANSWER_MS } from '../bounds.js';
import type { WorkspaceCommand } from '../command-decider.js';
import { HeadUnusableError } from '../head/load-head.js';
import { emptySnapshot } from '../view/rows-needed.js';
import type { Decided, Entry, Predict } from './batch.js';
import { overdue } from './refusals.js';
import { withResolvers } from './with-resolvers.js';

/** The commands of a process that are not decided yet, each with its time limit. */
export class UndecidedCommands {
  /** One function for each command: it refuses the command. */
  private readonly refusals = new Set<(error: DomainError) => void>();

  /** @param enterHead brings a command whose head could not be used to the next one */
  constructor(
    private readonly timers: Timers,
    private readonly enterHead: (entry: Entry, decided: Promise<Decided>) => void,
  ) {}

  /** A command on its way through the pipeline; its time limit begins. */
  entryFor(command: WorkspaceCommand, predict: Predict): { readonly entry: Entry; readonly decided: Promise<Decided> } {
    const { promise, resolve, reject } = withResolvers<Decided>();
    const entry: Entry = {
      command,
      snapshot: emptySnapshot(),
      predict,
      settle: (decided) => {
        cancel();
        resolve(decided);
      },
      fail: (error) => {
        const isExchanged = error instanceof RowsExchangedError && !entry.metExchange && !entry.abandoned;
        if (isExchanged) entry.metExchange = true;
        if (isExchanged || error instanceof HeadUnusableError) return this.enterHead(entry, promise);
        cancel();
        reject(error);
      },
      abandoned: false,
      rounds: 0,
      waitsForTurn: false,
      waitsForFirst: false,
    };
    const refuse = (error: DomainError): void => {
      entry.abandoned = true;
      cancel();
      reject(error);
    };
    const cancelTimer = this.timers.set(ANSWER_MS, () => refuse(overdue(entry)));
    const cancel = (): void => {
      cancelTimer();
      this.refusals.delete(refuse);
    };
    this.refusals.add(refuse);
    return { entry, decided: promise };
  }

  refuseAll(error: DomainError): void {
    for (const refuse of [...this.refusals]) refuse(error);
  }
}
