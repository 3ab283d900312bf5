import { detailsAfter, erasedDetails, NO_DETAILS } from './call-details.js';
import { byFurtherPhone, furtherSince, NO_PERSON, personIn } from './contact-details.js';
import { CallingHours } from './calling-hours.js';
import { DialGroups } from './dial-groups.js';
import type { EventOf, ModelEvent, Party, WorkspaceChanges, WorkspaceSettings } from './events.js';
import { type Promised, timeOf } from './events.js';
import { Imports } from './imports.js';
import { LanePlaces } from './lanes.js';
import { NumberRegister } from './number-register.js';
import { ParkedWorks } from './parked.js';
import { Searchable } from './searchable.js';
import { ZonesRefresh } from './zones-refresh.js';
import {
  type ApiKey,
  type Callback,
  type Call,
  type Contact,
  type Delivery,
  isInFlight,
  isOpen,
  type List,
  type Membership,
  NO_SETTINGS,
  type Outcome,
  type Sweep,
} from './state.js';

/**
 * A workspace as its log tells it, event by event (docs/reference/events.md). It takes each event at its word and
 * derives nothing from a rule; the promises judge an event against the state before it. What an event names and the
 * state does not have is passed over: a promise has said so by then.
 */
export class WorkspaceModel {
  /** The service's time: `occurred_at` of the last event. */
  now = 0;
  revision = -1;
  created = false;
  deleted = false;
  /** When dialing was paused; null: it is not. */
  pausedAt: number | null = null;
  settings = NO_SETTINGS;
  /**
   * The revision of the last event that changed what places in the queue depend on while there were any; -1: none did.
   */
  queueChanged = -1;
  readonly keys = new Map<string, ApiKey>();
  readonly contacts = new Map<string, Contact>();
  readonly lists = new Map<string, List>();
  readonly outcomes = new Map<string, Outcome>();
  readonly calls = new Map<string, Call>();
  /** The call of each reference. */
  readonly references = new Map<string, string>();
  readonly openCalls = new Set<Call>();
  readonly sweeps = new Map<string, Sweep>();
  readonly deliveries = new Map<string, Delivery>();
  /** Webhook endpoints that are not deleted. */
  readonly endpoints = new Set<string>();
  /** Where the rounds stand of requests for the whole workspace. */
  readonly places = new LanePlaces();
  /** The same of requests for one list alone. */
  readonly placesOfLists = new Map<string, LanePlaces>();
  readonly callingHours = new CallingHours();
  readonly groups = new DialGroups();
  readonly parked = new ParkedWorks();
  readonly imports = new Imports();
  readonly searchable = new Searchable();
  readonly zonesRefresh = new ZonesRefresh();
  readonly register = new NumberRegister();
  private readonly byList = new Map<string, Map<string, Membership>>();
  private readonly byContact = new Map<string, Map<string, Membership>>();
  private readonly dispatched = new Map<string, Call[]>();

  list(id: string | null): List | undefined {
    const list = id === null ? undefined : this.lists.get(id);
    return list?.live ? list : undefined;
  }

  contact(id: string): Contact | undefined {
    const contact = this.contacts.get(id);
    return contact?.live ? contact : undefined;
  }

  liveLists(): readonly List[] {
    return [...this.lists.values()].filter(({ live }) => live);
  }

  /** The newest membership, active or not. */
  membership(listId: string, contactId: string): Membership | undefined {
    return this.byList.get(listId)?.get(contactId);
  }

  /** Whether a contact is an active member in the log, also of a deleted list whose sweep is under way. */
  isMember(listId: string, contactId: string): boolean {
    return this.membership(listId, contactId)?.removed === null;
  }

  /** Active memberships of a list, in the order of their numbers. */
  membersOf(listId: string): readonly Membership[] {
    const all = [...(this.byList.get(listId)?.values() ?? [])].filter(({ removed }) => removed === null);
    return all.sort((a, b) => a.number - b.number);
  }

  /** Active memberships of all lists, those of deleted lists that no sweep has ended yet among them. */
  memberCount(): number {
    let count = 0;
    for (const members of this.byList.values())
      for (const { removed } of members.values()) count += removed === null ? 1 : 0;
    return count;
  }

