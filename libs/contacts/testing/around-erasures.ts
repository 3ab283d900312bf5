import type { CommandBus } from '@nestjs/cqrs';
import { type ExpectedRevision, WrongExpectedRevisionError } from '#event-store';
import { CALLS } from '#dialing/domain';
import { DIALING_PROJECTIONS } from '#dialing';
import type { Collection, DocumentKey, DomainEvent, JsonObject, NewEvent, Position, RecordedEvent, Row } from '#kernel';
import { recorded, TEST_WORKSPACE, testId, TestWorkspace } from '#kernel/testing';
import { MEMBER_PROJECTIONS } from '#members';
import type { PageOptions } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { WEBHOOKS_PROJECTIONS } from '#webhooks';
import {
  DELIVERIES,
  type DeliveryEvent,
  type DeliveryRequested,
  deliveryOrder,
  type DeliveryRow,
  deliveryStream,
  evolveDelivery,
} from '#webhooks/domain';
import { DecidingHarness } from '#workers/testing';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACES } from '#workspaces/domain';
import { AnnounceErasure, AnnounceErasureHandler } from '../commands/announce-erasure.command.js';
import { ConfirmErasure, ConfirmErasureHandler } from '../commands/confirm-erasure.command.js';
import { CompleteErasure, CompleteErasureHandler } from '../commands/complete-erasure.command.js';
import { EraseAgain, EraseAgainHandler } from '../commands/erase-again.command.js';
import { EraseAfterCall, EraseAfterCallHandler } from '../commands/erase-after-call.command.js';
import { EraseCalls, EraseCallsHandler } from '../commands/erase-calls.command.js';
import { ExpirePersonalData, ExpirePersonalDataHandler } from '../commands/expire-personal-data.command.js';
import { CONTACTS, ERASURES } from '../domain/index.js';
import { CONTACT_PROJECTIONS } from '../projections/index.js';
import type { ErasurePorts } from '../workers/erasure-worker.js';
import type { ExpiredRowsPorts } from '../workers/expired-rows-worker.js';
import type { RetentionPorts } from '../workers/retention-worker.js';

export const ANN = testId(11);
export const PHONE = '+12025550101';

/** The ports of the workers, with one workspace and the failures that each test sets. */
export class AroundErasures extends DecidingHarness implements ErasurePorts, RetentionPorts, ExpiredRowsPorts {
  readonly idempotencyDays = 7;
  readonly workspace = new TestWorkspace([
    ...WORKSPACES_PROJECTIONS,
    ...CONTACT_PROJECTIONS,
    ...SMART_LIST_PROJECTIONS,
    ...MEMBER_PROJECTIONS,
    ...DIALING_PROJECTIONS,
    ...WEBHOOKS_PROJECTIONS,
  ]);
  private rows = new MemoryReadModel();
  /** The requests of deliveries. */
  private readonly requests: RecordedEvent[] = [];
  /** The collections of which a page was read, in order. */
  readonly pages: string[] = [];
  /** The appended events of deliveries, in order. */
  readonly log: RecordedEvent[] = [];
  /** The subjects whose keys were shredded, in order. */
  readonly shredded: string[] = [];
  /** The days before which keys were shredded, in order: of all workspaces, or of their own. */
  readonly shreddedDays: string[] = [];
  /** Called before each write of the worker: shredding, a command, an append. */
  beforeWrite: () => Promise<void> = () => Promise.resolve();
  /** False: the rows of deliveries follow the log only at `show`. */
  deliveriesFollow = true;
  private made = 0;
  readonly ids = { next: () => testId(90_000 + (this.made += 1)) };

  readonly personalKeys = {
    keyIds: async (_workspaceId: string, subjects: readonly string[]) => {
      return new Map(subjects.map((subject) => [subject, `key of ${subject}`]));
    },
    shredKeys: async (_workspaceId: string, keys: ReadonlyMap<string, string>) => {
      await this.beforeWrite();
      this.shredded.push(...keys.keys());
    },
    shredDays: async (kind: string, before: string, workspaceId?: string) => {
      await this.beforeWrite();
      this.shreddedDays.push(`${workspaceId === undefined ? 'all' : 'own'} ${kind} before ${before}`);
      return 1;
    },
  };

  private readonly handlers = [
    [EraseAfterCall, new EraseAfterCallHandler(this.decider)],
    [EraseAgain, new EraseAgainHandler(this.decider)],
    [EraseCalls, new EraseCallsHandler(this.decider, { bytes: (length) => Buffer.alloc(length, 7) })],
    [AnnounceErasure, new AnnounceErasureHandler(this.decider)],
    [ConfirmErasure, new ConfirmErasureHandler(this.decider)],
    [CompleteErasure, new CompleteErasureHandler(this.decider)],
    [ExpirePersonalData, new ExpirePersonalDataHandler(this.decider)],
  ] as const;

