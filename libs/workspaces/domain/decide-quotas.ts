import { DomainError, type WriteRule } from '#kernel';
import { workspaceIn } from './decide-workspace.js';
import type { QuotaName } from './quotas.js';
import { useOf } from './workspace-use.js';

/** The quotas that are compared with an exact count. */
const EXACT = ['contacts', 'members', 'open_calls'] as const satisfies readonly QuotaName[];

const RESOURCES: Readonly<Record<QuotaName, string>> = {
  contacts: 'contacts',
  members: 'members',
  open_calls: 'open calls',
  deliveries_waiting: 'waiting webhook deliveries',
};

/** The refusal of a write that a quota leaves no room for: names the quota, its limit and the present use. */
export function quotaExceeded(quota: QuotaName, limit: number, use: number): DomainError {
  return new DomainError(
    'quota_exceeded',
    `The quota ${quota} of this workspace is ${limit} ${RESOURCES[quota]}; ${use} are in use.`,
  );
}

/** The number of deliveries of a workspace that have a next attempt, as a process last counted it. */
export interface DeliveriesWaiting {
  /**
   * The last count, at most some seconds old; 0 where this process has not counted yet. Starts a new count where one is
   * due.
   */
  lastCounted(workspaceId: string): number;
  /** Counts now. @throws ReadModelUnavailableError */
  count(workspaceId: string): Promise<number>;
}

/**
 * Refuses a write that takes a workspace above a quota, or further above one that was lowered below its use. A write
 * that adds no more than it takes away is never refused: a waterfall's move, the end of a call.
 * @throws DomainError by the second step: `quota_exceeded`
 * @see docs/adr/0026-quotas-are-kept-by-a-rule-over-every-write.md
 */
export function withinQuotas(deliveries: Pick<DeliveriesWaiting, 'lastCounted'>): WriteRule {
  return (view) => {
    const before = useOf(view);
    return () => {
      const after = useOf(view);
      const quotas = workspaceIn(view)?.quotas;
      if (after === before || !quotas) return;
      for (const quota of EXACT) {
        if (after[quota] > before[quota] && after[quota] > quotas[quota]) {
          throw quotaExceeded(quota, quotas[quota], before[quota]);
        }
      }
      const limit = quotas.deliveries_waiting;
      // No more deliveries can wait than were ever requested, messages about erasures apart: no count is needed.
      if (after.deliveries_requested === before.deliveries_requested || after.deliveries_requested <= limit) return;
      const waiting = deliveries.lastCounted(view.workspaceId);
      if (waiting >= limit) throw quotaExceeded('deliveries_waiting', limit, waiting);
    };
  };
}