  /** Active memberships of a contact, those of deleted lists that no sweep has ended yet among them. */
  membershipsOf(contactId: string): readonly Membership[] {
    return [...(this.byContact.get(contactId)?.values() ?? [])].filter(({ removed }) => removed === null);
  }

  /**
   * The first imported of the live contacts with a phone is meant by it; where it is nobody's first one, the one that
   * got it first.
   */
  contactByPhone(phone: string): Contact | undefined {
    return this.contactsWithPhone(phone)[0] ?? byFurtherPhone(this.contacts.values(), phone);
  }

  /** The live contacts that have a phone as their first one, the one imported first at first. */
  contactsWithPhone(phone: string): readonly Contact[] {
    const all = [...this.contacts.values()].filter((contact) => contact.live && contact.phone === phone);
    return all.sort((a, b) => a.number - b.number);
  }

  /** Until when the number of a contact is barred at an instant, in milliseconds since 1970; 0: it is not. */
  barredUntil(contactId: string, at: number): number {
    const contact = this.contacts.get(contactId);
    return contact?.erasedAt === null ? this.register.barredUntil(contact.phone, at) : 0;
  }

  callInFlight(contactId: string): Call | undefined {
    for (const call of this.openCalls) if (call.party.contact_id === contactId && isInFlight(call)) return call;
    return undefined;
  }

  /** Calls of a contact that were dispatched from a list, or from no list, in their order. */
  dispatchesOf(contactId: string, listId: string | null): readonly Call[] {
    return this.dispatched.get(`${contactId} ${listId}`) ?? [];
  }

  /** Attempts that were made to a contact, or dialed its number, from whatever list, in their order. */
  attemptsOver(contactId: string): readonly Call[] {
    const phone = this.contacts.get(contactId)?.phone;
    return [...this.calls.values()].filter((call) => {
      const counts = call.party.contact_id === contactId || call.phone === phone;
      return counts && call.party.member_number !== null && call.result !== 'not_placed';
    });
  }

  waitsForDisposition(): boolean {
    return [...this.outcomes.values()].some(({ settings }) => settings.outcome_type === 'disposition');
  }