  readonly bus = {
    execute: async (command: object) => {
      await this.beforeWrite();
      this.sent.push(command);
      const [, handler] = this.handlers.find(([type]) => command instanceof type)!;
      return handler.execute(command as never);
    },
  } as Pick<CommandBus, 'execute'>;

  readonly events = {
    read: async (stream: string) => this.log.filter((event) => event.stream === stream).slice(-1),
    append: async (stream: string, events: readonly NewEvent[], expected: ExpectedRevision) => {
      await this.beforeWrite();
      const before = this.log.filter((event) => event.stream === stream).length;
      const actual = before === 0 ? 'no_stream' : before - 1;
      if (expected !== actual) throw new WrongExpectedRevisionError(stream, expected, actual);
      this.log.push(...events.map((event, i) => ({ ...event, stream, revision: before + i })));
      if (this.deliveriesFollow) await this.show();
      return { revision: before + events.length - 1, position: String(this.log.length) as Position };
    },
  };

  readonly readModel = {
    page: <Doc extends Row>(collection: Collection<Doc>, options: PageOptions) => {
      this.pages.push(collection.name);
      return this.rows.page(collection, options);
    },
    getMany: <Doc extends Row>(collection: Collection<Doc>, keys: readonly DocumentKey[]) =>
      this.rows.getMany(collection, keys),
    projectedRevision: () => Promise.resolve(this.workspace.revision),
  };

  readonly cacheWriter: ExpiredRowsPorts['cacheWriter'] = {
    amendRows: async (changes) => {
      await this.beforeWrite();
      return this.rows.amendRows(changes);
    },
    putRows: async (writes) => {
      await this.beforeWrite();
      await this.rows.putRows(writes);
    },
  };

  /** Events of the workspace, which its rows show. */
  async happened(...events: readonly DomainEvent[]): Promise<void> {
    this.workspace.append(events);
    await this.show();
  }

  /** A delivery about Ann, with events of its own stream. */
  delivery(delivery_id: string, ...own: readonly DeliveryEvent[]): Promise<void> {
    return this.deliveryTo('https://a/', delivery_id, ...own);
  }

  /** A delivery about Ann to this receiver. */
  deliveryTo(webhook_url: string, delivery_id: string, ...own: readonly DeliveryEvent[]): Promise<void> {
    return this.requestedDelivery({ delivery_id, contact_id: ANN, webhook_url }, own);
  }

  /** A message of a number that no contact had, which was delivered. */
  numberDelivery(delivery_id: string, ...own: readonly DeliveryEvent[]): Promise<void> {
    const about = { contact_id: '', message_type: 'do_not_call.added' } as const;
    return this.requestedDelivery({ delivery_id, webhook_url: 'https://a/', ...about }, own);
  }

  private async requestedDelivery(
    about: Pick<DeliveryRequested['data'], 'delivery_id' | 'contact_id' | 'webhook_url' | 'message_type'>,
    own: readonly DeliveryEvent[],
  ): Promise<void> {
    const { delivery_id } = about;
    const data = { ...about, outcome_id: 'o', call_id: 'c', body: PHONE };
    this.workspace.append([{ type: 'DeliveryRequested', data }]);
    this.requests.push(recorded({ type: 'DeliveryRequested', data }, this.workspace.revision));
    const stream = deliveryStream(delivery_id);
    this.log.push(...own.map((event, revision) => ({ ...recorded(event, revision), stream })));
    await this.show();
  }

  /** Rows that a rebuild has folded before any key was shredded are live from now on. */
  async exchange(): Promise<void> {
    this.rows = new MemoryReadModel();
    await this.show();
  }

  /** The rows follow the log. */
  async show(): Promise<void> {
    const rowsOf = [WORKSPACES, ERASURES, CALLS, CONTACTS].flatMap((collection) =>
      this.workspace.all<Row>(collection).map((document) => ({
        collection,
        key: collection.key.map((field) => (document as unknown as Record<string, string>)[field]!),
        document,
      })),
    );
    const deliveries = this.deliveries().map((document) => {
      return { collection: DELIVERIES, key: [TEST_WORKSPACE, document.delivery_id], document };
    });
    await this.rows.putRows([...rowsOf, ...deliveries]);
  }

  /** The messages about the erasure, each with its receiver, in the order of their requests. */
  announced(): readonly (readonly [url: string, message: JsonObject])[] {
    return this.workspace
      .all(DELIVERIES)
      .filter(({ message_type }) => message_type === 'contact.erased')
      .map(({ webhook_url, body }) => [webhook_url, JSON.parse(body!) as JsonObject]);
  }

  deliveries(): readonly DeliveryRow[] {
    return this.requests.map((request) => {
      const { delivery_id } = request.data as { delivery_id: string };
      const own = this.log.filter(({ stream }) => stream === deliveryStream(delivery_id));
      return [request, ...own].reduce<DeliveryRow | undefined>((row, event) => {
        return { ...evolveDelivery(row, event as never)!, revision: deliveryOrder(event) };
      }, undefined)!;
    });
  }

  of(): TestWorkspace {
    return this.workspace;
  }
}
