import type { Exhausts, ListSettings, Party } from '../model/events.js';
import { KEY, type Part, ToldLog } from './told-log.js';

/** Ids of a small call center: two lists, the first of which leads down to the second, and contacts. */
export const [TOP, BOTTOM] = ['top', 'bottom'] as const;
export const [ANN, BOB, EVE] = ['ann', 'bob', 'eve'] as const;
export const [SOLD, INFORM] = ['sold', 'inform'] as const;

const UNLISTED = {
  enabled: true,
  max_attempts_per_day: 1,
  max_attempts_total: null,
  min_retry_seconds: 86_400,
  dial_timeout_seconds: 30,
};

const SETTINGS: Omit<ListSettings, 'name'> = {
  description: null,
  priority: 'medium',
  max_attempts_per_day: null,
  max_attempts_total: 2,
  min_retry_seconds: 60,
  retry_seconds: null,
  attempt_windows: null,
  dial_timeout_seconds: 30,
  next_list_id: null,
  paused: false,
  calling_hours_id: null,
};

export const LEASE_SECONDS = 120;
export const WRAP_UP_SECONDS = 60;

/** Events of the center, as tests write them; what they leave out is as the settings have it. */
export const list = (id: string, settings: Partial<ListSettings> = {}): Part => [
  'SmartListCreated',
  { smart_list_id: id, ...SETTINGS, name: id, ...settings, source: 'api' },
];
export const changed = (id: string, changes: object, exhausts?: Exhausts): Part => [
  'SmartListChanged',
  { smart_list_id: id, changes, ...(exhausts && { exhausts }) },
];
export const contact = (id: string): Part => [
  'ContactImported',
  { contact_id: id, phone: `+1-${id}`, phone_zones: [], zones_table: 1, name: null },
];
export const added = (id: string, contact_id: string, source = 'api'): Part => [
  'MemberAdded',
  { smart_list_id: id, contact_id, source },
];
export const removed = (id: string, contact_id: string, reason = 'removed_by_request'): Part => [
  'MemberRemoved',
  { reason, lists: [id], contacts: [{ contact_id, lists: [0] }] },
];
export const outcome = (id: string, settings: object = {}): Part => [
  'OutcomeCreated',
  {
    ...{ outcome_id: id, outcome_name: id, outcome_type: 'disposition', order: 1, webhook_url: null },
    ...{ destination_type: 'none', destination_id: null, smart_list_ids: null, retry_seconds: null, ...settings },
  },
];

/** A log of the center, with calls told by what they are about. */
export class CallCenter extends ToldLog {
  private readonly parties = new Map<string, Party & { readonly dispatched_at: string }>();

  /**
   * A workspace with a key, three contacts, and the two lists: the first with a cap of two attempts.
   * @param first written before the contacts
   */
  static open(first: readonly Part[] = []): CallCenter {
    const center = new CallCenter();
    center.write([['WorkspaceCreated', { name: 'Center', time_zone: 'UTC', unlisted: UNLISTED, ...SECONDS }]], {
      by: 'admin',
    });
    center.write([['ApiKeyCreated', { api_key_id: KEY, scopes: [], expires_at: null }]], { by: 'admin' });
    for (const part of first) center.write([part]);
    center.write([contact(ANN), contact(BOB), contact(EVE)]);
    center.write([list(BOTTOM, { priority: 'low', max_attempts_total: null })]);
    center.write([list(TOP, { next_list_id: BOTTOM })]);
    return center;
  }

  /** The number of the membership that began last. */
  get number(): number {
    return this.revision;
  }

  dispatched(
    call_id: string,
    contact_id: string,
    member_number: number,
    changes: Partial<Record<string, unknown>> = {},
  ): Part {
    const party = { call_id, contact_id, smart_list_id: TOP, member_number };
    this.parties.set(call_id, { ...party, dispatched_at: this.at() });
    const { description: _, ...settings } = SETTINGS;
    const snapshot = { smart_list_id: TOP, name: TOP, priority: settings.priority, member_number };
    const limits = {
      max_attempts_per_day: settings.max_attempts_per_day,
      max_attempts_total: settings.max_attempts_total,
      min_retry_seconds: settings.min_retry_seconds,
      retry_seconds: settings.retry_seconds,
      attempt_windows: settings.attempt_windows,
      contact_windows: null,
      calling_hours_id: null,
      dial_timeout_seconds: settings.dial_timeout_seconds,
    };
    const data = { ...party, phone: `+1-${contact_id}`, attempt_number: 1, lease_expires_at: this.at(LEASE_SECONDS) };
    return ['CallDispatched', { ...data, snapshot: { ...snapshot, ...limits, next_list_id: BOTTOM }, ...changes }];
  }

  registered(call_id: string, contact_id: string): Part {
    const party = { call_id, contact_id, smart_list_id: null, member_number: null };
    this.parties.set(call_id, { ...party, dispatched_at: this.at() });
    return [
      'CallRegistered',
      { call_id, contact_id, phone: `+1-${contact_id}`, lease_expires_at: this.at(LEASE_SECONDS) },
    ];
  }

  ended(call_id: string, result: string, waits = false): Part {
    const wrap_up_expires_at = waits ? this.at(WRAP_UP_SECONDS) : null;
    return ['CallEnded', { ...this.parties.get(call_id), result, wrap_up_expires_at }];
  }

  completed(call_id: string, by = 'end'): Part {
    return ['CallCompleted', { ...this.party(call_id), by }];
  }

  applied(call_id: string, outcome_id: string, settings: object = {}, sequence = 1): Part {
    const snapshot = { outcome_id, outcome_name: outcome_id, outcome_type: 'disposition', destination_name: null };
    const destination = { destination_type: 'none', destination_id: null, smart_list_ids: null };
    const outcome = { ...snapshot, ...destination, retry_seconds: null, ...settings };
    return ['OutcomeApplied', { ...this.party(call_id), sequence, outcome }];
  }

  private party(call_id: string): Party {
    const { dispatched_at: _, ...party } = this.parties.get(call_id)!;
    return party;
  }
}

const SECONDS = { lease_seconds: LEASE_SECONDS, wrap_up_seconds: WRAP_UP_SECONDS };