  fold(event: ModelEvent): void {
    this.now = timeOf(event);
    this.revision = event.revision;
    this.searchable.fold(event);
    this.zonesRefresh.fold(event);
    this.register.fold(event);
    switch (event.type) {
      case 'WorkspaceCreated':
        this.created = true;
        this.settings = { ...NO_SETTINGS, ...withoutUndefined(event.data) };
        return;
      case 'WorkspaceChanged':
        return this.changeWorkspace(event.data.changes);
      case 'WorkspaceDeleted':
        this.deleted = true;
        return;
      case 'DialingPaused':
        this.pausedAt = this.now;
        return;
      case 'DialingResumed':
        this.pausedAt = null;
        return;
      case 'ApiKeyCreated': {
        const { api_key_id: id, scopes, expires_at } = event.data;
        const expiresAt = expires_at === null ? null : Date.parse(expires_at);
        this.keys.set(id, { id, scopes, expiresAt, revoked: false });
        return;
      }
      case 'ApiKeyRevoked':
        return merge(this.keys.get(event.data.api_key_id), { revoked: true });
      case 'ContactImported':
        return this.importContact(event);
      case 'DoNotCallChanged':
      case 'DoNotCallRemoved':
        // Who is free again is re-indexed. One whose number is entered is in the way of nobody meanwhile.
        if (event.data.contact_ids.length > 0) this.queueChanged = event.revision;
        return;
      case 'ContactChanged':
        if ([event.data.barred, event.data.capped_until, event.data.zones].some((told) => told !== undefined))
          this.queueChanged = event.revision;
        return merge(this.contacts.get(event.data.contact_id), { phone: event.data.phone, name: event.data.name });
      case 'ContactDetailsChanged': {
        if (event.data.zones !== undefined) this.queueChanged = event.revision;
        const contact = this.contacts.get(event.data.contact_id);
        if (contact) merge(contact, { details: personIn(event), furtherSince: furtherSince(contact, event) });
        return;
      }
      case 'ContactDeleted':
        return merge(this.contacts.get(event.data.contact_id), { live: false });
      case 'ContactErasureRequested':
        return merge(this.contacts.get(event.data.contact_id), { erasure: 'requested' });
      case 'ContactErased': {
        const [erasedAt, erasedRevision] = [this.now, event.revision];
        return merge(this.contacts.get(event.data.contact_id), { erasure: 'started', erasedAt, erasedRevision });
      }
      case 'ContactErasureCompleted':
        return merge(this.contacts.get(event.data.contact_id), { erasure: 'completed' });
      case 'CallsErased':
        for (const call of event.data.call_ids.map((id) => this.calls.get(id)))
          merge(call, { erasedAt: this.now, details: erasedDetails(call?.details ?? NO_DETAILS) });
        return;
      case 'SmartListCreated': {
        const { smart_list_id: id, source: _, ...settings } = event.data;
        this.lists.set(id, { id, number: event.revision, settings, version: 1, live: true, capRaised: -1 });
        return;
      }
      case 'SmartListChanged':
        return this.changeList(event);
      case 'SmartListDeleted':
        return this.deleteList(event);
      case 'MemberAdded':
        return this.addMember(event);
      case 'MemberRemoved':
        for (const { contact_id, lists } of event.data.contacts)
          for (const place of lists)
            merge(this.membership(event.data.lists[place]!, contact_id), {
              removed: event.data.reason,
              callback: null,
            });
        return;
      case 'MembersReset':
        for (const contactId of event.data.contact_ids)
          for (const call of this.dispatchesOf(contactId, event.data.smart_list_id)) call.wasReset = true;
        return;
      case 'CallbackSet':
      case 'CallbackCleared': {
        const callback = event.type === 'CallbackSet' ? callbackOf(event) : null;
        return merge(this.membership(event.data.smart_list_id, event.data.contact_id), { callback });
      }
      case 'CallbackDue': {
        const membership = this.membership(event.data.smart_list_id, event.data.contact_id);
        return merge(membership, { callback: membership?.callback ? { ...membership.callback, told: true } : null });
      }
      case 'SmartListReset':
        return this.resetList(event);
      case 'SweepAdvanced':
        return merge(this.sweeps.get(event.data.cause), { upTo: event.data.up_to_number, done: event.data.done });
      case 'OutcomeCreated': {
        const { outcome_id: id, ...settings } = event.data;
        this.outcomes.set(id, { id, settings, version: 1 });
        return;
      }
      case 'OutcomeChanged': {
        const outcome = this.outcomes.get(event.data.outcome_id);
        if (!outcome) return;
        outcome.settings = { ...outcome.settings, ...event.data.changes };
        outcome.version += 1;
        return;
      }
      case 'OutcomeDeleted':
        this.outcomes.delete(event.data.outcome_id);
        return;
      case 'CallDispatched':
        this.begin(event, event.data, event.data.snapshot.priority);
        // "No cursor moves" where a callback is dispatched, and the dispatch ends it.
        if (event.data.snapshot.callback_at === undefined) this.moveCursor(event);
        else merge(this.membership(event.data.smart_list_id!, event.data.contact_id), { callback: null });
        return;
      case 'CallRegistered':
        return this.begin(event, { ...event.data, smart_list_id: null, member_number: null }, null);
      case 'CallDetailsRecorded': {
        const call = this.calls.get(event.data.call_id);
        if (typeof event.data.reference === 'string') this.references.set(event.data.reference, event.data.call_id);
        return merge(call, { details: detailsAfter(call, event) });
      }
      case 'CallHeartbeat':
        return merge(this.calls.get(event.data.call_id), { leaseExpiresAt: Date.parse(event.data.lease_expires_at) });
      case 'CallEnded': {
        const { call_id, result, wrap_up_expires_at: wrapUp } = event.data;
        const wrapUpExpiresAt = wrapUp === null ? null : Date.parse(wrapUp);
        return merge(this.calls.get(call_id), { result, endedAt: this.now, wrapUpExpiresAt });
      }
      case 'OutcomeApplied': {
        const { outcome_id: id, outcome_type: type, retry_seconds: retrySeconds } = event.data.outcome;
        this.calls.get(event.data.call_id)?.outcomes.push({ id, type, retrySeconds });
        return;
      }
      case 'CallCompleted': {
        const call = this.calls.get(event.data.call_id);
        merge(call, { completedAt: this.now });
        if (call) this.openCalls.delete(call);
        return;
      }
      case 'WebhookEndpointCreated':
        return void this.endpoints.add(event.data.endpoint_id);
      case 'WebhookEndpointDeleted':
        return void this.endpoints.delete(event.data.endpoint_id);
      case 'DeliveryRequested': {
        const { delivery_id: id, webhook_url: url, body, outcome_id: outcomeId, call_id: callId } = event.data;
        const { contact_id: contactId, endpoint_id: endpointId = '' } = event.data;
        const about = { outcomeId, callId, contactId, endpointId };
        this.deliveries.set(id, { id, url, body, ...about, number: event.revision });
        return;
      }
      case 'CallingHoursCreated':
      case 'CallingHoursChanged':
      case 'CallingHoursDeleted':
        // With the first ones the clocks of all contacts are looked up.
        if (event.type === 'CallingHoursCreated' && this.callingHours.all().length === 0 && this.contacts.size > 0)
          this.queueChanged = event.revision;
        return this.callingHours.fold(event);
      case 'DialGroupCreated':
      case 'DialGroupChanged':
      case 'DialGroupDeleted':
        return this.groups.fold(event);
      case 'ImportCreated':
      case 'ImportAdvanced':
      case 'ImportFinished':
      case 'ImportCancelled':
        return this.imports.fold(event);
      case 'WorkParked':
      case 'WorkRetried':
      case 'WorkSkipped':
        return this.parked.fold(event);
      default:
      // Those of other streams, and those that say nothing of who is dialed.
    }
  }

