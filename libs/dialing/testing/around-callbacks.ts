import { keyOf, keyText } from '#kernel';
import { TestWorkspace, testId as id } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { DecidingHarness } from '#workers/testing';
import { TellDueCallbacksHandler } from '../commands/tell-due-callbacks.command.js';
import { DUE_CALLBACKS } from '../domain/callbacks/due-callbacks.js';
import type { DueCallbackPorts } from '../workers/due-callback-worker.js';
import { at } from './around-timers.js';
import { event, past, projections, SPRING } from './past.js';

/** The ports of the worker, with the failures that each test sets. */
export class AroundCallbacks extends DecidingHarness implements DueCallbackPorts {
  readonly bus = this.busTo(new TellDueCallbacksHandler(this.decider));
  readonly readModel = new MemoryReadModel();
  readonly cacheWriter = this.readModel;
  private readonly workspaces = new Map<string, TestWorkspace>();
  /** Revisions of the rows as they were shown: what was amended since stays. */
  private readonly shown = new Map<string, number>();

  of(workspaceId: string): TestWorkspace {
    const workspace = this.workspaces.get(workspaceId) ?? new TestWorkspace(projections, { workspaceId });
    if (workspace.revision < 0) workspace.append(past, at(0));
    this.workspaces.set(workspaceId, workspace);
    return workspace;
  }

  /** Members of a list, each with a callback this number of seconds after TEST_START. */
  async callbacks(workspaceId: string, count: number, seconds: number): Promise<void> {
    const workspace = this.of(workspaceId);
    for (let n = 0; n < count; n += 1) {
      const contact_id = id(10_000 + workspace.revision);
      const member_number = workspace.revision + 2;
      const bears = { smart_list_id: SPRING, contact_id, member_number };
      workspace.append(
        [
          event('ContactImported', { contact_id, phone: '+12025550101', name: null }),
          event('MemberAdded', { smart_list_id: SPRING, contact_id, source: 'api' }),
          event('CallbackSet', { ...bears, callback_at: at(seconds), agent_id: null, owner_seconds: 0 }),
        ],
        at(this.seconds),
      );
    }
    await this.show(workspaceId);
  }

  /** Settings of the list change. */
  async change(workspaceId: string, changes: object): Promise<void> {
    this.of(workspaceId).append([event('SmartListChanged', { smart_list_id: SPRING, changes })], at(this.seconds));
    await this.show(workspaceId);
  }

  /** The rows follow the log. */
  async show(workspaceId: string): Promise<void> {
    const rows = this.of(workspaceId).all(DUE_CALLBACKS);
    const changed = rows.filter((row) => this.shown.get(keyText(keyOf(DUE_CALLBACKS, row))) !== row.revision);
    for (const row of changed) this.shown.set(keyText(keyOf(DUE_CALLBACKS, row)), row.revision);
    await this.readModel.putRows(
      changed.map((document) => ({ collection: DUE_CALLBACKS, key: keyOf(DUE_CALLBACKS, document), document })),
    );
  }

  /** How many callbacks of a workspace the log says were told. */
  told(workspaceId: string): number {
    return this.of(workspaceId)
      .all(DUE_CALLBACKS)
      .filter(({ told }) => told === 1).length;
  }
}
