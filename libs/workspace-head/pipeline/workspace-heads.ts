import { AppendTooLargeError, StoreUnavailableError } from '#event-store';
import { DomainError, type Instant, instant, later, UnknownEventError, workspaceStream } from '#kernel';
import { type Progress, ReadModelUnavailableError } from '#read-model';
import { BATCH_LIMITS, type BatchLimits, type Decided, type Entry } from './batch.js';
import { ANSWER_MS, BYTES_HELD_PER_BODY_BYTE, BYTES_OF_COMMAND, HEAD_BOUNDS, type HeadBounds } from '../bounds.js';
import type { Head } from '../head/head.js';
import { Heads, type HeadsPorts, type Unit } from './heads.js';
import { HeadOvertakenError, MAX_LAG } from '../head/load-head.js';
import { untilDone, trueWithin } from './read-your-writes.js';
import { emptySnapshot } from '../view/rows-needed.js';
import { WaitingBytes } from './waiting-bytes.js';
import type {
  WorkspaceCommand,
  CommandDecider,
  DurableEvents,
  DurableEventsListener,
  CommandResult,
} from '../command-decider.js';

export interface WorkspaceHeadPorts extends Omit<HeadsPorts, 'limits' | 'bounds' | 'onDurable' | 'waiting'> {
  /** The revision that the rows of a workspace are held back at; undefined: they are not. Left out: none ever is. */
  readonly heldAt?: (workspaceId: string) => number | undefined;
  readonly progress: Pick<Progress, 'whenComplete'>;
  readonly limits?: BatchLimits;
  readonly bounds?: Partial<HeadBounds>;
}

/** How long an answer waits for the rows (api.md, Read your writes). */
export const VISIBLE_MS = 2_000;

/** The CommandDecider on rows + head: see `Pipeline` for how, `consistency.md` for why. */
export class WorkspaceHeads implements CommandDecider, DurableEvents {
  private readonly heads: Heads;
  private readonly listeners: DurableEventsListener[] = [];
  private readonly waitingCommands: WaitingBytes;
  private readonly waitingEvents: WaitingBytes;
  /** How to tell each command that is not decided yet that it will not be. */
  private readonly undecided = new Set<(error: DomainError) => void>();

  constructor(private readonly ports: WorkspaceHeadPorts) {
    const onDurable: DurableEventsListener = (events) => this.listeners.forEach((listener) => listener(events));
    const bounds = { ...HEAD_BOUNDS, ...ports.bounds };
    this.waitingCommands = new WaitingBytes(bounds.waitingBytes / 4);
    this.waitingEvents = new WaitingBytes((bounds.waitingBytes / 4) * 3);
    const limits = ports.limits ?? BATCH_LIMITS;
    this.heads = new Heads({ ...ports, limits, bounds, onDurable, waiting: this.waitingEvents });
  }

  /** @see DurableEvents.subscribe */
  subscribe(listener: DurableEventsListener): void {
    this.listeners.push(listener);
  }

  async execute(command: WorkspaceCommand): Promise<CommandResult> {
    const decided = await this.decide(command).catch((error: unknown) => {
      throw asRefusal(error);
    });
    if (decided.kind === 'refusal') throw decided.error;
    const { answer, replayed, revision } = decided;
    return { answer, replayed, visible: await this.isVisible(command.workspaceId, decided), revision };
  }

  async now(workspaceId: string): Promise<Instant> {
    const head = this.heads.loaded(workspaceId)?.head;
    return later(instant(this.ports.clock.now()), head ? head.lastOccurredAt : await this.lastInstant(workspaceId));
  }

  /** When the last event of a workspace happened; '' where it has none or the log cannot say. */
  private async lastInstant(workspaceId: string): Promise<string> {
    try {
      const [last] = await this.ports.store.read(workspaceStream(workspaceId), { backwards: true, limit: 1 });
      return last?.metadata.occurred_at ?? '';
    } catch (error) {
      if (asRefusal(error) === error) throw error;
      // Reads go on while the log is away. That the clock is behind the last event is rare, and soon over.
      return '';
    }
  }

  /** An event of the workspace was skipped: heads that know it otherwise are of no use. */
  forgetHead(workspaceId: string): void {
    this.heads.forgetHead(workspaceId);
  }

  /** Within 2 s of being durable: the rows, and then what else the answer awaits. */
  private isVisible(workspaceId: string, { revision, awaits }: Decided & { kind: 'answer' }): Promise<boolean> {
    const shown = async (): Promise<boolean> => {
      const complete = await this.ports.progress.whenComplete(workspaceId, revision, VISIBLE_MS);
      // So that a workspace that falls silent does not keep its last events in memory.
      if (complete) this.heads.rowsReached(workspaceId, revision);
      return complete;
    };
    if (awaits.length === 0) return shown();
    return trueWithin(
      this.ports.timers,
      VISIBLE_MS,
      async (isOver) => (await shown()) && untilDone(awaits, this.ports, isOver),
    );
  }

