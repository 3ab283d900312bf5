import type { CreateOutcome, CreateSmartList, Priority, SmartListsClient } from '@smart-lists/client';
import { batches } from './batches.js';

/** Most contacts of one import, and most members of one batch. */
const CONTACTS_AT_ONCE = 1_000;
const MEMBERS_AT_ONCE = 100;
/** The tiers of campaigns: those of a higher one are called first. */
const TIERS: readonly Priority[] = ['high', 'medium', 'low'];

/** The lists of the floor, by their ids. */
export interface Lists {
  /** Whom to call once. */
  readonly campaigns: readonly string[];
  /** Where the waterfall leads: whom a campaign has not reached is called once more. */
  readonly secondTry: string;
  /** Who asked to be called again. */
  readonly callBacks: string;
  /** Who has bought, and is not called. */
  readonly customers: string;
}

/** What agents apply to calls, by their ids. */
export interface Outcomes {
  /** The action: a webhook has the offer sent while they still talk. */
  readonly offer: string;
  /** The dispositions: one for each call, when it has ended. */
  readonly sold: string;
  readonly callBack: string;
  readonly noInterest: string;
  readonly notReached: string;
}

/**
 * Imports contacts from the records of the floor, where each has an id. The same import sent again changes nothing.
 * @returns the ids by which the service knows them, in the same order
 */
export async function importContacts(client: SmartListsClient, count: number): Promise<readonly string[]> {
  const records = Array.from({ length: count }, (_, n) => ({
    external_id: `crm-${n + 1}`,
    // No country has the prefix 999.
    phone: `+999${String(n).padStart(8, '0')}`,
    name: `Customer ${n + 1}`,
    attributes: { since: 2000 + (n % 25), newsletter: n % 3 === 0 },
  }));
  const ids: string[] = [];
  for (const contacts of batches(records, CONTACTS_AT_ONCE)) {
    const { data } = await client.POST('/contacts/batch', { body: { contacts } });
    ids.push(...data.contacts.map(({ contact_id }) => contact_id));
  }
  return ids;
}

/** Makes the lists, and deals the contacts out to the campaigns. */
export async function makeLists(client: SmartListsClient, count: number, contacts: readonly string[]): Promise<Lists> {
  const make = async (body: CreateSmartList): Promise<string> =>
    (await client.POST('/smart-lists', { body })).data.smart_list.smart_list_id;
  const once = { max_attempts_total: 1 };
  const customers = await make({ name: 'Customers', max_attempts_total: 0 });
  const callBacks = await make({
    name: 'Call backs',
    priority: 'highest',
    max_attempts_total: 2,
    min_retry_seconds: 0,
  });
  const secondTry = await make({ name: 'Second try', priority: 'high', ...once });
  const campaigns: string[] = [];
  for (let n = 0; n < count - 3; n += 1) {
    const priority = TIERS[n % TIERS.length]!;
    campaigns.push(await make({ name: `Campaign ${n + 1}`, priority, next_list_id: secondTry, ...once }));
  }
  for (const [n, smartListId] of campaigns.entries()) {
    const references = contacts.filter((_, at) => at % campaigns.length === n).map((contact_id) => ({ contact_id }));
    for (const members of batches(references, MEMBERS_AT_ONCE)) {
      await client.POST('/smart-lists/{smartListId}/members/batch', {
        params: { path: { smartListId } },
        body: { members },
      });
    }
  }
  return { campaigns, secondTry, callBacks, customers };
}

/** Makes the outcomes. @param webhookUrl who sends the offers */
export async function makeOutcomes(
  client: SmartListsClient,
  { customers, callBacks }: Lists,
  webhookUrl: string,
): Promise<Outcomes> {
  const make = async (body: CreateOutcome): Promise<string> =>
    (await client.POST('/phone-system/outcomes', { body })).data.outcome.outcome_id;
  return {
    offer: await make({ outcome_name: 'Send the offer', outcome_type: 'action', webhook_url: webhookUrl }),
    sold: await make({ outcome_name: 'Sold', destination_type: 'smart_list', destination_id: customers }),
    callBack: await make({ outcome_name: 'Call back', destination_type: 'smart_list', destination_id: callBacks }),
    noInterest: await make({ outcome_name: 'No interest', destination_type: 'remove_from_all' }),
    notReached: await make({ outcome_name: 'Not reached' }),
  };
}
