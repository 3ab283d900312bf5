import { byId } from '../../support/api.js';
import { shareWorkspace } from '../../support/shared.js';
import { until } from '../../support/until.js';
import { nextPhone } from '../../support/workspace.js';

const LISTS = 1_000;
const CONTACTS = 100;
const LONG_MS = 300_000;
/** 200 of the widest characters there are. */
const WIDEST_NAME = '😀'.repeat(200);
/** What one append may hold, in either store (consistency.md, Size). */
const APPEND_BYTES = 1_048_576;
/** Requests on their way at a time. */
const AT_ONCE = 32;

const workspace = shareWorkspace();

/** Does something that is one append, of at most 1 MiB. Its events, by type. */
async function inOneAppend(act: () => Promise<unknown>): Promise<readonly string[]> {
  const { log } = workspace().service;
  const head = await log.head();
  await act();
  const events = await log.after(head);
  // The events of one append bear one instant (consistency.md, Time).
  expect(new Set(events.map(({ metadata }) => metadata.occurred_at)).size).toBe(1);
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  expect(bytes).toBeLessThanOrEqual(APPEND_BYTES);
  return events.map(({ type }) => type);
}

describe('the largest writes fit one append', () => {
  let contacts: readonly { readonly contact_id: string }[];
  let lists: readonly string[];

  beforeAll(async () => {
    const { api } = workspace();
    contacts = await workspace().contacts(CONTACTS + 1);
    const made: string[] = [];
    const work = Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let at = lane; at < LISTS; at += AT_ONCE) {
        const { smart_list_id: id } = await api.createList();
        expect(await api.addMembers(id, contacts.slice(0, CONTACTS).map(byId))).toMatchObject({ inserted: CONTACTS });
        await api.addMembers(id, [byId(contacts[CONTACTS]!)]);
        made.push(id);
      }
    });
    await Promise.all(work);
    lists = made;
  }, LONG_MS);

  it(
    '1,000 contacts with the longest names imported, then all changed',
    async () => {
      const { api } = workspace();
      const batch = () => Array.from({ length: 1_000 }, () => ({ phone: nextPhone(), name: WIDEST_NAME }));
      let made: readonly { readonly contact_id: string }[] = [];
      const imported = await inOneAppend(async () => ({ contacts: made } = await api.importContacts(batch())));
      expect(imported).toEqual(Array.from({ length: 1_000 }, () => 'ContactImported'));
      const changes = made.map(({ contact_id }) => ({
        contact_id,
        phone: nextPhone(),
        name: `${WIDEST_NAME.slice(2)}x`,
      }));
      const changed = await inOneAppend(async () =>
        expect(await api.importContacts(changes)).toMatchObject({ updated: 1_000 }),
      );
      expect(changed).toEqual(Array.from({ length: 1_000 }, () => 'ContactChanged'));
    },
    LONG_MS,
  );

  it(
    'a contact deleted from 1,000 lists',
    async () => {
      const types = await inOneAppend(() => workspace().api.deleteContact(contacts[CONTACTS]!.contact_id));
      expect([...types].sort()).toEqual(['ContactDeleted', 'MemberRemoved']);
      await until(
        'the rows have it',
        async () => (await workspace().api.list(lists.at(-1)!)).member_count === CONTACTS,
        LONG_MS,
      );
      expect((await workspace().api.list(lists[0]!)).member_count).toBe(CONTACTS);
    },
    LONG_MS,
  );

  it(
    '100 contacts removed from 1,000 lists each',
    async () => {
      const { api } = workspace();
      const references = contacts.slice(0, CONTACTS).map(byId);
      const types = await inOneAppend(async () =>
        expect(await api.removeEverywhere(references)).toMatchObject({ removed: CONTACTS }),
      );
      expect(types).toEqual(['MemberRemoved']);
      // 100,000 rows take longer than an answer waits for them.
      await until('the rows have it', async () => (await api.list(lists.at(-1)!)).member_count === 0, LONG_MS);
      expect((await api.list(lists[0]!)).member_count).toBe(0);
    },
    LONG_MS,
  );
});
