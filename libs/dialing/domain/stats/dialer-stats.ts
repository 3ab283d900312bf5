import type { Decide, WorkspaceView } from '#kernel';
import { MEMBER_COUNTS } from '#members/domain';
import { isFrozen, PRIORITIES, SMART_LISTS } from '#smart-lists/domain';
import type { CallRow } from '../calls/call.js';
import { callsInFlight } from '../calls/register-call.js';
import { addToQueueDepth, type QueueDepth } from '../queue/queue-depth.js';
import { lastHour } from './last-hour.js';

/**
 * GET /dialer/stats: what waits, who is on the phone and what the last hour came to, as of one revision and the instant
 * of the decision. Lists, their counts and the calls in flight are those of the head; the hour costs at most 120 rows.
 * No event is written.
 */
export function dialerStats() {
  return ((view) => {
    const { now: at } = view;
    const calls = [...callsInFlight(view).values()];
    const agents = new Set(calls.map(({ agent_id }) => agent_id));
    agents.delete('');
    const body = {
      ok: true as const,
      at,
      ...tiersOf(view, calls),
      calls_in_progress: calls.length,
      agents: agents.size,
      without_agent: calls.filter(({ agent_id }) => agent_id === '').length,
      last_hour: { ...lastHour(view) },
    };
    return { events: [], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

/** The tiers from the highest to the lowest, and the calls in flight that are of none. */
function tiersOf(view: WorkspaceView, calls: readonly CallRow[]) {
  const lists = view.resident(SMART_LISTS);
  const depth: QueueDepth = new Map();
  addToQueueDepth(depth, lists, view.resident(MEMBER_COUNTS));
  const priorities = new Map([...lists.values()].map((list) => [list.smart_list_id, list.priority]));
  const inCall = new Map<string, number>();
  for (const { smart_list_id, snapshot } of calls) {
    const begun = snapshot ? 'unlisted' : 'registered';
    const tier = smart_list_id === null ? begun : (priorities.get(smart_list_id) ?? 'deleted_list');
    inCall.set(tier, (inCall.get(tier) ?? 0) + 1);
  }
  const unfrozen = [...lists.values()].filter((list) => !isFrozen(list));
  return {
    tiers: PRIORITIES.map((priority) => ({
      priority,
      lists: unfrozen.filter((list) => list.priority === priority).length,
      members: depth.get(priority) ?? 0,
      in_call: inCall.get(priority) ?? 0,
    })),
    in_call_without_tier: {
      unlisted: inCall.get('unlisted') ?? 0,
      registered: inCall.get('registered') ?? 0,
      deleted_list: inCall.get('deleted_list') ?? 0,
    },
  };
}
