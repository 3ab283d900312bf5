import type { History, Judge } from '../world.js';
import { isInFlight } from './model/state.js';
import type { WorkspaceModel } from './model/workspace-model.js';
import { replay } from './replay.js';
import { instant } from './rules/rule.js';

/** A timer that was due this long before the end of a settled world is late, in milliseconds. */
const LATE_MS = 120_000;

const models = new WeakMap<object, ReadonlyMap<string, WorkspaceModel>>();

/** The workspaces at the end of a history. */
export function workspacesOf({ events }: History): ReadonlyMap<string, WorkspaceModel> {
  const known = models.get(events) ?? replay(events);
  models.set(events, known);
  return known;
}

/** A world settles, and no worker has set an item aside. */
export const worldSettles: Judge = ({ stuck, parked, faults }) => [
  ...(stuck === undefined ? [] : [`the world did not settle: ${stuck}`]),
  ...parked.map((sentence) => `an item is parked: ${sentence}`),
  ...faults.map((fault) => `a fault of the service: ${fault}`),
];

/** What is due is done: leases and wrap-up times that are over have ended their calls, and every sweep is done. */
export const whatIsDueIsDone: Judge = (history) =>
  [...workspacesOf(history)].flatMap(([id, model]) => {
    if (model.deleted) return [];
    const late = [...model.openCalls].flatMap((call) => {
      const due = isInFlight(call) ? call.leaseExpiresAt : call.wrapUpExpiresAt!;
      const { call_id } = call.party;
      return due < history.endedAt - LATE_MS ? [`call ${call_id} is open, its timer was due ${instant(due)}`] : [];
    });
    const sweeping = [...model.sweeps.values()].flatMap(({ cause, done, since }) =>
      done ? [] : [`the sweep ${cause} of @${since} is not done`],
    );
    const left = [...model.lists.values()].flatMap((list) =>
      list.live || model.membersOf(list.id).length === 0 ? [] : [`list ${list.id} is deleted and has members left`],
    );
    return [...late, ...sweeping, ...left].map((sentence) => `workspace ${id}: ${sentence}`);
  });
