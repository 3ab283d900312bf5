import { type Answer, type Instant, instant, later, refuseWrongClock, type Tracer, workspaceStream } from '#kernel';
import type { Progress } from '#read-model';
import { ANSWER_MS, HEAD_BOUNDS, type HeadBounds } from '../bounds.js';
import type {
  AnswersAhead,
  CommandDecider,
  CommandResult,
  CommandUnderWay,
  DurableEvents,
  DurableEventsListener,
  WorkspaceCommand,
} from '../command-decider.js';
import type { ResidentCollections } from '../head/resident-collections.js';
import { Admission } from './admission.js';
import { BATCH_LIMITS, type BatchLimits, type Decided, type Predict } from './batch.js';
import { type HeadCacheCounts, Heads, type HeadsPorts } from './heads.js';
import { trueWithin, untilDone, VISIBLE_MS } from './read-your-writes.js';
import { asRefusal, unavailable, waitsForEvent } from './refusals.js';
import { traced } from './traced.js';
import { UndecidedCommands } from './undecided-commands.js';
import { WaitingBytes } from './waiting-bytes.js';
import { withResolvers } from './with-resolvers.js';
import { type AnswerTime, WorkspacesAhead } from './workspaces-ahead.js';

export interface WorkspaceHeadPorts extends Omit<HeadsPorts, 'limits' | 'bounds' | 'onDurable' | 'waiting'> {
  /**
   * The revision at which the rows of a workspace are held back; undefined: they are not. Without this function none
   * ever is.
   */
  readonly heldAt?: (workspaceId: string) => number | undefined;
  readonly progress: Pick<Progress, 'whenComplete'>;
  /** Whether small writes are answered before their rows; see {@link WorkspaceHeads.answersAhead}. Undefined: no. */
  readonly mayAnswerAhead?: boolean | undefined;
  readonly limits?: BatchLimits;
  readonly bounds?: Partial<HeadBounds>;
  /** Undefined: commands are not traced. */
  readonly tracer?: Tracer | undefined;
}

type Accepted = Decided & { readonly kind: 'answer' };

function acceptedOf(decided: Decided): Accepted {
  if (decided.kind === 'refusal') throw decided.error;
  return decided;
}

/**
 * The CommandDecider on rows + head. `Pipeline` shows how a command is decided,
 * docs/reference/consistency.md#how-a-command-decides why.
 * @see docs/adr/0001-one-stream-a-workspace.md
 */
export class WorkspaceHeads implements CommandDecider, DurableEvents {
  private readonly heads: Heads;
  private readonly listeners: DurableEventsListener[] = [];
  private readonly admission: Admission;
  private readonly waitingEvents: WaitingBytes;
  private readonly undecided: UndecidedCommands;
  private readonly ahead: WorkspacesAhead;
  private begun = 0;

  constructor(private readonly ports: WorkspaceHeadPorts) {
    const onDurable: DurableEventsListener = (events) => this.listeners.forEach((listener) => listener(events));
    const bounds = { ...HEAD_BOUNDS, ...ports.bounds };
    this.waitingEvents = new WaitingBytes(bounds.waitingBytes / 2);
    const limits = ports.limits ?? BATCH_LIMITS;
    this.heads = new Heads({ ...ports, limits, bounds, onDurable, waiting: this.waitingEvents });
    this.admission = new Admission(this.heads, ports.readModel, bounds.waitingBytes / 2);
    const onReached = (workspaceId: string, revision: number): void => this.heads.rowsReached(workspaceId, revision);
    const isHeld = (workspaceId: string): boolean => ports.heldAt?.(workspaceId) !== undefined;
    const rowsRevision = (workspaceId: string): number | undefined => this.heads.loaded(workspaceId)?.head.rowsRevision;
    this.ahead = new WorkspacesAhead({ ...ports, isHeld, rowsRevision, onReached });
    this.undecided = new UndecidedCommands(ports.timers, (entry, decided) => this.admission.enterHead(entry, decided));
  }

  /** Of all heads of this process, for metrics. */
  get headCache(): HeadCacheCounts {
    return this.heads.counts;
  }

  /** The resident rows of every head in memory, a workspace each, predicted events included: for metrics. */
  residentRows(): readonly Pick<ResidentCollections, 'liveRows'>[] {
    return this.heads.all().map(({ resident }) => resident);
  }

  /** @see DurableEvents.subscribe */
  subscribe(listener: DurableEventsListener): void {
    this.listeners.push(listener);
  }

  /** Answers for which reads have to wait. They must, where `mayAnswerAhead`. */
  get answersAhead(): AnswersAhead {
    return this.ahead;
  }

  /** @see CommandDecider.commandsBegun */
  get commandsBegun(): number | undefined {
    return this.ports.store.singleWriter ? this.begun : undefined;
  }

  execute(command: WorkspaceCommand): Promise<CommandResult> {
    return this.begin(command).shown;
  }