  /**
   * Resolves when the rows have all that this process knows to be in the log now: for those who look for what is to be done.
   * @throws DomainError `unavailable`: they have not after 10 s
   */
  async rowsFollow(): Promise<void> {
    const waits = this.heads.lagging().map(async ({ workspaceId, durableRevision }) => {
      const complete = await this.ports.progress.whenComplete(workspaceId, durableRevision, ANSWER_MS);
      if (!complete) throw unavailable('The read model is too far behind.');
      this.heads.rowsReached(workspaceId, durableRevision);
    });
    await Promise.all(waits);
  }

  /** Tells every command that is not decided yet that it will not be: before a process ends that waits for a store which hangs. */
  refuseUndecided(): void {
    for (const refuse of [...this.undecided]) refuse(unavailable('The service is being stopped.'));
  }

  /** The time limit covers everything, also a head that is loading or an R that nobody answers. */
  private async decide(command: WorkspaceCommand): Promise<Decided> {
    const heldAt = this.ports.heldAt?.(command.workspaceId);
    // Rows that stand still would make heads grow and answers wait; and what is decided now would not hold once the
    // event is skipped.
    if (heldAt !== undefined) throw waitsForEvent(heldAt);
    this.waitingCommands.refuseWhenFull();
    this.waitingEvents.refuseWhenFull();
    const { entry, decided } = this.entryFor(command);
    this.begin(entry, decided);
    return decided;
  }

  /** Begins at R, on the head as it is now; begins again on the next head where that one was overtaken (ADR 0020). */
  private begin(entry: Entry, decided: Promise<Decided>): void {
    entry.snapshot = emptySnapshot();
    const bytes = BYTES_OF_COMMAND + BYTES_HELD_PER_BODY_BYTE * (entry.command.bytes ?? 0);
    this.waitingCommands.addBytes(bytes);
    void this.heads
      .withUnit(entry.command.workspaceId, (unit) => this.enter(unit, entry, decided))
      .catch(entry.fail)
      .finally(() => this.waitingCommands.addBytes(-bytes));
  }

  private async enter({ head, pipeline }: Unit, entry: Entry, decided: Promise<Decided>): Promise<void> {
    if (pipeline.stalled) throw unavailable('The event store does not answer.');
    // From here on the head keeps what rows of this R may lack, however late the answer below comes.
    const heard = head.use();
    try {
      await this.readR(head, heard, entry);
      pipeline.decide(entry);
      await decided;
    } finally {
      head.release(heard);
      if (entry.abandoned) pipeline.noteAbandoned();
    }
  }

  /** R before anything else is read: rows read later are complete at least up to it. */
  private async readR(head: Head, heard: number, { command, snapshot }: Entry): Promise<void> {
    const { readModel } = this.ports;
    if (readModel.generations) snapshot.generation = await readModel.generations.current();
    snapshot.projectedRevision = await readModel.projectedRevision(command.workspaceId);
    if (snapshot.projectedRevision < heard) throw unavailable('The read model is being exchanged.');
    if (head.durableRevision - snapshot.projectedRevision > MAX_LAG)
      throw unavailable('The read model is too far behind.');
    head.rowsReached(snapshot.projectedRevision);
  }

  private entryFor(command: WorkspaceCommand): { readonly entry: Entry; readonly decided: Promise<Decided> } {
    const { promise, resolve, reject } = withResolvers<Decided>();
    const entry: Entry = {
      command,
      snapshot: emptySnapshot(),
      settle: (decided) => {
        cancel();
        resolve(decided);
      },
      fail: (error) => {
        if (error instanceof HeadOvertakenError) return this.begin(entry, promise);
        cancel();
        reject(error);
      },
      abandoned: false,
      rounds: 0,
      waitsForFirst: false,
    };
    const refuse = (error: DomainError): void => {
      entry.abandoned = true;
      cancel();
      reject(error);
    };
    const callOff = this.ports.timers.set(ANSWER_MS, () => refuse(overdue(entry)));
    const cancel = (): void => {
      callOff();
      this.undecided.delete(refuse);
    };
    this.undecided.add(refuse);
    return { entry, decided: promise };
  }
}
function overdue({ waitsForFirst }: Entry): DomainError {
  if (!waitsForFirst) return unavailable('The event store has not answered in time.');
  return new DomainError('idempotency_in_progress', 'The first request with this Idempotency-Key is still under way.');
}

function unavailable(detail: string): DomainError {
  return new DomainError('unavailable', detail);
}

/** Names no type and no projection: they are the operator's business. */
function waitsForEvent(revision: number): DomainError {
  const event = `an event that this version of the service cannot read (stream revision ${revision})`;
  return unavailable(`This workspace waits for ${event}; an operator is needed.`);
}

/** What the stores' troubles mean to a client: 503, with nothing of the inside. */
function asRefusal(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return unavailable('The event store cannot be written now.');
  if (error instanceof ReadModelUnavailableError) return unavailable('The read model cannot be read now.');
  if (error instanceof UnknownEventError) return waitsForEvent(error.revision);
  if (error instanceof AppendTooLargeError) return new DomainError('payload_too_large', 'This write is too large.');
  return error;
}

interface Resolvers<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Promise.withResolvers, which Node has from 22 on. */
function withResolvers<Value>(): Resolvers<Value> {
  let resolve!: Resolvers<Value>['resolve'];
  let reject!: Resolvers<Value>['reject'];
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
