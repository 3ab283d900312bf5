import type { Row } from '#kernel';
import { testId as id } from '#kernel/testing';
import { CONTACTS } from '#contacts/domain';
import { DO_NOT_CALL, numberHash } from '#do-not-call/domain';
import { type DialingLimits, FOR_GOOD, NO_CALLS } from '#eligibility';
import { MEMBERS } from '#members/domain';
import { contactScope, NUMBERS_SCOPE } from '../domain/queue/reindex-jobs.js';
import { UNLISTED } from '../domain/queue/unlisted.js';
import { AroundReindexing, seconds } from '../testing/around-reindexing.js';
import { NUMBER_KEY } from '../testing/past.js';
import { reindex } from './reindex.js';

const [W, LIST, OTHER] = [id(1), id(2), id(3)] as const;
// As the harness numbers the contacts of its rows.
const [ANN, BOB] = [id(5_000), id(5_001)] as const;
const LIMITS: DialingLimits = { max_attempts_per_day: null, max_attempts_total: null, min_retry_seconds: 0 };
const UTC = { limits: LIMITS, zone: 'UTC' };
const phoneOf = (contactId: string): string => `+1202555${contactId.slice(-4)}`;

/** Two contacts on two lists, and without one, all ready; the number of each has an entry, which no row knows. */
async function around(expires_at: string | null): Promise<AroundReindexing> {
  const made = new AroundReindexing();
  for (const list of [LIST, OTHER]) await made.members(W, list, [NO_CALLS, NO_CALLS], UTC);
  await made.contacts(W, [NO_CALLS, NO_CALLS], UTC);
  await made.set(W, { workspace: { number_key: NUMBER_KEY }, lists: { [LIST]: LIMITS, [OTHER]: LIMITS } });
  for (const contact_id of [ANN, BOB]) {
    const phone = phoneOf(contact_id);
    await made.put(CONTACTS, [W, contact_id], { workspace_id: W, contact_id, phone, live: 1, revision: 1 });
    const number_hash = numberHash(NUMBER_KEY, phone);
    const entry = { workspace_id: W, number_hash, phone, contact_id, expires_at, live: 1, number: 1, revision: 1 };
    await made.put(DO_NOT_CALL, [W, number_hash], entry);
  }
  return made;
}

const run = (made: AroundReindexing, scope: string) =>
  reindex(
    {
      readModel: made.readModel,
      cacheWriter: made.cacheWriter,
      clock: made.clock,
      stopped: () => false,
      inTurn: (chunk) => chunk(),
    },
    W,
    scope,
  );

/** The state of each row of a contact: on both lists, and without one. */
async function statesOf(made: AroundReindexing, contactId: string): Promise<readonly string[]> {
  const members = await made.readModel.getMany(
    MEMBERS,
    [LIST, OTHER].map((list) => [W, list, contactId]),
  );
  const [alone] = await made.readModel.getMany(UNLISTED, [[W, contactId]]);
  return [...members, alone].map((row) => row!.state);
}

it('the rows of one contact are out of the queue while its number is barred, and no other row', async () => {
  const made = await around(null);
  expect(await run(made, contactScope(ANN))).toBe(true);
  expect([await statesOf(made, ANN), await statesOf(made, BOB)]).toEqual([
    ['out', 'out', 'out'],
    ['ready', 'ready', 'ready'],
  ]);
  const [row] = await made.readModel.getMany(MEMBERS, [[W, LIST, ANN]]);
  expect(row).toMatchObject({ due: FOR_GOOD, barred_until: FOR_GOOD });
});

it('all rows of the workspace are, where an event names no single contacts', async () => {
  const made = await around(seconds(60));
  expect(await run(made, NUMBERS_SCOPE)).toBe(true);
  for (const contact of [ANN, BOB]) expect(await statesOf(made, contact)).toEqual(['barred', 'barred', 'barred']);
});

it('they are in the queue again once the entry is removed', async () => {
  const made = await around(null);
  await run(made, contactScope(ANN));
  const hash = numberHash(NUMBER_KEY, phoneOf(ANN));
  const [entry] = await made.readModel.getMany(DO_NOT_CALL, [[W, hash]]);
  await made.put(DO_NOT_CALL, [W, hash], { ...entry, live: 0 });
  await run(made, contactScope(ANN));
  expect(await statesOf(made, ANN)).toEqual(['ready', 'ready', 'ready']);
});

it('rows of events that are not projected yet keep their positions: the register may be older than they are', async () => {
  const made = await around(null);
  for (const [collection, key] of [[MEMBERS, [W, LIST, ANN]] as const, [UNLISTED, [W, ANN]] as const]) {
    const [row] = await made.readModel.getMany<Row>(collection, [key]);
    await made.put(collection, key, { ...row!, revision: 2 });
  }
  await run(made, NUMBERS_SCOPE);
  expect(await statesOf(made, ANN)).toEqual(['ready', 'out', 'ready']);
  expect(await statesOf(made, BOB)).toEqual(['out', 'out', 'out']);
});
