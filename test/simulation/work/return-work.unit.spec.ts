import { SeededRandom } from '../kernel/seeded-random.js';
import type { Ask, Told, World } from '../world.js';
import { Known } from './known.js';
import { ReturnWork } from './return-work.js';

const ID = '018f3a00-0000-7000-8000-000000000001';

/** A service that refuses imports while the erasure is under way. @returns who asked for what */
async function askedOf(erasure: { readonly status: number; readonly refusedImports: number }) {
  const asked: string[] = [];
  let refusals = 0;
  let isErasing = false;
  const answerTo = ({ path }: Ask): Told => {
    const isErasure = path.endsWith('/erase');
    if (isErasure) isErasing = true;
    const isRefused = !isErasure && isErasing && (refusals += 1) <= erasure.refusedImports;
    return { kind: 'answered', status: isErasure ? erasure.status : isRefused ? 409 : 200, headers: {}, body: {} };
  };
  const world: World = {
    ...{ seed: 1, size: 'whole', random: new SeededRandom(1), now: () => 0, sleep: () => Promise.resolve() },
    client: (name) => ({ name, request: async (ask) => (asked.push(`${name}: ${ask.path}`), answerTo(ask)) }),
    receivers: () => undefined,
    restartOne: () => undefined,
    breakSteps: () => undefined,
  };
  const known = new Known(new SeededRandom(2));
  known.contacts.push(ID);
  known.keys.push({ id: ID, secret: 'secret' });
  await new ReturnWork(world, known, new SeededRandom(3)).run(1, 1_000);
  return asked;
}

const CHANGED = Array<string>(2).fill('client who erases: /contacts/batch');
const ERASED = `client who erases: /contacts/${ID}/erase`;
const IMPORTED = 'client who imports again: /contacts/batch';

it('a contact is imported by another client until its erasure lets it, and once more', async () => {
  const asked = await askedOf({ status: 202, refusedImports: 3 });
  expect(asked).toEqual([...CHANGED, ERASED, ...Array<string>(5).fill(IMPORTED)]);
});

it('a contact that could not be erased does not come back, and one whose erasure does not end is given up', async () => {
  expect(await askedOf({ status: 409, refusedImports: 0 })).toEqual([...CHANGED, ERASED]);
  expect(await askedOf({ status: 202, refusedImports: Infinity })).toHaveLength(3 + 12);
});
