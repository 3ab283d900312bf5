import { type Answer, DomainError, type DomainEvent } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import type { CommandDecider, CommandUnderWay, WorkspaceCommand } from '#workspace-head';
import { AROUND_IMPORTS } from './past.js';

interface Waiting {
  readonly command: WorkspaceCommand;
  answer: Answer | undefined;
  error: Error | undefined;
  events: readonly DomainEvent[];
  readonly settle: () => void;
}

/** Decides at once on the predicted state, and lets a test say when an append is durable and visible. */
export class StagedDecider implements Pick<CommandDecider, 'begin' | 'commandsBegun'> {
  commandsBegun: number | undefined = 0;
  /** The rows of each decision on rows, as events tell them: the number of the last one. */
  readonly decided: number[] = [];
  private durable = new TestWorkspace(AROUND_IMPORTS);
  private predicted = this.durable;
  private readonly waiting: Waiting[] = [];

  constructor(
    past: readonly DomainEvent[],
    /** Most events of one append. */
    private readonly limit = Infinity,
  ) {
    this.predicted = this.durable.append(past);
  }

  /** Decisions that are not durable. */
  get underWay(): number {
    return this.waiting.length;
  }

  /** The events of all appends, by type. */
  readonly appended: DomainEvent[] = [];

  begin(command: WorkspaceCommand): CommandUnderWay {
    if (this.commandsBegun !== undefined) this.commandsBegun += 1;
    let settle!: () => void;
    const settled = new Promise<void>((resolve) => (settle = resolve));
    const entry: Waiting = { command, answer: undefined, error: undefined, events: [], settle };
    this.decide(entry);
    this.waiting.push(entry);
    const durable = settled.then(() => {
      if (entry.error !== undefined) throw entry.error;
      return entry.answer!;
    });
    const shown = durable.then((answer) => ({ answer, replayed: false, visible: true, revision: 0 }));
    shown.catch(() => undefined);
    // A refusal is proven by what is in front of it.
    if (entry.error !== undefined && this.waiting.length === 1) this.confirm();
    return { predicted: Promise.resolve(entry.answer), durable, shown };
  }

  /** The oldest decision is durable and visible, and so are the refusals behind it. */
  confirm(): void {
    const entry = this.waiting.shift()!;
    this.durable = this.durable.after(entry.events);
    this.appended.push(...entry.events);
    entry.settle();
    if (this.waiting[0]?.error !== undefined) this.confirm();
  }

  /** Another process was faster: what is not durable is decided again, in its order. */
  loseRace(events: readonly DomainEvent[]): void {
    this.predicted = this.durable = this.durable.after(events);
    for (const entry of this.waiting) this.decide(entry);
  }

  private decide(entry: Waiting): void {
    [entry.answer, entry.error, entry.events] = [undefined, undefined, []];
    try {
      const decision = entry.command.decide(this.predicted);
      const { events } = decision;
      if (events.length > this.limit) throw new DomainError('payload_too_large', 'Too many events.');
      this.predicted = this.predicted.after(events);
      entry.events = events;
      entry.answer = decision.answer(this.predicted);
      const upTo = entry.answer.body['up_to_row'];
      if (typeof upTo === 'number') this.decided.push(upTo);
    } catch (error) {
      entry.error = error as Error;
    }
  }
}
