import type { ReadOptions } from '#event-store';
import { CONTACT_PROJECTIONS } from '#contacts';
import { DIALING_PROJECTIONS } from '#dialing';
import { instant, type Position } from '#kernel';
import { TEST_WORKSPACE } from '#kernel/testing';
import { MEMBER_PROJECTIONS } from '#members';
import type { ReadModel } from '#read-model';
import { MemoryReadModel, MemoryStorage } from '#read-model/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import type { EventsIndex } from '#timeline';
import { TIMELINE_PROJECTIONS } from '#timeline/projections';
import { WORKSPACES_PROJECTIONS } from '#workspaces';
import { WORKSPACE_DEFAULTS } from '#workspaces/domain';
import { FakeLog } from '../../read-model/testing/fake-log.js';
import { runToEnd } from '../../read-model/testing/run-to-end.js';
import type { ExportPorts } from '../queries/rows-as-of.js';
import { type Change, eventsOf, LISTS } from './drawn-changes.js';
import { Outline } from './outline.js';

const PROJECTIONS = [
  ...WORKSPACES_PROJECTIONS,
  ...CONTACT_PROJECTIONS,
  ...SMART_LIST_PROJECTIONS,
  ...MEMBER_PROJECTIONS,
  ...DIALING_PROJECTIONS,
];

const AT = instant(Date.parse('2025-01-01T12:00:00.000Z'));

/** What changes a workspace while it is exported: called at each read of a store. */
export type Meanwhile = () => Promise<void>;

/** A workspace that changes while it is exported: log, rows and index of events, each as far as it is told. */
export class ChangingWorkspace {
  readonly log = new FakeLog();
  readonly storage = new MemoryStorage();
  /** As an export reads it. */
  readonly rows = new MemoryReadModel(this.storage);
  readonly indexStorage = new MemoryStorage();
  meanwhile: Meanwhile = async () => undefined;
  generation = 'first';
  /** How many of the changes have done anything. */
  effects = 0;
  readonly outline = new Outline();
  /** The rows as they were at each projected revision. */
  readonly asOf = new Map<number, MemoryReadModel>();
  // Rows are written before the revision tells of them, as by a store without transactions.
  private readonly follower = new MemoryReadModel(this.storage.withOwnProgress());
  private readonly index = new MemoryReadModel(this.indexStorage);

  static async make(): Promise<ChangingWorkspace> {
    const made = new ChangingWorkspace();
    const created = { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS };
    made.log.append(TEST_WORKSPACE, [
      { type: 'WorkspaceCreated', data: created },
      ...LISTS.map((smart_list_id) => ({
        type: 'SmartListCreated',
        data: { smart_list_id, name: smart_list_id, ...SETTINGS_DEFAULTS, source: 'api' },
      })),
    ]);
    return made;
  }

  /** The last revision of the log. */
  get revision(): number {
    return this.log.events.length - 1;
  }

  change(change: Change): void {
    const events = eventsOf(change, this.outline);
    for (const event of events) this.outline.happen(event);
    if (events.length > 0) this.effects += 1;
    this.log.append(TEST_WORKSPACE, events);
    for (const { type, data } of events) {
      if (type === 'ContactErased') this.shred((data as { contact_id: string }).contact_id);
    }
  }

  /** Rows have every event. @param told whether the projected revision says so */
  async project({ told }: { readonly told: boolean }): Promise<void> {
    await runToEnd(this.log, this.follower, {}, PROJECTIONS);
    if (!told) return;
    this.rows.raiseRevisions(new Map([[TEST_WORKSPACE, this.revision]]));
    this.asOf.set(this.revision, new MemoryReadModel(this.storage.copy()));
  }

  async indexEvents(): Promise<void> {
    await runToEnd(this.log, this.index, {}, TIMELINE_PROJECTIONS);
  }

  /** The ports of an export of this workspace. */
  ports(rowsARead: number): ExportPorts {
    const readModel = this.changingWhileRead(this.rows);
    const index: EventsIndex = {
      rows: this.changingWhileRead(this.index),
      writer: this.index,
      reaches: async () => undefined as Position | undefined,
      generation: async () => this.generation,
    };
    const read = async (stream: string, options: ReadOptions) => {
      await this.meanwhile();
      return this.log.read(stream, options);
    };
    const decider = { now: async () => AT };
    return { readModel, index, log: { read }, decider, sleep: () => this.indexEvents(), rowsARead };
  }

  private changingWhileRead(model: MemoryReadModel): ReadModel {
    return new Proxy(model, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as unknown;
        if (typeof method !== 'function') return method;
        return async (...args: readonly unknown[]): Promise<unknown> => {
          await this.meanwhile();
          const read = (await Reflect.apply(method, target, args)) as unknown;
          await this.meanwhile();
          return read;
        };
      },
    });
  }

  /** What is personal of a contact cannot be opened any more. */
  private shred(contactId: string): void {
    for (const [n, event] of this.log.events.entries()) {
      const data = event.data as Readonly<Record<string, unknown>>;
      if (data['contact_id'] !== contactId) continue;
      const fields = Object.keys(data).filter((field) => PERSONAL.includes(field));
      const shredded = Object.fromEntries(fields.map((field) => [field, null]));
      this.log.events[n] = { ...event, data: { ...data, ...shredded } };
    }
  }
}

const PERSONAL = [
  ...['phone', 'old_phone', 'name', 'notes', 'recording_url'],
  ...['external_id', 'phone_label', 'further_phones', 'attributes', 'time_zone'],
];