  private moveCursor(event: EventOf<'CallDispatched'>): void {
    const { priority, scope } = event.data.snapshot;
    const { smart_list_id: listId, dial_group_id: groupId } = scope ?? {};
    if (listId !== undefined) {
      const places = this.placesOfLists.get(listId) ?? new LanePlaces();
      places.move(null, event);
      this.placesOfLists.set(listId, places);
    } else if (groupId !== undefined) this.groups.get(groupId)?.places.move(priority, event);
    else this.places.move(priority, event);
  }

  private changeWorkspace({ unlisted, quotas, ...rest }: WorkspaceChanges): void {
    const merged = { ...this.settings, ...rest };
    merged.unlisted = { ...this.settings.unlisted, ...unlisted };
    merged.quotas = { ...this.settings.quotas, ...quotas };
    this.settings = merged;
    const concernsPlaces = unlisted !== undefined || rest.time_zone !== undefined || rest.contact_windows !== undefined;
    if (concernsPlaces && this.contacts.size > 0) this.queueChanged = this.revision;
  }

  private importContact({ data, revision }: EventOf<'ContactImported'>): void {
    const { contact_id: id, phone, name } = data;
    const known = this.contacts.get(id);
    if (known) {
      return merge(known, { phone, name, ...NOTHING_MORE, live: true, erasure: 'none', erasedAt: null });
    }
    const contact = { id, number: revision, importedAt: this.now, phone, name, ...NOTHING_MORE, live: true } as const;
    this.contacts.set(id, { ...contact, erasure: 'none', erasedAt: null, erasedRevision: -1 });
  }

  private changeList({ data, revision }: EventOf<'SmartListChanged'>): void {
    const { smart_list_id: id, changes, exhausts } = data;
    const list = this.lists.get(id);
    if (!list) return;
    const [before, { max_attempts_total: cap }] = [list.settings.max_attempts_total, changes];
    if (cap !== undefined && before !== null && (cap === null || cap > before)) list.capRaised = revision;
    list.settings = { ...list.settings, ...changes };
    list.version += 1;
    const moved = PLACING.some((field) => field in changes);
    if (moved && this.byList.has(id)) this.queueChanged = revision;
    if (exhausts) this.startSweep({ cause: exhausts.cause, listId: id, since: revision, lowered: exhausts });
  }

