import { detailsOf } from '../model/call-details.js';
import { broken, different, instant, type Rule } from './rule.js';

/**
 * Details are of a call that has begun, and change something; a reference is of one call and stays; what is personal is
 * not recorded of a contact that is erased.
 */
export const detailsFit: Rule = (before, event) => {
  if (event.type !== 'CallDetailsRecorded') return [];
  const { call_id, contact_id, dispatched_at } = event.data;
  const call = before.calls.get(call_id);
  if (!call) return broken(true, event, () => `call ${call_id} has not begun`);
  const details = detailsOf(event);
  const { reference, notes, recording_url } = details;
  const names = Object.keys(details) as (keyof typeof details)[];
  const same = names.find((name) => details[name] === call.details[name]);
  const isPersonal = [notes, recording_url].some((each) => typeof each === 'string');
  const isErased = call.erasedAt !== null || (before.contacts.get(contact_id)?.erasedAt ?? null) !== null;
  const other = typeof reference === 'string' ? before.references.get(reference) : undefined;
  return [
    ...different(event, 'the contact', contact_id, call.party.contact_id),
    ...different(event, 'dispatched_at', dispatched_at, instant(call.dispatchedAt)),
    ...broken(names.length === 0, event, () => 'nothing changes'),
    ...broken(same !== undefined, event, () => `${same} is as it was`),
    ...broken(other !== undefined, event, () => `the reference ${reference} is of call ${other}`),
    ...broken(reference !== undefined && call.details.reference !== null, event, () => 'the call has a reference'),
    ...broken(isPersonal && isErased, event, () => `contact ${contact_id} is erased`),
  ];
};
