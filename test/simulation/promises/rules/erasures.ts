import type { ModelEvent } from '../model/events.js';
import { type Call, isInFlight } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { broken, type Rule } from './rule.js';

/** Calls that one event erases at most (docs/reference/personal-data.md#the-erasure-of-a-contact). */
const CALLS_AT_ONCE = 500;
const WORKER = 'system erasures';

/**
 * A contact is erased once it is deleted and in no call, and its erasure is completed once all of its calls are erased.
 * It is not imported in between: the key that is shredded would be that of the import.
 */
export const erasuresGoForward: Rule = (before, event, { by }) => {
  switch (event.type) {
    case 'ContactImported':
      return [
        ...ofErasure(before, event, event.data.contact_id, ['none', 'completed', undefined]),
        ...broken(event.data.phone === null, event, () => 'it has no phone'),
      ];
    case 'ContactErasureRequested':
      return [
        ...ofErasure(before, event, event.data.contact_id, ['none']),
        ...broken(!before.callInFlight(event.data.contact_id), event, () => 'the contact is in no call'),
      ];
    case 'ContactErased':
      return [
        // A process that starts erases a contact again whose key is there nevertheless: no import may take it.
        ...ofErasure(before, event, event.data.contact_id, ['none', 'requested', by === WORKER ? 'completed' : '']),
        ...broken(before.contact(event.data.contact_id) !== undefined, event, () => 'the contact was not deleted'),
        ...broken(before.callInFlight(event.data.contact_id) !== undefined, event, () => 'the contact is in a call'),
      ];
    case 'ContactErasureCompleted': {
      const left = callsOf(before, event.data.contact_id).filter(({ erasedAt }) => erasedAt === null);
      return [
        ...ofErasure(before, event, event.data.contact_id, ['started']),
        ...broken(left.length > 0, event, () => `call ${left[0]!.party.call_id} has its phone`),
      ];
    }
    case 'CallsErased': {
      const { contact_id, call_ids } = event.data;
      const own = new Set(callsOf(before, contact_id).filter((call) => !isInFlight(call) && call.erasedAt === null));
      const other = call_ids.find((id) => !own.has(before.calls.get(id)!));
      return [
        ...ofErasure(before, event, contact_id, ['started']),
        ...broken(call_ids.length === 0 || call_ids.length > CALLS_AT_ONCE, event, () => `${call_ids.length} calls`),
        ...broken(other !== undefined, event, () => `call ${other} is none that is to be erased`),
      ];
    }
    default:
      return [];
  }
};

function ofErasure(
  before: WorkspaceModel,
  event: ModelEvent,
  contactId: string,
  expected: readonly (string | undefined)[],
): readonly string[] {
  const erasure = before.contacts.get(contactId)?.erasure;
  return broken(!expected.includes(erasure), event, () => `the erasure of contact ${contactId} is ${erasure}`);
}

function callsOf(before: WorkspaceModel, contactId: string): readonly Call[] {
  return [...before.calls.values()].filter(({ party }) => party.contact_id === contactId);
}