  /** The contacts whose attempts a reset of their list takes out of the count: those who used them up, or all. */
  membersReset({ id, settings }: List, completedOnly: boolean): readonly string[] {
    const least = completedOnly ? settings.max_attempts_total || Infinity : 1;
    const counts = ({ result, wasReset }: Call): boolean => result !== 'not_placed' && !wasReset;
    const members = this.membersOf(id).map(({ contactId }) => contactId);
    return members.filter((contactId) => this.dispatchesOf(contactId, id).filter(counts).length >= least);
  }

  private resetList({ data, revision }: EventOf<'SmartListReset'>): void {
    const list = this.lists.get(data.smart_list_id);
    if (!list) return;
    for (const id of this.membersReset(list, data.completed_only))
      for (const call of this.dispatchesOf(id, list.id)) call.wasReset = true;
    this.queueChanged = revision;
  }

  private deleteList({ data, revision }: EventOf<'SmartListDeleted'>): void {
    const { smart_list_id: id, members_left } = data;
    merge(this.lists.get(id), { live: false });
    if (members_left > 0) this.startSweep({ cause: id, listId: id, since: revision, lowered: null });
  }

  private startSweep(sweep: Omit<Sweep, 'upTo' | 'done'>): void {
    this.sweeps.set(sweep.cause, { ...sweep, upTo: -1, done: false });
  }

  private addMember({ data, revision }: EventOf<'MemberAdded'>): void {
    const { smart_list_id: listId, contact_id: contactId, source } = data;
    const membership = {
      listId,
      contactId,
      number: revision,
      source,
      addedAt: this.now,
      removed: null,
      callback: null,
    };
    inner(this.byList, listId).set(contactId, membership);
    inner(this.byContact, contactId).set(listId, membership);
  }

  private begin(
    { revision }: { readonly revision: number },
    data: Party & { readonly phone: string; readonly lease_expires_at: string },
    tier: string | null,
  ): void {
    const { call_id, contact_id, smart_list_id, member_number, phone } = data;
    const leaseExpiresAt = Date.parse(data.lease_expires_at);
    const party = { call_id, contact_id, smart_list_id, member_number };
    const times = { dispatchedAt: this.now, leaseMs: leaseExpiresAt - this.now, leaseExpiresAt };
    const open = {
      result: null,
      endedAt: null,
      wrapUpExpiresAt: null,
      completedAt: null,
      erasedAt: null,
      outcomes: [],
      details: NO_DETAILS,
      wasReset: false,
      callback: this.membership(smart_list_id ?? '', contact_id)?.callback ?? null,
    };
    const call: Call = { party, number: revision, phone, tier, ...times, ...open };
    this.calls.set(call_id, call);
    if (isOpen(call)) this.openCalls.add(call);
    if (member_number === null) return;
    const name = `${contact_id} ${smart_list_id}`;
    this.dispatched.set(name, [...(this.dispatched.get(name) ?? []), call]);
  }
}

/** The settings of a list that places in the queue depend on. */
const PLACING = [
  ...['max_attempts_total', 'max_attempts_per_day', 'attempt_windows'],
  ...['min_retry_seconds', 'retry_seconds'],
];

function callbackOf({ data, revision }: { readonly data: Promised; readonly revision: number }): Callback {
  const { callback_at, agent_id, owner_seconds } = data;
  return { at: Date.parse(callback_at), agent: agent_id, ownerMs: owner_seconds * 1_000, told: false, revision };
}

/** What is known of a contact that was imported by its phone and its name. */
const NOTHING_MORE = { details: NO_PERSON, furtherSince: new Map<string, number>() };

function inner<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = maps.get(key) ?? new Map<string, Value>();
  maps.set(key, known);
  return known;
}

/** Changes what is known; what is not known stays unknown. */
function merge<Known extends object>(known: Known | undefined, changes: Partial<Known>): void {
  if (known) Object.assign(known, changes);
}

function withoutUndefined({ quotas, ...settings }: WorkspaceSettings) {
  return { ...settings, ...(quotas && { quotas }) };
}
