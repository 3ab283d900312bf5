import fc from 'fast-check';
import { type Api, byId, nextName } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { nextPhone, TestWorkspace } from '../../support/workspace.js';

const service = shareService();

type Page = Readonly<Record<string, unknown>> & { readonly next_page_token: string | null };

/** A paged collection whose rows are created and removed during the test. */
interface Shelf {
  readonly path: string;
  readonly rows: string;
  readonly id: string;
  readonly add: () => Promise<string>;
  readonly remove: (id: string) => Promise<void>;
}

const makeContact = async (api: Api): Promise<string> =>
  (await api.importContacts([{ phone: nextPhone() }])).contacts[0]!.contact_id;

async function members(api: Api): Promise<Shelf> {
  const { smart_list_id: list } = await api.createList();
  return {
    path: `/smart-lists/${list}/members`,
    rows: 'members',
    id: 'contact_id',
    add: async () => {
      const contact_id = await makeContact(api);
      await api.addMembers(list, [{ contact_id }]);
      return contact_id;
    },
    remove: async (contact_id) => void (await api.removeMembers(list, [{ contact_id }])),
  };
}

/** By what is walked. */
const SHELVES: Readonly<Record<string, (api: Api) => Promise<Shelf>>> = {
  members,
  'queued members': async (api) => {
    const shelf = await members(api);
    return { ...shelf, path: `${shelf.path}?status=queued` };
  },
  memberships: async (api) => {
    const contact_id = await makeContact(api);
    return {
      path: `/contacts/${contact_id}/memberships`,
      rows: 'memberships',
      id: 'smart_list_id',
      add: async () => {
        const { smart_list_id } = await api.createList();
        await api.addMembers(smart_list_id, [{ contact_id }]);
        return smart_list_id;
      },
      remove: async (id) => void (await api.removeMembers(id, [{ contact_id }])),
    };
  },
  contacts: async (api) => ({
    path: '/contacts',
    rows: 'contacts',
    id: 'contact_id',
    add: () => makeContact(api),
    remove: (id) => api.deleteContact(id),
  }),
  lists: async (api) => ({
    path: '/smart-lists',
    rows: 'smart_lists',
    id: 'smart_list_id',
    add: async () => (await api.createList()).smart_list_id,
    remove: (id) => api.deleteList(id),
  }),
};

const step = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  adds: fc.nat(2),
  removes: fc.array(fc.nat(30), { maxLength: 2 }),
});

