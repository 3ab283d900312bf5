import { ALL_SCOPES } from '../../support/workspace.js';
import type { Random } from '../../support/random.js';
import type { Caller } from './caller.js';

/** A key, and whether it was revoked. */
export interface KnownKey {
  readonly id: string;
  readonly token: string;
  isRevoked: boolean;
}

/** Calls and deliveries that are remembered: enough to ask for old ones and for new ones. */
const REMEMBERED = 3_000;

/** Every 40th contact may be erased; searches by phone ask for others only, since no past finds an erased one. */
const ERASABLE = 40;

/**
 * A workspace with what is known of it: from answers, and ids of contacts by their number. What an answer that was lost
 * would have told is not known.
 */
export class Tenant {
  readonly lists: string[] = [];
  readonly deletedLists: string[] = [];
  readonly groups: string[] = [];
  readonly hours: string[] = [];
  readonly actions: string[] = [];
  readonly dispositions: string[] = [];
  readonly keys: KnownKey[] = [];
  /** Begun, and not yet ended by the run: time may have ended some. */
  readonly openCalls: string[] = [];
  readonly calls: string[] = [];
  readonly deliveries: string[] = [];
  /** Contacts have the numbers below it. */
  contacts = 0;

  private constructor(
    /** Part of the ids of its contacts. */
    readonly number: number,
    readonly workspaceId: string,
    /** A key with all scopes, which is never revoked. */
    readonly token: string,
    /** A key that may read lists alone. */
    readonly narrowToken: string,
    /** Whether personal data of calls and deliveries ends after a day. */
    readonly forgets: boolean,
  ) {}

  static async make(caller: Caller, number: number, forgets: boolean): Promise<Tenant> {
    const json = { name: `Tenant ${number}`, time_zone: number % 2 === 0 ? 'Europe/Berlin' : 'America/New_York' };
    const made = await caller.admin<{ workspace: { workspace_id: string } }>({
      method: 'POST',
      path: '/admin/workspaces',
      json,
    });
    const { workspace_id: id } = made.workspace;
    const days = { calls_keep_days: 1, deliveries_keep_days: 1 };
    const settings = { searchable_attributes: ['code'], ...(forgets && days) };
    await caller.admin({ method: 'PATCH', path: `/admin/workspaces/${id}`, json: settings });
    const [all, narrow] = [await makeKey(caller, id, ALL_SCOPES), await makeKey(caller, id, ['smart_lists:read'])];
    return new Tenant(number, id, all.token, narrow.token, forgets);
  }

  /** Of all keys, revoked ones too. */
  get tokens(): readonly string[] {
    return [this.token, this.narrowToken, ...this.keys.map(({ token }) => token)];
  }

  contactId(number: number): string {
    return `${String(this.number).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  }

  phone(number: number): string {
    return `+49${100 + this.number}${String(number).padStart(9, '0')}`;
  }

  /** The number of a contact that was imported; 0 before any was. */
  someContact(random: Random): number {
    return random.below(Math.max(1, this.contacts));
  }

  /** A contact that may be erased. */
  someErasable(random: Random): number {
    const number = this.someContact(random);
    return number - (number % ERASABLE);
  }

  /** A contact that is never erased. */
  someKept(random: Random): number {
    const number = this.someContact(random);
    return number % ERASABLE === 0 ? number + 1 : number;
  }

  remember(ids: string[], id: string, random: Random): void {
    if (ids.length < REMEMBERED) ids.push(id);
    else ids[random.below(REMEMBERED)] = id;
  }
}

/** A new key of a workspace. */
export async function makeKey(
  caller: Caller,
  workspaceId: string,
  scopes: readonly string[],
): Promise<Omit<KnownKey, 'isRevoked'>> {
  const made = await caller.admin<{ secret: string; api_key: { api_key_id: string } }>({
    method: 'POST',
    path: `/admin/workspaces/${workspaceId}/api-keys`,
    json: { name: 'of the run', scopes },
  });
  return { id: made.api_key.api_key_id, token: made.secret };
}
