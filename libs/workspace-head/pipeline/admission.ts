import { WorkspaceTurns } from '#kernel';
import { confirmGeneration } from '#read-model';
import { BYTES_HELD_PER_BODY_BYTE, BYTES_OF_COMMAND, LARGE_COMMAND_BYTES } from '../bounds.js';
import type { WorkspaceCommand } from '../command-decider.js';
import type { Head } from '../head/head.js';
import { MAX_LAG, type RowReader } from '../head/load-head.js';
import { emptySnapshot } from '../view/rows-needed.js';
import type { Decided, Entry } from './batch.js';
import type { Heads, Unit } from './heads.js';
import { unavailable } from './refusals.js';
import { WaitingCommands } from './waiting-bytes.js';

/** Brings commands to the heads of their workspaces. */
export class Admission {
  private readonly waitingCommands: WaitingCommands;
  /**
   * Large commands are decided and appended one at a time, of workspaces in turn: each keeps the thread that decides,
   * and then the store, busy for tens of milliseconds. Small commands pass them
   * (docs/adr/0087-workspaces-take-turns-in-writing-and-projecting.md).
   */
  private readonly largeCommands = new WorkspaceTurns(1);

  /** @param most bytes of all commands under way, counted as in `HeadBounds` */
  constructor(
    private readonly heads: Heads,
    private readonly readModel: Pick<RowReader, 'generations' | 'projectedRevision'>,
    most: number,
  ) {
    this.waitingCommands = new WaitingCommands(most);
  }

  /** @throws DomainError `unavailable`: no further command of this workspace may begin. */
  refuseWhenFull(workspaceId: string): void {
    this.waitingCommands.refuseWhenFull(workspaceId);
  }

  /** Has a command decided. @param decided settles once it is */
  admit(entry: Entry, decided: Promise<Decided>): void {
    const { bytes = 0, isPaced } = entry.command;
    if (bytes < LARGE_COMMAND_BYTES || isPaced) this.enterHead(entry, decided);
    else void this.enterInTurn(entry, decided);
  }

  private async enterInTurn(entry: Entry, decided: Promise<Decided>): Promise<void> {
    const { workspaceId } = entry.command;
    const ended = this.waitingCommands.begin(workspaceId, bytesHeld(entry.command));
    entry.waitsForTurn = true;
    await this.largeCommands.run(workspaceId, async () => {
      ended();
      entry.waitsForTurn = false;
      // Its client was told 503 while it waited.
      if (entry.abandoned) return;
      this.enterHead(entry, decided);
      await decided.catch(() => undefined);
    });
  }

  /**
   * Begins with the projected revision, on the current head; once more on the next head if the current one was
   * overtaken or forgotten (docs/adr/0020-overtaken-heads-and-faults.md).
   */
  enterHead(entry: Entry, decided: Promise<Decided>): void {
    entry.snapshot = emptySnapshot();
    const ended = this.waitingCommands.begin(entry.command.workspaceId, bytesHeld(entry.command));
    void this.heads
      .withUnit(entry.command.workspaceId, (unit) => this.enter(unit, entry, decided))
      .catch(entry.fail)
      .finally(ended);
  }

  private async enter({ head, pipeline }: Unit, entry: Entry, decided: Promise<Decided>): Promise<void> {
    if (pipeline.stalled) throw unavailable('The event store does not answer.');
    // From here until `release`, the head keeps the events that rows of this projected revision may lack.
    const usedRevision = head.use();
    try {
      await this.readProjectedRevision(head, usedRevision, entry);
      pipeline.decide(entry);
      await decided;
    } finally {
      head.release(usedRevision);
      if (entry.abandoned) pipeline.noteAbandoned();
    }
  }

  /** The projected revision is read before any row: rows read later are complete at least up to it. */
  private async readProjectedRevision(head: Head, usedRevision: number, { command, snapshot }: Entry): Promise<void> {
    const { generations } = this.readModel;
    if (generations) snapshot.generation = await generations.current();
    snapshot.projectedRevision = await this.readModel.projectedRevision(command.workspaceId);
    if (snapshot.projectedRevision < usedRevision) {
      if (generations) await confirmGeneration(generations, snapshot.generation!);
      throw unavailable('The read model is being exchanged.');
    }
    if (head.durableRevision - snapshot.projectedRevision > MAX_LAG)
      throw unavailable('The read model is too far behind.');
    head.rowsReached(snapshot.projectedRevision);
  }
}

function bytesHeld({ bytes = 0 }: WorkspaceCommand): number {
  return BYTES_OF_COMMAND + BYTES_HELD_PER_BODY_BYTE * bytes;
}