  begin(command: WorkspaceCommand): CommandUnderWay {
    this.begun += 1;
    const { promise: predicted, resolve: predict } = withResolvers<Answer | undefined>();
    const decided = this.decideTraced(command, predict).then(acceptedOf, (error: unknown) => {
      throw asRefusal(error);
    });
    const durable = decided.then(({ answer }) => answer);
    const shown = decided.then((accepted) => this.shown(command, accepted));
    durable.catch(() => predict(undefined));
    shown.catch(() => undefined);
    return { predicted, durable, shown };
  }

  private async shown(command: WorkspaceCommand, accepted: Accepted): Promise<CommandResult> {
    const { answer, replayed, revision } = accepted;
    // A dry run has written nothing that a read could miss.
    const time = command.dryRun ? 'ahead' : this.timeOf(command, accepted);
    const visible = time === 'behind' ? await this.isVisible(command.workspaceId, accepted) : time === 'ahead';
    return { answer, replayed, visible, revision };
  }

  /** When a command is answered. A worker, whose next step reads rows, waits for them. */
  private timeOf({ workspaceId, scope, isPaced }: WorkspaceCommand, accepted: Accepted): AnswerTime {
    const { events, revision, awaits, lags } = accepted;
    if (!this.ports.mayAnswerAhead || scope === undefined || isPaced || lags || awaits.length > 0) return 'behind';
    return this.ahead.answer(workspaceId, events, revision);
  }

  async now(workspaceId: string): Promise<Instant> {
    const head = this.heads.loaded(workspaceId)?.head;
    const last = head ? head.lastOccurredAt : await this.lastInstant(workspaceId);
    return later(instant(this.ports.clock.now()), last);
  }

  async nowToWrite(workspaceId: string): Promise<Instant> {
    const now = await this.now(workspaceId);
    refuseWrongClock(this.ports.clockTrouble);
    return now;
  }

  /** The instant of a workspace's last event; '' where it has none or the log cannot be read. */
  private async lastInstant(workspaceId: string): Promise<string> {
    try {
      const [last] = await this.ports.store.read(workspaceStream(workspaceId), { backwards: true, limit: 1 });
      return last?.metadata.occurred_at ?? '';
    } catch (error) {
      if (asRefusal(error) === error) throw error;
      // Reads are answered while the log is unavailable. A clock behind the last event is rare, and catches up within
      // seconds.
      return '';
    }
  }

  /** An event of the workspace was skipped: a head that has folded it is wrong, and is loaded anew. */
  forgetHead(workspaceId: string): void {
    this.heads.forgetHead(workspaceId);
  }

  /** Rows were replaced by other ones: every head is loaded anew. */
  forgetHeads(): void {
    this.heads.forgetHeads();
  }

  /** Whether the rows, and then the rows of background work that the answer awaits, show the write within 2 s. */
  private isVisible(workspaceId: string, { revision, awaits, lags }: Accepted): Promise<boolean> {
    const shown = async (): Promise<boolean> => {
      const complete = await this.ahead.untilComplete(workspaceId, revision, VISIBLE_MS);
      return complete && !lags;
    };
    if (awaits.length === 0) return shown();
    return trueWithin(
      this.ports.timers,
      VISIBLE_MS,
      async (isOver) => (await shown()) && untilDone(awaits, this.ports, isOver),
    );
  }

  /**
   * Resolves when the rows have every event that this process knows to be in the log at the call. A worker that polls
   * earlier would find work that is already done.
   * @throws DomainError `unavailable`: the rows still lack some of them after 10 s
   */
  async rowsFollow(): Promise<void> {
    // The head of a workspace that was answered ahead may have been dropped meanwhile.
    const revisions = new Map(this.ahead.revisions());
    for (const { workspaceId, durableRevision } of this.heads.lagging()) revisions.set(workspaceId, durableRevision);
    const waits = [...revisions].map(async ([workspaceId, revision]) => {
      const complete = await this.ahead.untilComplete(workspaceId, revision, ANSWER_MS);
      if (!complete) throw unavailable('The read model is too far behind.');
    });
    await Promise.all(waits);
  }

  /** Ends what would hold the process: every answer was given. */
  stop(): void {
    this.ahead.stop();
  }

  /** Refuses every command that is not decided yet: a process that ends must not wait 10 s for a store that hangs. */
  refuseUndecided(): void {
    this.undecided.refuseAll(unavailable('The service is being stopped.'));
  }

  /** From the command to its durable events: as a step of the command's trace, which its events then name. */
  private decideTraced(command: WorkspaceCommand, predict: Predict): Promise<Decided> {
    const { tracer } = this.ports;
    return tracer ? traced(tracer, command, (each) => this.decide(each, predict)) : this.decide(command, predict);
  }

  /**
   * The time limit begins here, so that it covers the loading of a head and a read of the projected revision that is
   * not answered.
   */
  private async decide(command: WorkspaceCommand, predict: Predict): Promise<Decided> {
    const heldAt = this.ports.heldAt?.(command.workspaceId);
    // Rows that stand still would make heads grow and answers wait. And a decision made now could be wrong once the
    // event is skipped.
    if (heldAt !== undefined) throw waitsForEvent(heldAt);
    this.admission.refuseWhenFull(command.workspaceId);
    this.waitingEvents.refuseWhenFull();
    const { entry, decided } = this.undecided.entryFor(command, predict);
    this.admission.admit(entry, decided);
    return decided;
  }
}
