import { nextName } from '../../support/api.js';
import type { Client } from '../../support/client.js';
import type { Answer } from '../../support/http.js';
import { expectProblem } from '../../support/problem.js';
import { shareService } from '../../support/shared.js';
import { withUnchanged } from '../../support/unchanged.js';
import { TestWorkspace } from '../../support/workspace.js';

const service = shareService();

const read = (client: Client) => client.get('/smart-lists');
const write = (client: Client) => client.post('/smart-lists', { name: nextName() });

/** The values in the RateLimit header. */
function left({ headers }: Answer): { readonly r: number; readonly t: number } {
  const [, r, t] = /r=(\d+);t=(\d+)/.exec(String(headers['ratelimit'])) ?? [];
  return { r: Number(r), t: Number(t) };
}

const limited = (read: object | null, write: object | null) =>
  TestWorkspace.make(service(), { rate_limits: { read, write } });

describe('rate limits', () => {
  it('[api rules/rate limits] [seed 8 rate limits] above the limit: 429 with a Retry-After of at least t', async () => {
    const workspace = await limited({ requests: 3, seconds: 3_600 }, null);
    const { client } = await workspace.key();
    for (const rest of [2, 1, 0]) {
      const answer = await read(client);
      expect([answer.status, answer.headers['ratelimit-policy'], left(answer).r]).toEqual([
        200,
        '"read";q=3;w=3600',
        rest,
      ]);
    }
    const refused = await read(client);
    const problem = expectProblem(refused, 'rate_limited');
    expect(problem.type).toBe('https://iana.org/assignments/http-problem-types#quota-exceeded');
    expect(left(refused).r).toBe(0);
    expect(left(refused).t).toBeGreaterThan(1_000);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(left(refused).t);
  });

  it('[seed 4 rule 6] a request after the Retry-After is accepted', async () => {
    const workspace = await limited({ requests: 2, seconds: 2 }, null);
    const { client } = await workspace.key();
    let answer = await read(client);
    while (answer.status === 200) answer = await read(client);
    const until = performance.now() + Number(answer.headers['retry-after']) * 1_000;
    let early = 0;
    while (performance.now() < until) early += (await read(client)).status === 200 ? 1 : 0;
    expect(early).toBeLessThanOrEqual(2);
    const { client: other } = await workspace.key();
    expect((await read(other)).status).toBe(200);
  });

  it('[api rules/rate limits] reads and writes are counted separately, and for each key', async () => {
    const workspace = await limited({ requests: 1, seconds: 3_600 }, { requests: 1, seconds: 3_600 });
    const [{ client: first }, { client: second }] = [await workspace.key(), await workspace.key()];
    for (const client of [first, second]) {
      expect((await read(client)).status).toBe(200);
      expect((await write(client)).status).toBe(201);
      expectProblem(await read(client), 'rate_limited');
      const refused = await write(client);
      expectProblem(refused, 'rate_limited');
      expect(refused.headers['ratelimit-policy']).toBe('"write";q=1;w=3600');
    }
  });

  it('[api rules/rate limits] refused writes change nothing; other workspaces and routes work', async () => {
    const other = await TestWorkspace.make(service());
    const workspace = await limited(null, { requests: 1, seconds: 3_600 });
    expect((await write(workspace.client)).status).toBe(201);
    await withUnchanged(workspace, async () => expectProblem(await write(workspace.client), 'rate_limited'));
    expect((await write(other.client)).status).toBe(201);
    expect((await service().admin.get('/admin/workspaces')).status).toBe(200);
    expect((await service().client(workspace.client.token).get('/health/live')).status).toBe(200);
  });

  it('[api rules/rate limits] refused requests and replays count; unknown keys get no rate limit headers', async () => {
    const workspace = await limited(null, { requests: 5, seconds: 3_600 });
    const { client } = workspace;
    expectProblem(await client.post('/smart-lists', {}), 'validation_failed');
    expectProblem(await client.post('/smart-lists', { name: 5 }), 'validation_failed');
    const headers = { 'idempotency-key': 'counted' };
    const body = { name: nextName() };
    expect(left(await client.post('/smart-lists', body, headers)).r).toBe(2);
    expect(left(await client.post('/smart-lists', body, headers)).r).toBe(1);
    const unknown = await write(client.as('sl_live_nonsense'));
    expect(unknown.headers['ratelimit']).toBeUndefined();
    expect(unknown.headers['ratelimit-policy']).toBeUndefined();
  });

  it('[api rules/rate limits admin] limits of the admin apply at once; null restores the default', async () => {
    const workspace = await TestWorkspace.make(service());
    const { client } = await workspace.key();
    const set = (limit: object | null) =>
      service().admin.patch(`/admin/workspaces/${workspace.id}`, { rate_limits: { read: limit } });
    const policy = async () => String((await read(client)).headers['ratelimit-policy']);
    expect(await policy()).toBe('"read";q=10000000;w=1');
    expect((await set({ requests: 2, seconds: 3_600 })).status).toBe(200);
    expect(await policy()).toBe('"read";q=2;w=3600');
    while ((await read(client)).status === 200);
    await set({ requests: 100, seconds: 3_600 });
    expect((await read(client)).status).toBe(200);
    await set(null);
    expect(await policy()).toBe('"read";q=10000000;w=1');
    for (const limit of [
      { requests: 0, seconds: 1 },
      { requests: 10_000_001, seconds: 1 },
      { requests: 1, seconds: 3_601 },
      { requests: 1 },
    ]) {
      expectProblem(await set(limit), 'validation_failed');
    }
  });

  it('[api rules/rate limits] concurrent requests never exceed the limit', async () => {
    const workspace = await limited(null, { requests: 20, seconds: 3_600 });
    const { client } = await workspace.key();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => write(client).then(({ status }) => status)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });
});
