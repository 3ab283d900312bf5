import { SeededRandom } from '../kernel/seeded-random.js';
import type { Ask, Told, World } from '../world.js';
import { ImportWork } from './import-work.js';
import { Known } from './known.js';

const ID = '018f3a00-0000-7000-8000-000000000001';

/** What clients of two files ask of a service that answers every third request, and knows an open import. */
async function askedBy(seed: number): Promise<readonly Ask[]> {
  const asked: Ask[] = [];
  const random = new SeededRandom(seed);
  const known = new Known(random.fork('known'));
  known.keys.push({ id: ID, secret: 'secret' });
  known.contacts.push(ID);
  known.lists.push(ID);
  const request = async (ask: Ask): Promise<Told> => {
    asked.push(ask);
    const body = { import: { import_id: ID, state: 'open' } };
    return asked.length % 3 === 0 ? { kind: 'answered', status: 200, headers: {}, body } : { kind: 'lost' };
  };
  const world = { sleep: async () => undefined, client: (name: string) => ({ name, request }) };
  await new ImportWork(world as unknown as World, known, random).run(2, 1_000);
  return asked;
}

const files = (asked: readonly Ask[]) => asked.filter(({ method }) => method === 'PUT');

it('a file of 3 to 40 rows is sent again, as it is, while nobody knows what came of it', async () => {
  const all = (await Promise.all(Array.from({ length: 20 }, (_, seed) => askedBy(seed)))).map(files);
  for (const sent of all) {
    expect(new Set(sent.map(({ body }) => body)).size).toBeLessThan(sent.length);
    for (const { body } of sent) expect(String(body).split('\n').length).toBeGreaterThanOrEqual(3);
    for (const { body } of sent) expect(String(body).split('\n').length).toBeLessThanOrEqual(42);
  }
  const types = all.flat().map(({ headers }) => headers!['content-type']);
  expect(new Set(types)).toEqual(new Set(['text/csv', 'application/jsonl']));
});

it('an import is made under one key until it is answered, and is of each kind in some worlds', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, (_, seed) => askedBy(seed)));
  const made = all.flat().filter(({ path, method }) => path === '/imports' && method === 'POST');
  const keys = new Set(made.map(({ idempotencyKey }) => idempotencyKey));
  expect(keys.size).toBe(40);
  const kinds = made.map(({ body }) => (body as { readonly kind: string }).kind);
  expect(new Set(kinds)).toEqual(new Set(['contacts', 'members', 'removals']));
});

it('some files are begun by one that cannot be read to its end, and some imports are cancelled', async () => {
  const all = (await Promise.all(Array.from({ length: 20 }, (_, seed) => askedBy(seed)))).flat();
  expect(all.some(({ body }) => typeof body === 'string' && body.includes('"+1202'))).toBe(true);
  expect(all.some(({ path }) => path.endsWith('/cancel'))).toBe(true);
});
