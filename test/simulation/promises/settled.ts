import type { History, Judge } from '../world.js';
import { callbackDue, isCallbackKept, subjectOf } from './model/eligibility.js';
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

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A world settles, and no worker has parked an item but those that the log says are parked. */
export const worldSettles: Judge = (history) => [
  ...(history.stuck === undefined ? [] : [`the world did not settle: ${history.stuck}`]),
  ...history.parked
    .filter((sentence) => !isOnRecord(history, sentence))
    .map((sentence) => `an item is parked, and the log does not say so: ${sentence}`),
  ...history.faults.map((fault) => `a fault of the service: ${fault}`),
];

/** Whether every item that a sentence of health names is parked in the log. */
function isOnRecord(history: History, sentence: string): boolean {
  const parked = [...workspacesOf(history).values()].flatMap((model) => model.parked.all());
  const items = new Set(parked.flatMap(({ state, item }) => (state === 'parked' ? [item] : [])));
  const named = sentence.match(ID) ?? [];
  return named.length > 0 && named.every((id) => items.has(id));
}

/**
 * What is due is done: leases and wrap-up times that are over have ended their calls, callbacks that are due were told,
 * and every sweep is done.
 */
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
    return [...late, ...sweeping, ...left, ...untold(history, model)].map((sentence) => `workspace ${id}: ${sentence}`);
  });

/** Callbacks that are due and were not told. A change may have had one due a moment ago: then nothing is asked. */
function untold(history: History, model: WorkspaceModel): readonly string[] {
  const isLate = (at: number): boolean => at < history.endedAt - LATE_MS;
  if (!isLate(model.now)) return [];
  return [...model.lists.values()].flatMap((list) => {
    if (!list.live) return [];
    return model.membersOf(list.id).flatMap(({ contactId, number, callback }) => {
      const subject = subjectOf(list, contactId, number);
      if (!callback || callback.told || !isCallbackKept(model, subject)) return [];
      const due = callbackDue(model, subject);
      return isLate(due) ? [`the callback of contact ${contactId} was due ${instant(due)}, and not told`] : [];
    });
  });
}
