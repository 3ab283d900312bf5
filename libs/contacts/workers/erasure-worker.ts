import type { CommandBus } from '@nestjs/cqrs';
import { CALLS, ERASED_CALLS } from '#dialing/domain';
import { type CommandContext, contactSubject, type IndexValue, WorkspaceTurns } from '#kernel';
import type { PersonalKeys } from '#personal-data';
import type { ReadModel } from '#read-model';
import { type ToldReceiver, ToldReceivers } from '#webhooks/domain';
import {
  type Offered,
  readPages,
  recordsByEvent,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  type TraceAt,
} from '#workers';
import type { CommandResult } from '#workspace-head';
import { AnnounceErasure, TOLD_AT_ONCE } from '../commands/announce-erasure.command.js';
import { CompleteErasure } from '../commands/complete-erasure.command.js';
import { ConfirmErasure } from '../commands/confirm-erasure.command.js';
import { EraseAfterCall } from '../commands/erase-after-call.command.js';
import { EraseCalls } from '../commands/erase-calls.command.js';
import { type ErasureRow, ERASURES } from '../domain/erasures.js';
import { refusePausedWrites } from './paused-writes.js';
import { erasePage, type ErasingDeliveriesPorts } from './erasing-deliveries.js';

export interface ErasurePorts extends ToDoPorts, ErasingDeliveriesPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page' | 'projectedRevision'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly personalKeys: Pick<PersonalKeys, 'keyIds' | 'shredKeys'>;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** An erasure, and the step of a trace that its commands are part of; undefined: they are part of none. */
interface TracedErasure extends ErasureRow {
  readonly traceparent?: string | undefined;
}

/** How health names an erasure. */
interface ErasureName {
  readonly workspaceId: string;
  readonly contactId: string;
}

/** Milliseconds between two checks whether the call of a contact that is to be erased has ended. */
const CALL_CHECK_MS = 1_000;

/** Milliseconds until it is checked that the rows of deliveries follow: as a rule they do within that time. */
const ROWS_CHECK_MS = 50;

/** Steps at once, of all workspaces: each reads a page of rows and writes what it finds. */
const CONCURRENT_STEPS = 4;

/**
 * Works off the to-do list of erasures (docs/reference/personal-data.md). The keys of the contact are shredded first:
 * from then on neither the log nor a backup of it can be read, whatever keeps the other steps from being done. Then its
 * calls and its deliveries are erased, by events, the receivers of these deliveries are told by webhooks, and
 * `ContactErasureCompleted` takes the item off the list. Every step can be repeated: after a kill at any point, the
 * next process begins the erasure again and passes over what is done.
 */
export class ErasureWorker extends ToDoWorker<ErasureRow, ErasureName> {
  constructor(ports: ErasurePorts) {
    super(ports, new PendingErasures(ports));
  }
}

class PendingErasures implements ToDoList<ErasureRow, ErasureName> {
  readonly records = recordsByEvent('erasures', ({ contact_id: item }: ErasureRow) => ({
    item,
    subject: { type: 'contact', id: item },
  }));
  private readonly turns = new WorkspaceTurns(CONCURRENT_STEPS);

  constructor(private readonly ports: ErasurePorts) {}

  queueOf(erasure: ErasureRow): string {
    return this.keyOf(erasure);
  }

  keyOf({ workspace_id, contact_id }: ErasureRow): string {
    return `${workspace_id}|${contact_id}`;
  }

  versionOf({ event_id }: ErasureRow): string {
    return event_id;
  }

  nameOf({ workspace_id, contact_id }: ErasureRow): ErasureName {
    return { workspaceId: workspace_id, contactId: contact_id };
  }

  async read(offer: (erasure: ErasureRow) => Offered, run: ToDoRun): Promise<undefined> {
    const range = {
      index: 'pending',
      prefix: [1],
      cursorOf: ({ workspace_id, contact_id }: ErasureRow) => [workspace_id, contact_id],
    };
    await readPages(this.ports.readModel, ERASURES, range, { each: offer, isStopped: () => run.stopped });
  }

  async work(row: ErasureRow, run: ToDoRun, progressed: () => void): Promise<number | undefined> {
    const { workspace_id: workspaceId, contact_id: contactId, revision } = row;
    const { readModel, traceAt } = this.ports;
    await refusePausedWrites(readModel, workspaceId);
    const erasure: TracedErasure = traceAt ? { ...row, traceparent: await traceAt(workspaceId, revision) } : row;
    if (erasure.erased_at === '') return this.begin(erasure, run);
    await this.untilRowsShow(erasure, run);
    if (run.stopped) return undefined;
    if (!(await this.shredKeys(erasure, run, progressed))) return undefined;
    if (!(await this.eraseCalls(erasure, run, progressed))) return undefined;
    const deliveries = await this.eraseDeliveries(erasure, run, progressed);
    if (!deliveries) return undefined;
    if (deliveries.left > 0) return ROWS_CHECK_MS;
    if (!(await this.announce(erasure, deliveries.receivers, run, progressed))) return undefined;
    const complete = new CompleteErasure(contextOf(erasure), contactId, erasure.erased_revision);
    const completed = await this.send(erasure, complete);
    await run.whenProjected(workspaceId, completed);
    return undefined;
  }

