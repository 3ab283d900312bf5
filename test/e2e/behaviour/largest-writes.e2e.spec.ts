import { randomUUID } from 'node:crypto';
import { byId } from '../../support/api.js';
import { success } from '../../support/client.js';
import { announcing } from '../../support/http.js';
import { pairUnderTest } from '../../support/deployments/deployment.js';
import { expectProblem } from '../../support/problem.js';
import { shareWorkspace } from '../../support/shared.js';
import type { Contact } from '../../support/types.js';
import { until } from '../../support/until.js';
import { nextPhone } from '../../support/workspace.js';

const LISTS = 1_000;
const LONG_MS = 300_000;
/** 116 characters of four bytes each: as long as the names of 1,000 changed contacts can be, once they are sealed. */
const WIDEST_NAME = '😀'.repeat(116);
/** The largest append of either store (docs/reference/consistency.md#size). */
const APPEND_BYTES = 1_048_576;
/** Number of concurrent requests. */
const AT_ONCE = 32;

const workspace = shareWorkspace();

/** Performs an action and expects it to be one append of at most 1 MiB. Returns the events' count by type. */
async function inOneAppend(act: () => Promise<unknown>): Promise<readonly string[]> {
  const { log } = workspace().service;
  const head = await log.head();
  await act();
  const events = await log.after(head);
  // The events of one append bear one instant (docs/reference/consistency.md#time).
  expect(new Set(events.map(({ metadata }) => metadata.occurred_at)).size).toBe(1);
  const bytes = events.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  expect(bytes).toBeLessThanOrEqual(APPEND_BYTES);
  return events.map(({ type }) => type);
}

/** Creates lists with these contacts as members, by concurrent requests. Returns the ids. */
async function listsOf(members: readonly { readonly contact_id: string }[]): Promise<readonly string[]> {
  const { api } = workspace();
  const lists: string[] = [];
  const work = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let at = lane; at < LISTS; at += AT_ONCE) {
      const { smart_list_id: id } = await api.createList();
      expect(await api.addMembers(id, members.map(byId))).toMatchObject({ inserted: members.length });
      lists.push(id);
    }
  });
  await Promise.all(work);
  return lists;
}

async function untilCounted(lists: readonly string[], members: number): Promise<void> {
  const { api } = workspace();
  // With this number of rows an answer may come before the rows show the write.
  await until('the rows have it', async () => (await api.list(lists.at(-1)!)).member_count === members, LONG_MS);
  expect((await api.list(lists[0]!)).member_count).toBe(members);
}

// The stand-in for MongoDB has hardly any indexes: it takes minutes for a hundred thousand memberships and blocks all
// other requests. test/distributed/largest-append tests without it that this removal fits the append of either store.
const removed = pairUnderTest() === 'embedded' ? 100 : 1;

/** A text as an ASCII-only encoder writes it: 12 bytes per character outside the basic plane. */
const escaped = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The largest body of an import (payload_too_large in the reference). */
const IMPORT_BYTES = 4_194_304;

describe('the largest import fits its body', () => {
  it(
    '1,000 contacts with their ids and the longest names, every character escaped, and white space up to the last byte',
    async () => {
      const { client } = workspace();
      const contacts = Array.from({ length: 1_000 }, () => ({
        contact_id: randomUUID(),
        phone: nextPhone().padEnd(16, '0'),
        name: WIDEST_NAME,
      }));
      const body = escaped(JSON.stringify({ contacts }, null, 2));
      expect(body.length).toBeGreaterThan(1_500_000);
      const headers = { 'content-type': 'application/json' };
      const send = (bytes: number) =>
        client.send({ method: 'POST', path: '/contacts/batch', headers, body: body.padEnd(bytes, ' ') });
      expect(success<object>(await send(body.length), 200)).toMatchObject({ created: 1_000 });
      expect(success<object>(await send(IMPORT_BYTES), 200)).toMatchObject({ unchanged: 1_000 });
      const { contact } = await client.read<{ contact: Contact }>(`/contacts/${contacts[0]!.contact_id}`);
      expect(contact).toMatchObject(contacts[0]!);
      const oneMore = { method: 'POST', path: '/contacts/batch', ...announcing(IMPORT_BYTES + 1) };
      expectProblem(await client.send(oneMore), 'payload_too_large');
    },
    LONG_MS,
  );
});

describe('the largest writes fit one append', () => {
  it(
    '1,000 contacts with the longest names imported, then all changed',
    async () => {
      const { api } = workspace();
      const batch = () => Array.from({ length: 1_000 }, () => ({ phone: nextPhone(), name: WIDEST_NAME }));
      let made: readonly { readonly contact_id: string }[] = [];
      const imported = await inOneAppend(async () => ({ contacts: made } = await api.importContacts(batch())));
      expect(imported).toEqual(Array.from({ length: 1_000 }, () => 'ContactImported'));
      const name = `${WIDEST_NAME.slice(2)}x`;
      const changes = made.map(({ contact_id }) => ({ contact_id, phone: nextPhone(), name }));
      const changed = await inOneAppend(async () =>
        expect(await api.importContacts(changes)).toMatchObject({ updated: 1_000 }),
      );
      expect(changed).toEqual(Array.from({ length: 1_000 }, () => 'ContactChanged'));
    },
    LONG_MS,
  );

  it(
    `${removed} contacts removed from 1,000 lists each, and one deleted from them`,
    async () => {
      const { api } = workspace();
      const contacts = await workspace().contacts(removed + 1);
      const lists = await listsOf(contacts.slice(0, removed));
      const [deleted] = contacts.slice(removed);
      for (let at = 0; at < LISTS; at += AT_ONCE) {
        const some = lists.slice(at, at + AT_ONCE);
        await Promise.all(some.map((id) => api.addMembers(id, [byId(deleted!)])));
      }
      const ended = await inOneAppend(() => api.deleteContact(deleted!.contact_id));
      expect([...ended].sort()).toEqual(['ContactDeleted', 'MemberRemoved']);
      await untilCounted(lists, removed);
      const references = contacts.slice(0, removed).map(byId);
      const types = await inOneAppend(async () =>
        expect(await api.removeEverywhere(references)).toMatchObject({ removed }),
      );
      expect(types).toEqual(['MemberRemoved', ...lists.map(() => 'ListDrained')]);
      await untilCounted(lists, 0);
    },
    LONG_MS,
  );
});
