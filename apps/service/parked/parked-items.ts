import type { CommandBus } from '@nestjs/cqrs';
import type { RequestContext } from '#http';
import { DomainError, type IndexValue, invalidField, notFound, workspaceStream } from '#kernel';
import { HELD_STREAMS, type HeldStreamRow, ofOneGeneration, type ReadModel } from '#read-model';
import { deliveryStream } from '#webhooks/domain';
import type { CommandResult } from '#workspace-head';
import { RetryWork, SkipWork } from '#workspaces';
import { PARKED_WORK, type ParkedKey, type ParkedWorkRow } from '#workspaces/domain';
import type { EventSkipping } from '../event-skipping.js';
import { areOpen } from './open-work.js';
import { type Parked, type ParkedFilter, type ParkedPage, readParked } from './parked-list.js';

export interface ParkedItemsPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page' | 'generations'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly skipping: Pick<EventSkipping, 'skip'>;
}

/** A parked item, and whether its work is still to be done. */
export interface FoundItem {
  readonly parked: Parked;
  readonly isOpen: boolean;
}

/** An operator's decision that an item is skipped. */
export interface SkipOf {
  readonly reason: string;
  /** Of an event: the revision that the operator has seen. */
  readonly revision: number | undefined;
}

/** What a decision came to, where no command answers it. */
export interface Settled {
  readonly state: 'done' | 'skipped';
  readonly effect: string;
}

const NEVER_RETRIED =
  'The same program takes the event in the same way: a version that knows it tries it by itself when it starts. ' +
  'Start that version, or skip the event.';
const EVENT_SKIPPED = 'Every process and every rebuild passes over the event.';
const IS_DONE = 'The work is done: nothing is left to be tried.';

/** What is parked, and what operators decide about it (docs/adr/0052-parked-work-is-on-record.md). */
export class ParkedItems {
  constructor(private readonly ports: ParkedItemsPorts) {}

  /** @throws ReadModelUnavailableError */
  list(filter: ParkedFilter, size: number, after: readonly IndexValue[] | undefined): Promise<ParkedPage> {
    return readParked(this.ports.readModel, filter, size, after);
  }

  /** @throws DomainError `not_found`; ReadModelUnavailableError */
  async find(id: string): Promise<FoundItem> {
    const { readModel } = this.ports;
    if (id === '') throw notFound('item');
    const [row] = await readModel.page(PARKED_WORK, { index: 'by_id', prefix: [id], limit: 1 });
    if (row) return { parked: { kind: 'work', row }, isOpen: (await areOpen(readModel, [row]))[0]! };
    const streams = [workspaceStream(id), deliveryStream(id)].map((stream) => [stream]);
    const held = (await readModel.getMany(HELD_STREAMS, streams)).find((each) => each !== undefined);
    if (!held) throw notFound('item');
    return { parked: { kind: 'event', row: held }, isOpen: held.held === 1 };
  }

  /**
   * Has an item tried again at once.
   * @throws DomainError `not_found`; `resource_conflict`: it was skipped, or is an event; ReadModelUnavailableError
   */
  async retry(id: string, context: RequestContext): Promise<CommandResult | Settled> {
    const { parked, isOpen } = await this.current(id);
    if (parked.kind === 'event') throw new DomainError('resource_conflict', NEVER_RETRIED);
    if (!isOpen && parked.row.state !== 'skipped') return { state: 'done', effect: IS_DONE };
    return this.ports.bus.execute(new RetryWork(context.adminContext(), keyOf(parked.row)));
  }

  /**
   * Decides that an item is never tried again.
   * @throws DomainError `not_found`; `validation_failed`: an event without its revision; `resource_conflict`: its work
   *   is done, is tried now, or is owed to a person; StoreUnavailableError, ReadModelUnavailableError
   */
  async skip(id: string, { reason, revision }: SkipOf, context: RequestContext): Promise<CommandResult | Settled> {
    const { parked, isOpen } = await this.current(id);
    if (parked.kind === 'event') return this.skipEvent(parked.row, { reason, revision }, context);
    if (!isOpen && parked.row.state !== 'skipped') {
      throw new DomainError('resource_conflict', 'The work is done: nothing is left to be skipped.');
    }
    return this.ports.bus.execute(new SkipWork(context.adminContext(), keyOf(parked.row), reason));
  }

  private async skipEvent(
    { stream }: HeldStreamRow,
    { reason, revision }: SkipOf,
    context: RequestContext,
  ): Promise<Settled> {
    if (revision === undefined) {
      const detail = 'revision is needed to skip an event: the one that the item shows.';
      throw invalidField('validation_failed', '/revision', 'required', detail);
    }
    await this.ports.skipping.skip({ stream, revision, reason }, context);
    return { state: 'skipped', effect: EVENT_SKIPPED };
  }

  /** An item of rows that are still served: a decision rests on it. */
  private current(id: string): Promise<FoundItem> {
    return ofOneGeneration(this.ports.readModel.generations, () => this.find(id));
  }
}

function keyOf({ workspace_id: workspaceId, worker, item }: ParkedWorkRow): ParkedKey {
  return { workspaceId, worker, item };
}
