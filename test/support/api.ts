import type { Client } from './client.js';
import { success } from './client.js';
import type {
  AddCounts,
  Call,
  Contact,
  ContactsImported,
  Dialing,
  Member,
  Membership,
  CallingHours,
  DialGroup,
  Outcome,
  OutcomeApplied,
  ListReset,
  OutcomeEnvelope,
  Reference,
  RemoveCounts,
  ResetCounts,
  SmartList,
} from './types.js';

let names = 0;

/** A name that no other list of this test run has. */
export function nextName(prefix = 'List'): string {
  names += 1;
  return `${prefix} ${names}`;
}

/** The endpoints as an integrator calls them. Each method expects success and throws the whole answer otherwise. */
export class Api {
  constructor(readonly client: Client) {}

  async createList(settings: object = {}): Promise<SmartList> {
    const answer = await this.client.post('/smart-lists', { name: nextName(), ...settings });
    return success<{ smart_list: SmartList }>(answer, 201).smart_list;
  }

  async list(id: string): Promise<SmartList> {
    return (await this.client.read<{ smart_list: SmartList }>(`/smart-lists/${id}`)).smart_list;
  }

  async changeList(id: string, changes: object): Promise<SmartList> {
    return success<{ smart_list: SmartList }>(await this.client.patch(`/smart-lists/${id}`, changes), 200).smart_list;
  }

  /** PATCH /dialer: the emergency stop, and its end. */
  async pauseDialing(paused: boolean): Promise<Dialing> {
    return success<{ dialer: Dialing }>(await this.client.patch('/dialer', { paused }), 200).dialer;
  }

  async cloneList(id: string, body?: object): Promise<SmartList> {
    return success<{ smart_list: SmartList }>(await this.client.post(`/smart-lists/${id}/clone`, body), 201).smart_list;
  }

  async deleteList(id: string): Promise<void> {
    success(await this.client.delete(`/smart-lists/${id}`), 200);
  }

  lists(pageSize?: number): Promise<SmartList[]> {
    return this.client.walk('/smart-lists', 'smart_lists', pageSize);
  }

  async addMembers(listId: string, members: readonly Reference[]): Promise<AddCounts> {
    return success(await this.client.post(`/smart-lists/${listId}/members/batch`, { members }), 200);
  }

  async removeMembers(listId: string, members: readonly Reference[]): Promise<RemoveCounts> {
    return success(await this.client.post(`/smart-lists/${listId}/members/batch-remove`, { members }), 200);
  }

  async changeMember(listId: string, contactId: string, callback: object): Promise<Member> {
    const answer = await this.client.patch(`/smart-lists/${listId}/members/${contactId}`, callback);
    return success<{ member: Member }>(answer, 200).member;
  }

  async resetMembers(listId: string, members: readonly Reference[]): Promise<ResetCounts> {
    return success(await this.client.post(`/smart-lists/${listId}/members/batch-reset`, { members }), 200);
  }

  async resetList(listId: string, completedOnly?: boolean): Promise<ListReset> {
    const json = completedOnly === undefined ? undefined : { completed_only: completedOnly };
    return success(await this.client.post(`/smart-lists/${listId}/reset`, json), 200);
  }

  async removeEverywhere(members: readonly Reference[]): Promise<RemoveCounts> {
    return success(await this.client.post('/smart-list-members/batch-remove', { members }), 200);
  }

  members(listId: string, status?: string, pageSize?: number): Promise<Member[]> {
    const filter = status === undefined ? '' : `?status=${status}`;
    return this.client.walk(`/smart-lists/${listId}/members${filter}`, 'members', pageSize);
  }

  async member(listId: string, contactId: string): Promise<Member> {
    return (await this.client.read<{ member: Member }>(`/smart-lists/${listId}/members/${contactId}`)).member;
  }

  memberships(contactId: string, pageSize?: number): Promise<Membership[]> {
    return this.client.walk(`/contacts/${contactId}/memberships`, 'memberships', pageSize);
  }

  async createDialGroup(smart_list_ids: readonly string[], more: object = {}): Promise<DialGroup> {
    const answer = await this.client.post('/dial-groups', { name: nextName('Group'), smart_list_ids, ...more });
    return success<{ dial_group: DialGroup }>(answer, 201).dial_group;
  }

  async dialGroup(id: string): Promise<DialGroup> {
    return (await this.client.read<{ dial_group: DialGroup }>(`/dial-groups/${id}`)).dial_group;
  }

  async changeDialGroup(id: string, changes: object): Promise<DialGroup> {
    return success<{ dial_group: DialGroup }>(await this.client.patch(`/dial-groups/${id}`, changes), 200).dial_group;
  }

  async deleteDialGroup(id: string): Promise<void> {
    success(await this.client.delete(`/dial-groups/${id}`), 200);
  }

