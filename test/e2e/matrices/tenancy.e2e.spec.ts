import { anonymous, expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { nextPhone, UNKNOWN_ID } from '../../support/workspace.js';
import { idsOf, KEYED_ROUTES, makeWorld, methodOf, pathOf, ROUTES, validRequest } from './routes.js';
import type { World } from './routes.js';

const service = shareService();
let mine: World;
let foreign: World;
beforeAll(async () => {
  mine = await makeWorld(service());
  foreign = await makeWorld(service());
});

const keyed = KEYED_ROUTES.map(([route]) => route);
const withIds = keyed.filter((route) => idsOf(route).length > 0);
const withReferences = keyed.flatMap((route) =>
  Object.keys(ROUTES[route]!.references ?? {}).map((name) => [route, name] as const),
);
const paged = keyed.filter((route) => ROUTES[route]!.paged);

/** The resources that references in a body name, where they are not lists. */
const NAMED_BY: Readonly<Record<string, string>> = {
  contact_id: 'contactId',
  outcome_id: 'outcomeId',
  endpoint_id: 'endpointId',
  calling_hours_id: 'callingHoursId',
};

describe('tenancy', () => {
  it.each(withIds)(
    '[api rules/tenancy] [seed 7 missing list] %s: a foreign id and an unknown one give the same bytes',
    async (route) => {
      for (const name of idsOf(route)) {
        const answers = await withUnchanged([mine.workspace, foreign.workspace], async () => {
          const request = validRequest(route, mine);
          const ids = [foreign.ids[name]!, foreign.ids[name]!.toUpperCase(), UNKNOWN_ID, 'no-uuid'];
          return Promise.all(
            ids.map((id) =>
              mine.workspace.client.send({ ...request, path: pathOf(route, { ...mine.ids, [name]: id }) }),
            ),
          );
        });
        for (const answer of answers) expectProblem(answer, 'not_found');
        expect(new Set(answers.map(anonymous)).size).toBe(1);
        expect(new Set(answers.map(({ rawHeaders }) => headersAlike(rawHeaders))).size).toBe(1);
      }
    },
  );

  it.each(withReferences)(
    '[api rules/tenancy] [seed 4 rule 2] %s: a foreign %s in the body is treated like an unknown one',
    async (route, name) => {
      const body = ROUTES[route]!.references![name]!;
      const references = [
        { id: foreign.ids[NAMED_BY[name] ?? 'smartListId']!, phone: foreign.phone },
        { id: UNKNOWN_ID, phone: nextPhone() },
      ];
      const answers = await withUnchanged([mine.workspace, foreign.workspace], () =>
        Promise.all(
          references.map((reference) =>
            mine.workspace.client.send({
              method: methodOf(route),
              path: pathOf(route, mine.ids),
              json: body(reference),
            }),
          ),
        ),
      );
      const texts = answers.map((answer, i) => {
        const text = answer.status === 200 ? answer.bytes.toString() : anonymous(answer);
        return `${answer.status} ${text.replaceAll(references[i]!.id, 'ID').replaceAll(references[i]!.phone, 'PHONE')}`;
      });
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]).toMatch(/"unmatched":1|"invalid_reference"/);
    },
  );

  it.each(paged)(
    '[api rules/pages tokens] %s: a page token of another workspace or another route is refused',
    async (route) => {
      const worlds = [mine, foreign] as const;
      const tokens: string[] = [];
      for (const world of worlds) {
        const { client } = world.workspace;
        await world.workspace
          .contacts(1)
          .then(([contact]) =>
            world.workspace.api.addMembers(world.ids['smartListId']!, [{ contact_id: contact!.contact_id }]),
          );
        const page = await client.read<{ next_page_token: string }>(`${pathOf(route, world.ids)}?page_size=1`);
        tokens.push(page.next_page_token);
      }
      expect(tokens.every((token) => typeof token === 'string')).toBe(true);
      const [own, others] = tokens;
      const elsewhere = paged.filter((other) => other !== route).map((other) => pathOf(other, mine.ids));
      const used = [
        `${pathOf(route, mine.ids)}?page_token=${others}`,
        ...elsewhere.map((path) => `${path}?page_token=${own}`),
        `/smart-lists/${mine.otherListId}/members?page_token=${own}`,
      ];
      for (const path of used) expectProblem(await mine.workspace.client.get(path), 'invalid_page_token');
      expect((await mine.workspace.client.get(`${pathOf(route, mine.ids)}?page_token=${own}`)).status).toBe(200);
    },
  );

  it('[api rules/tenancy] a foreign phone matches no contact, a foreign contact id can be imported', async () => {
    const { api } = mine.workspace;
    expect(await api.contacts(`?phone=${encodeURIComponent(foreign.phone)}`)).toEqual([]);
    const before = await foreign.workspace.api.contact(foreign.ids['contactId']!);
    const answer = await api.importContacts([
      { contact_id: foreign.ids['contactId'], phone: nextPhone(), name: 'Mine' },
    ]);
    expect(answer).toMatchObject({ created: 1, updated: 0 });
    expect(await foreign.workspace.api.contact(foreign.ids['contactId']!)).toEqual(before);
    await api.deleteContact(foreign.ids['contactId']!);
  });

  it('[api rules/tenancy] names, Idempotency-Keys and orders are separate for each workspace', async () => {
    const headers = { 'idempotency-key': 'same-key' };
    const [here, there] = [
      await mine.workspace.client.post('/smart-lists', { name: 'Same name' }, headers),
      await foreign.workspace.client.post('/smart-lists', { name: 'Same name' }, headers),
    ];
    expect([here.status, there.status]).toEqual([201, 201]);
    expect(here.headers.location).not.toBe(there.headers.location);
    expect(there.headers['idempotent-replayed']).toBeUndefined();
  });
});

/** The names of the headers, and the values of those that are equal in all answers. */
function headersAlike(rawHeaders: readonly string[]): string {
  const changing = new Set(['x-request-id', 'date', 'ratelimit', 'content-length']);
  const pairs = Array.from(
    { length: rawHeaders.length / 2 },
    (_, i) => [rawHeaders[2 * i]!, rawHeaders[2 * i + 1]!] as const,
  );
  return pairs.map(([name, value]) => (changing.has(name.toLowerCase()) ? name : `${name}: ${value}`)).join('\n');
}
