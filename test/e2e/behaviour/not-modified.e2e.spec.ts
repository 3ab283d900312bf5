import { byId, nextName } from '../../support/api.js';
import { success } from '../../support/client.js';
import { Random, seedOfThisRun } from '../../support/random.js';
import { shareWorkspace } from '../../support/shared.js';

/*
 * Goal: a 304 never hides a change of a byte.
 * Method: random changes of lists, members and outcomes. After each one every read is asked with all tags that it ever
 * had, and without any: it is 304 exactly where the body of now is one of those that had these tags.
 */

const STEPS = 80;
const RUN_MS = 120_000;

const workspace = shareWorkspace();

/** The bodies of a path, by their tags. */
type Seen = Map<string, string>;

describe('If-None-Match', () => {
  const seen = new Map<string, Seen>();
  const random = new Random(seedOfThisRun());
  const lists: string[] = [];
  const outcomes: string[] = [];
  let notModified = 0;

  const taken = (ids: string[]): string => ids.splice(random.below(ids.length), 1)[0]!;

  async function member(): Promise<void> {
    const { api, client } = workspace();
    const [contact] = await workspace().contacts(1);
    const list = random.oneOf(lists);
    await api.addMembers(list, [byId(contact!)]);
    if (random.below(2) === 0) return;
    const members = [{ contact_id: contact!.contact_id }];
    success(await client.post(`/smart-lists/${list}/members/batch-remove`, { members }), 200);
  }

  /** An outcome whose destination may be a list, which may be renamed or deleted later. */
  function outcome(): object {
    const outcome_name = nextName();
    const action = { outcome_type: 'action', webhook_url: 'https://hooks.example.com/outcome' };
    const kind = random.below(2) === 0 ? action : {};
    if (lists.length === 0 || random.below(3) === 0) return { outcome_name, ...kind };
    return { outcome_name, ...kind, destination_type: 'smart_list', destination_id: random.oneOf(lists) };
  }

  async function change(): Promise<void> {
    const { client, api } = workspace();
    const steps = [
      async () => lists.push((await api.createList()).smart_list_id),
      async () => outcomes.push((await api.createOutcome(outcome())).outcome.outcome_id),
      ...(lists.length === 0
        ? []
        : [
            member,
            async () => success(await client.patch(`/smart-lists/${random.oneOf(lists)}`, { name: nextName() }), 200),
            async () => success(await client.patch(`/smart-lists/${random.oneOf(lists)}`, {}), 200),
            async () => success(await client.delete(`/smart-lists/${taken(lists)}`), 200),
          ]),
      ...(outcomes.length === 0
        ? []
        : [
            async () =>
              success(
                await client.patch(`/phone-system/outcomes/${random.oneOf(outcomes)}`, { order: random.below(3) }),
                200,
              ),
            async () => success(await client.delete(`/phone-system/outcomes/${taken(outcomes)}`), 200),
          ]),
    ];
    await random.oneOf(steps)();
  }

  async function compare(path: string): Promise<void> {
    const { client } = workspace();
    const known: Seen = seen.get(path) ?? new Map<string, string>();
    seen.set(path, known);
    const asked = known.size === 0 ? {} : { 'if-none-match': [...known.keys()].join(', ') };
    const conditional = await client.get(path, asked);
    const full = await client.get(path);
    const body = full.bytes.toString();
    const tag = full.headers.etag!;
    expect([path, full.status, conditional.headers.etag]).toEqual([path, 200, tag]);
    expect([path, conditional.status]).toEqual([path, [...known.values()].includes(body) ? 304 : 200]);
    // Of a 304 the client goes on with the body that it has under this tag.
    expect(conditional.status === 304 ? known.get(tag) : conditional.bytes.toString()).toBe(body);
    if (conditional.status === 304) notModified += 1;
    known.set(tag, body);
  }

  it(
    '[api rules/if-none-match] is answered with 304 where the body is one that had the tag, and never else',
    async () => {
      for (let step = 0; step < STEPS; step += 1) {
        await change();
        for (const path of ['/smart-lists', '/smart-lists?page_size=2', '/phone-system/outcomes']) await compare(path);
      }
      expect(notModified).toBeGreaterThan(STEPS / 4);
    },
    RUN_MS,
  );

  it('[api rules/if-none-match] a version is none: a list and an outcome change without theirs', async () => {
    const { client, api } = workspace();
    const list = await api.createList();
    const destination = { destination_type: 'smart_list', destination_id: list.smart_list_id };
    const { outcome: made } = await api.createOutcome({ outcome_name: nextName(), ...destination });
    const paths = [`/smart-lists/${list.smart_list_id}`, `/phone-system/outcomes/${made.outcome_id}`];
    const before = await Promise.all(paths.map((path) => client.get(path)));
    const [contact] = await workspace().contacts(1);
    await api.addMembers(list.smart_list_id, [byId(contact!)]);
    const changed = await client.get(paths[0]!, { 'if-none-match': '"1"' });
    expect([changed.status, changed.headers.etag]).toEqual([200, before[0]!.headers.etag]);
    expect(changed.bytes.equals(before[0]!.bytes)).toBe(false);
    success(await client.patch(paths[0]!, { name: nextName() }), 200);
    const renamed = await client.get(paths[1]!, { 'if-none-match': '"1"' });
    expect([renamed.status, renamed.headers.etag]).toEqual([200, before[1]!.headers.etag]);
    expect(renamed.bytes.equals(before[1]!.bytes)).toBe(false);
  });

  it('[api rules/if-none-match] the document is not sent twice', async () => {
    const { client } = workspace();
    const { headers } = await client.get('/openapi.json');
    const again = await client.get('/openapi.json', { 'if-none-match': headers.etag! });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
  });
});