  /** Calling hours that are open on weekdays from nine to five, unless `more` says something else. */
  async createCallingHours(more: object = {}): Promise<CallingHours> {
    const intervals = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }];
    const answer = await this.client.post('/calling-hours', { name: nextName('Hours'), intervals, ...more });
    return success<{ calling_hours: CallingHours }>(answer, 201).calling_hours;
  }

  async callingHours(id: string): Promise<CallingHours> {
    return (await this.client.read<{ calling_hours: CallingHours }>(`/calling-hours/${id}`)).calling_hours;
  }

  async createOutcome(outcome: object = {}): Promise<OutcomeEnvelope> {
    const answer = await this.client.post('/phone-system/outcomes', { outcome_name: nextName('Outcome'), ...outcome });
    return success(answer, 201);
  }

  outcome(id: string): Promise<OutcomeEnvelope> {
    return this.client.read(`/phone-system/outcomes/${id}`);
  }

  async changeOutcome(id: string, changes: object): Promise<OutcomeEnvelope> {
    return success(await this.client.patch(`/phone-system/outcomes/${id}`, changes), 200);
  }

  async deleteOutcome(id: string): Promise<{ readonly disposition_popup_enabled: boolean }> {
    return success(await this.client.delete(`/phone-system/outcomes/${id}`), 200);
  }

  outcomes(): Promise<{ readonly outcomes: readonly Outcome[]; readonly disposition_popup_enabled: boolean }> {
    return this.client.read('/phone-system/outcomes');
  }

  /** Imports contacts; `more` may contain `partial`. */
  async importContacts(contacts: readonly object[], more: object = {}): Promise<ContactsImported> {
    return success(await this.client.post('/contacts/batch', { contacts, ...more }), 200);
  }

  async changeContact(id: string, changes: object): Promise<Contact> {
    return success<{ contact: Contact }>(await this.client.patch(`/contacts/${id}`, changes), 200).contact;
  }

  contacts(filter = '', pageSize?: number): Promise<Contact[]> {
    return this.client.walk(`/contacts${filter}`, 'contacts', pageSize);
  }

  async contact(id: string): Promise<Contact> {
    return (await this.client.read<{ contact: Contact }>(`/contacts/${id}`)).contact;
  }

  /** Registers a call; `more` may contain its call_id. */
  async registerCall(contact: Reference, more: object = {}): Promise<Call> {
    return success<{ call: Call }>(await this.client.post('/calls', { ...contact, ...more }), 201).call;
  }

  /** Dispatches the next contacts. */
  async next(limit?: number): Promise<readonly Call[]> {
    const answer = await this.client.post('/dialer/next', limit === undefined ? undefined : { limit });
    return success<{ calls: readonly Call[] }>(answer, 200).calls;
  }

  async preview(limit = 1): Promise<readonly Pick<Call, 'contact_id' | 'smart_list_id' | 'attempt_number'>[]> {
    return (await this.client.read<{ next: readonly Call[] }>(`/dialer/preview?limit=${limit}`)).next;
  }

  async call(id: string): Promise<Call> {
    return (await this.client.read<{ call: Call }>(`/calls/${id}`)).call;
  }

  /** All calls that fit a query such as `?agent_id=ada`. */
  calls(filter = '', pageSize?: number): Promise<Call[]> {
    return this.client.walk(`/calls${filter}`, 'calls', pageSize);
  }

  async changeCall(callId: string, details: object): Promise<Call> {
    return success<{ call: Call }>(await this.client.patch(`/calls/${callId}`, details), 200).call;
  }

  async heartbeat(callId: string): Promise<Call> {
    return success<{ call: Call }>(await this.client.post(`/calls/${callId}/heartbeat`), 200).call;
  }

  async endCall(callId: string, result: string, details: object = {}): Promise<Call> {
    return success<{ call: Call }>(await this.client.post(`/calls/${callId}/end`, { result, ...details }), 200).call;
  }

  async applyOutcome(callId: string, outcome_id: string, details: object = {}): Promise<OutcomeApplied> {
    return success(await this.client.post(`/calls/${callId}/outcomes`, { outcome_id, ...details }), 200);
  }

  /** @returns when it was erased; null: its call is awaited */
  async eraseContact(id: string, query = ''): Promise<string | null> {
    const answer = await this.client.post(`/contacts/${id}/erase${query}`);
    return success<{ readonly erased_at: string | null }>(answer, 200).erased_at;
  }

  async deleteContact(id: string): Promise<void> {
    success(await this.client.delete(`/contacts/${id}`), 200);
  }
}

/** A reference to a contact by its id, as batches take it. */
export function byId({ contact_id }: Pick<Contact, 'contact_id'>): Reference {
  return { contact_id };
}

/** A reference to a contact by its phone number. */
export function byPhone({ phone }: Pick<Contact, 'phone'>): Reference {
  return { phone };
}