  /**
   * The keys are named before the erasure is confirmed: whatever is late, the process or the message, a contact that
   * was imported again since has another key.
   * @returns false: another process has completed the erasure, which the rows now show
   */
  private async shredKeys(erasure: TracedErasure, run: ToDoRun, progressed: () => void): Promise<boolean> {
    const { workspace_id: workspaceId, contact_id: contactId, erased_revision } = erasure;
    const keys = await this.ports.personalKeys.keyIds(workspaceId, [contactSubject(contactId)]);
    const confirmed = await this.send(erasure, new ConfirmErasure(contextOf(erasure), contactId, erased_revision));
    if (confirmed.answer.body['is_under_way'] !== true) {
      await run.whenProjected(workspaceId, confirmed);
      return false;
    }
    await this.ports.personalKeys.shredKeys(workspaceId, keys);
    // Each repetition comes by here: where nothing was left, an erasure that fails further on would never be parked.
    if (keys.size > 0) progressed();
    return true;
  }

  /**
   * Erases a contact once its call has ended; the rows then show it as another item.
   * @returns milliseconds until the next check of the call; undefined: the contact is erased
   */
  private async begin(erasure: TracedErasure, run: ToDoRun): Promise<number | undefined> {
    const { workspace_id: workspaceId, contact_id: contactId } = erasure;
    const prefix = [workspaceId, 1, contactId];
    const calls = await this.ports.readModel.page(CALLS, { index: 'in_flight', prefix, limit: 1 });
    if (calls.length > 0) return CALL_CHECK_MS;
    const result = await this.send(erasure, new EraseAfterCall(contextOf(erasure), contactId));
    await run.whenProjected(workspaceId, result);
    return result.answer.body['erased_at'] === null ? CALL_CHECK_MS : undefined;
  }

  /**
   * The contact has no call in flight and can get none, and no message about it is requested any more: rows that show
   * its erasure show all of its calls and deliveries. A store without transactions may show the item before them.
   */
  private async untilRowsShow({ workspace_id, erased_revision: revision }: TracedErasure, run: ToDoRun): Promise<void> {
    const visible = revision <= (await this.ports.readModel.projectedRevision(workspace_id));
    await run.whenProjected(workspace_id, { revision, visible });
  }

  /** @returns false: the worker was stopped before the last call */
  private async eraseCalls(erasure: TracedErasure, run: ToDoRun, progressed: () => void): Promise<boolean> {
    const { workspace_id: workspaceId, contact_id: contactId } = erasure;
    let after: readonly IndexValue[] | undefined;
    do {
      if (run.stopped) return false;
      const page = { index: 'in_flight', prefix: [workspaceId, 0, contactId], ...(after && { after }) };
      const calls = await this.ports.readModel.page(CALLS, { ...page, limit: ERASED_CALLS });
      const ids = calls.filter(({ erased_at }) => erased_at === null).map(({ call_id }) => call_id);
      if (ids.length > 0) {
        const result = await this.send(erasure, new EraseCalls(contextOf(erasure), contactId, ids));
        progressed();
        // Decided on a growing head, steps would pile up events that no row has yet.
        await run.whenProjected(workspaceId, result);
      }
      after = calls.length === ERASED_CALLS ? [calls.at(-1)!.call_id] : undefined;
    } while (after);
    return true;
  }

  /**
   * Their rows are no part of the projected revision, so the erasure is complete only once none of them is left. Those
   * of an earlier erasure are passed over: they are erased, and their receivers were told.
   * @returns how many the rows showed unerased, and the receivers; undefined: the worker was stopped before the last
   */
  private async eraseDeliveries(
    erasure: TracedErasure,
    run: ToDoRun,
    progressed: () => void,
  ): Promise<{ readonly left: number; readonly receivers: readonly ToldReceiver[] } | undefined> {
    const receivers = new ToldReceivers();
    let left = 0;
    let after: number | undefined = erasure.previous_revision;
    while (after !== undefined) {
      if (run.stopped) return undefined;
      const from: number = after;
      await refusePausedWrites(this.ports.readModel, erasure.workspace_id);
      const page = await this.turns.run(erasure.workspace_id, () => erasePage(this.ports, erasure, from));
      receivers.add(page.rows);
      left += page.left;
      after = page.next;
      if (page.left > 0) progressed();
    }
    return { left, receivers: receivers.all() };
  }

  /** @returns false: the worker was stopped before the last receiver */
  private async announce(
    erasure: TracedErasure,
    receivers: readonly ToldReceiver[],
    run: ToDoRun,
    progressed: () => void,
  ): Promise<boolean> {
    const { workspace_id: workspaceId, contact_id: contactId } = erasure;
    for (let told = 0; told < receivers.length; told += TOLD_AT_ONCE) {
      if (run.stopped) return false;
      const next = receivers.slice(told, told + TOLD_AT_ONCE);
      const toTell = next.map((receiver) => ({ ...receiver, deliveryId: this.ports.ids.next() }));
      const result = await this.send(erasure, new AnnounceErasure(contextOf(erasure), contactId, toTell));
      if (result.answer.body['told'] !== 0) progressed();
      await run.whenProjected(workspaceId, result);
    }
    return true;
  }

  private send(
    { workspace_id }: TracedErasure,
    command: EraseAfterCall | ConfirmErasure | EraseCalls | AnnounceErasure | CompleteErasure,
  ): Promise<CommandResult> {
    return this.turns.run(workspace_id, () => this.ports.bus.execute(command));
  }
}

function contextOf({ workspace_id: workspaceId, event_id, ...erasure }: TracedErasure): CommandContext {
  const { correlation_id, traceparent } = erasure;
  const actor = { kind: 'system', id: 'erasures' } as const;
  const trace = traceparent === undefined ? {} : { traceparent };
  return { workspaceId, actor, correlationId: correlation_id, causationId: event_id, ...trace };
}
