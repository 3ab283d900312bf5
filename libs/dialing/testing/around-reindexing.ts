import { type Collection, instant, type Instant, type Row } from '#kernel';
import { TEST_START, testId as id } from '#kernel/testing';
import { type DialingFacts, NO_CALLS, type QueueSettings } from '#eligibility';
import { type MemberRow, MEMBERS, positionOfMember } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { SETTINGS_DEFAULTS, SMART_LISTS } from '#smart-lists/domain';
import { WORKSPACE_DEFAULTS, type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { WorkerHarness } from '#workers/testing';
import { REINDEX_JOBS } from '../domain/queue/reindex-jobs.js';
import { positionOfUnlisted, UNLISTED, type UnlistedRow } from '../domain/queue/unlisted.js';
import type { ReindexWorkerPorts } from '../workers/reindex-worker.js';

export const NOW: Instant = instant(TEST_START);
export const seconds = (count: number): Instant => instant(TEST_START + count * 1_000);

/** Facts after one call, or several, that ended this number of seconds before now. */
export function calledBefore(secondsAgo: number, attempts = 1): DialingFacts {
  const at = seconds(-secondsAgo);
  return {
    ...NO_CALLS,
    attempt_count: attempts,
    recent_attempts: [[Math.floor(Date.parse(at) / 900_000), attempts]],
    last_attempt_at: at,
    last_end: { call_id: 'call', at, result: 'busy', retry_seconds: null },
  };
}

/** The rows around a re-indexing, written as by a follower, and the ports of the worker. */
export class AroundReindexing extends WorkerHarness implements ReindexWorkerPorts {
  readonly readModel = new MemoryReadModel();
  /** Number of amendments. */
  amendments = 0;
  /** Called before rows are changed. */
  before: () => Promise<void> = () => Promise.resolve();

  readonly cacheWriter = {
    amendRows: async (changes: Parameters<MemoryReadModel['amendRows']>[0]): Promise<number> => {
      await this.before();
      this.amendments += 1;
      return this.readModel.amendRows(changes);
    },
  };

  /** Sets the settings, their revision as the projected revision, and the scopes to be done. */
  async set(
    workspaceId: string,
    settings: { readonly workspace?: Partial<WorkspaceRow>; readonly lists?: Readonly<Record<string, object>> },
    { revision = 1, scopes = [] }: { readonly revision?: number; readonly scopes?: readonly string[] } = {},
  ): Promise<void> {
    const workspace = { ...WORKSPACE_DEFAULTS, time_zone: 'UTC', ...settings.workspace };
    await this.put(WORKSPACES, [workspaceId], { ...workspace, workspace_id: workspaceId, live: 1, revision });
    for (const [list, changes] of Object.entries(settings.lists ?? {})) {
      const row = { ...SETTINGS_DEFAULTS, workspace_id: workspaceId, smart_list_id: list, live: 1, number: revision };
      await this.put(SMART_LISTS, [workspaceId, list], { ...row, ...changes, revision });
    }
    for (const scope of scopes) {
      const row = { workspace_id: workspaceId, scope, pending: 1, revision };
      await this.put(REINDEX_JOBS, [workspaceId, scope], row);
    }
    await this.complete(workspaceId, revision);
  }

  /** Sets the projected revision. */
  async complete(workspaceId: string, revision: number): Promise<void> {
    const from = await this.readModel.checkpoint('test');
    const to = `${Number(from ?? 0) + 1}`.padStart(9, '0') as never;
    await this.readModel.commit({
      writes: [],
      projectedRevisions: new Map([[workspaceId, revision]]),
      follower: 'test',
      from,
      to,
    });
  }

  /** Members of a list in the order of their facts, at the positions by these settings. */
  async members(
    workspaceId: string,
    list: string,
    all: readonly DialingFacts[],
    settings: QueueSettings,
    active: 0 | 1 = 1,
  ): Promise<void> {
    for (const [n, facts] of all.entries()) {
      const row = { ...facts, workspace_id: workspaceId, smart_list_id: list, active, number: 100 + n, revision: 1 };
      const placed = { ...row, contact_id: id(5_000 + n), state: 'out', due: 0 } as unknown as MemberRow;
      const document = { ...placed, ...positionOfMember(placed, settings, NOW, null) };
      await this.put(MEMBERS, [workspaceId, list, document.contact_id], document);
    }
  }

  /** Contacts, in the same way. */
  async contacts(workspaceId: string, all: readonly Partial<UnlistedRow>[], settings: QueueSettings): Promise<void> {
    for (const [n, facts] of all.entries()) {
      const row = { ...NO_CALLS, live: 1, memberships: 0, workspace_id: workspaceId, smart_list_id: '', number: n };
      const placed = { ...row, ...facts, contact_id: id(5_000 + n), state: 'out', due: 0, revision: 1 } as UnlistedRow;
      const document = { ...placed, ...positionOfUnlisted(placed, settings, NOW, null) };
      await this.put(UNLISTED, [workspaceId, document.contact_id], document);
    }
  }

  /** All rows of a workspace in the order of their numbers. */
  async rows<Doc extends Row>(collection: Collection<Doc>, index: string, prefix: readonly (string | number)[]) {
    return this.readModel.page(collection, { index, prefix, limit: 10_000 });
  }

  async pending(workspaceId: string): Promise<readonly string[]> {
    const rows = await this.rows(REINDEX_JOBS, 'pending', [1, workspaceId]);
    return rows.map(({ scope }) => scope);
  }

  async put(collection: Collection, key: readonly string[], document: object): Promise<void> {
    await this.readModel.putRows([{ collection, key, document: document as Row }]);
  }
}