describe('pages', () => {
  it.each(Object.keys(SHELVES))(
    '[api rules/pages walk] a walk of %s under changes shows each row that existed throughout exactly once',
    async (name) => {
      const { api, client } = await TestWorkspace.make(service());
      const { path, rows, id, add, remove } = await SHELVES[name]!(api);
      const present: string[] = [];
      for (let i = 0; i < 8; i += 1) present.push(await add());
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
          const throughout = new Set((await client.walk<Record<string, string>>(path, rows)).map((row) => row[id]!));
          const seen: string[] = [];
          let token: string | null = null;
          const still = [...steps];
          do {
            const { size, adds, removes } = still.shift() ?? { size: 5, adds: 0, removes: [] };
            const query = `page_size=${size}${token === null ? '' : `&page_token=${token}`}`;
            const page: Page = await client.read(`${path}${path.includes('?') ? '&' : '?'}${query}`);
            seen.push(...(page[rows] as readonly Record<string, string>[]).map((row) => row[id]!));
            token = page.next_page_token;
            for (let made = 0; made < adds; made += 1) present.push(await add());
            for (const at of removes) {
              const [gone] = at < present.length && present.length > 4 ? present.splice(at, 1) : [];
              if (gone === undefined) continue;
              throughout.delete(gone);
              await remove(gone);
            }
          } while (token !== null);
          expect(new Set(seen).size).toBe(seen.length);
          for (const row of throughout) expect(seen).toContain(row);
        }),
        { numRuns: 8 },
      );
    },
  );

  it('[seed 4 rule 1] [api rules/pages end] a full last page and an empty page have a null token', async () => {
    const { api, client } = await TestWorkspace.make(service());
    expect(await client.read('/smart-lists')).toEqual({ ok: true, smart_lists: [], next_page_token: null });
    for (let i = 0; i < 4; i += 1) await api.createList();
    const first: Page = await client.read('/smart-lists?page_size=2');
    expect(first.next_page_token).toEqual(expect.stringMatching(/^[A-Za-z0-9_-]+$/));
    const last: Page = await client.read(`/smart-lists?page_size=2&page_token=${first.next_page_token}`);
    expect(last['smart_lists']).toHaveLength(2);
    expect(last.next_page_token).toBeNull();
  });

  it('[api rules/pages tokens] work for every key of the workspace, repeatedly, with another page_size', async () => {
    const workspace = await TestWorkspace.make(service());
    const lists = [];
    for (let i = 0; i < 6; i += 1) lists.push(await workspace.api.createList());
    const { next_page_token: token }: Page = await workspace.client.read('/smart-lists?page_size=1');
    const { client } = await workspace.key({ scopes: ['smart_lists:read'] });
    for (const size of [1, 3, 200]) {
      const page: Page = await client.read(`/smart-lists?page_token=${token}&page_size=${size}`);
      expect(page['smart_lists']).toEqual(lists.slice(1, 1 + size));
    }
  });

  it('[api rules/pages tokens] are bound to their filters', async () => {
    const { api, client, contacts } = await withMembers(5);
    const path = `/smart-lists/${contacts.list}/members`;
    const { next_page_token: plain }: Page = await client.read(`${path}?page_size=2`);
    const { next_page_token: queued }: Page = await client.read(`${path}?page_size=2&status=queued`);
    for (const query of [
      `status=queued&page_token=${plain}`,
      `page_token=${queued}`,
      `status=removed&page_token=${queued}`,
    ]) {
      expectProblem(await client.get(`${path}?${query}`), 'invalid_page_token');
    }
    const twin = nextPhone();
    await api.importContacts([{ phone: twin }, { phone: twin }]);
    const filtered: Page = await client.read(`/contacts?page_size=1&phone=${encodeURIComponent(twin)}`);
    for (const query of ['', `phone=${encodeURIComponent(nextPhone())}&`]) {
      expectProblem(await client.get(`/contacts?${query}page_token=${filtered.next_page_token}`), 'invalid_page_token');
    }
  });

  it('[api rules/pages tokens] any altered byte or other spelling is invalid_page_token', async () => {
    const { client } = await withMembers(3);
    const { next_page_token: token }: Page = await client.read('/contacts?page_size=1');
    const text = token!;
    const refused = async (altered: string) => {
      if (altered === text || altered === '') return;
      expectProblem(await client.get(`/contacts?page_token=${encodeURIComponent(altered)}`), 'invalid_page_token');
    };
    for (const altered of [
      `${text}=`,
      `${text}==`,
      `${text}A`,
      text.slice(1),
      text.slice(0, -1),
      ` ${text}`,
      `${text} `,
      text.toUpperCase(),
    ]) {
      await refused(altered);
    }
    await refused(text.replaceAll('-', '+').replaceAll('_', '/'));
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const place = fc.nat(text.length - 1);
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...alphabet), (at, letter) =>
        refused(text.slice(0, at) + letter + text.slice(at + 1)),
      ),
      { numRuns: 150 },
    );
    // The last character has bits that base64 ignores: a decoder accepts several spellings, the service only one.
    for (const letter of alphabet) await refused(text.slice(0, -1) + letter);
    await fc.assert(fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), refused), {
      numRuns: 50,
    });
    expect((await client.get(`/contacts?page_token=${text}`)).status).toBe(200);
  });

  it('[api rules/pages walk] a filtered walk over many rows ends and finds the few that match', async () => {
    const { api, client, contacts } = await withMembers(100);
    await api.removeMembers(contacts.list, contacts.all.slice(0, 97).map(byId));
    const found = await client.walk<{ contact_id: string }>(
      `/smart-lists/${contacts.list}/members?status=queued`,
      'members',
      1,
    );
    expect(found.map(({ contact_id }) => contact_id)).toEqual(
      contacts.all.slice(97).map(({ contact_id }) => contact_id),
    );
    expect(await api.members(contacts.list, 'removed', 10)).toHaveLength(97);
  });
});

async function withMembers(count: number) {
  const workspace = await TestWorkspace.make(service());
  const all = await workspace.contacts(count);
  const { smart_list_id: list } = await workspace.api.createList({ name: nextName() });
  await workspace.api.addMembers(list, all.map(byId));
  return { api: workspace.api, client: workspace.client, contacts: { all, list } };
}
