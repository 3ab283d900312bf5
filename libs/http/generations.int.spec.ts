import { clientOf, JSON_TYPE, READER } from './testing/client.js';
import { ADMIN_TOKEN, startToy, type Toy } from './testing/toy-app.js';

const ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` };

describe('rows that are replaced while a request reads them', () => {
  let toy: Toy;
  const { send, post } = clientOf(() => toy);

  beforeEach(async () => {
    toy = await startToy();
  });
  afterEach(() => toy.app.close());

  const exchange = () => (toy.gate.generations.generation = 'second');
  const ABSENT = { authorization: 'Bearer absent' };

  it('lead to 503 for an unknown key, which gets 401 only from complete rows', async () => {
    expect((await send('GET', '/things', ABSENT)).status).toBe(401);
    exchange();
    const answer = await send('GET', '/things', ABSENT);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('lead to 503 for a read, regardless of its result', async () => {
    const paths = ['/things', '/things?priority=none'];
    const statuses = () => Promise.all(paths.map(async (path) => (await send('GET', path, READER)).status));
    expect(await statuses()).toEqual([200, 400]);
    exchange();
    expect(await statuses()).toEqual([503, 503]);
  });

  it('are checked once a read, and not by endpoints without rows', async () => {
    const { generations } = toy.gate;
    await send('GET', '/things', READER);
    expect(generations.asked).toBe(1);
    // Malformed keys are refused without a look-up; the generation of writes is checked where they are decided.
    const malformed = await send('GET', '/things', { authorization: 'Bearer malformed' });
    const thing = JSON.stringify({ name: 'Spring' });
    const made = await post(thing);
    const byAdmin = await send('POST', '/admin/things', { ...ADMIN, ...JSON_TYPE }, thing);
    const health = await send('GET', '/health/ready');
    expect([malformed, made, byAdmin, health].map(({ status }) => status)).toEqual([401, 201, 201, 200]);
    expect(generations.asked).toBe(1);
  });
});
