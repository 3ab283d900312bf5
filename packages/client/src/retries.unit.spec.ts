import fc from 'fast-check';
import { ConnectionError, ProblemError } from './errors.js';
import { retryAfterMs, retryDelay } from './retries.js';
import { type Answering, broken, clientOf, json, problem, silent, unreachable } from './testing/answers.js';

const NOW = Date.parse('2030-01-01T00:00:00Z');
const LIST = json({ ok: true, smart_list: { name: 'Spring' } }, 201);
const create = { body: { name: 'Spring' } };
const keysOf = (sent: readonly { readonly headers: Headers }[]) =>
  sent.map(({ headers }) => headers.get('Idempotency-Key'));
const timesOf = (sent: readonly { readonly at: number }[]) => sent.map(({ at }) => at);

describe('the delay before a repetition', () => {
  const policies = fc.record({
    baseDelayMs: fc.integer({ min: 1, max: 10_000 }),
    maxDelayMs: fc.integer({ min: 1, max: 600_000 }),
  });
  const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('is half to all of a delay that doubles up to its bound, for any number of repetitions', () => {
    fc.assert(
      fc.property(policies, fc.nat(5_000), randoms, (policy, retry, random) => {
        const delay = retryDelay(policy, retry, random);
        const most = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** retry);
        expect(delay).toBeGreaterThanOrEqual(most / 2);
        expect(delay).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('is never shorter than a Retry-After, nor longer by more than the bound', () => {
    fc.assert(
      fc.property(policies, fc.nat(5_000), randoms, fc.nat(86_400_000), (policy, retry, random, asked) => {
        const delay = retryDelay(policy, retry, random, asked);
        expect(delay).toBeGreaterThanOrEqual(asked);
        expect(delay).toBeLessThanOrEqual(asked + policy.maxDelayMs);
      }),
    );
  });

  it('is asked for in seconds or by a date', () => {
    expect(
      ['7', 'Tue, 01 Jan 2030 00:00:09 GMT', 'Tue, 01 Jan 2019 00:00:00 GMT'].map((at) => retryAfterMs(at, NOW)),
    ).toEqual([7_000, 9_000, 0]);
    expect([null, '', 'soon', '-1', '1.5', '9'.repeat(12)].map((at) => retryAfterMs(at, NOW))).toEqual(
      Array(6).fill(undefined),
    );
  });
});

describe('a request that is safe to repeat', () => {
  const failures: readonly (readonly [string, Answering])[] = [
    ['503', problem(503, 'unavailable')],
    ['500', problem(500, 'internal')],
    ['429', problem(429, 'rate_limited')],
    ['a 502 of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['409 idempotency_in_progress', problem(409, 'idempotency_in_progress')],
    ['no connection', unreachable],
    ['no answer in time', silent],
    ['an answer that breaks off', broken],
  ];

  it.each(failures)('is sent again after %s, a write with the same Idempotency-Key', async (_name, failure) => {
    const { client, clock, sent } = clientOf([failure, failure, LIST]);
    const { data, response } = await clock.settled(client.POST('/smart-lists', create));
    expect([data.smart_list.name, response.status, sent.length]).toEqual(['Spring', 201, 3]);
    const [key, ...repeated] = keysOf(sent);
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(repeated).toEqual([key, key]);
    expect(sent.map(({ body }) => body)).toEqual(Array(3).fill({ name: 'Spring' }));
  });

  it('waits for the Retry-After of the answer, and else longer each time', async () => {
    const slow = clientOf([problem(503, 'unavailable', { 'Retry-After': '7' }), LIST]);
    await slow.clock.settled(slow.client.POST('/smart-lists', create));
    expect(timesOf(slow.sent)).toEqual([0, 7_000]);
    const { client, clock, sent } = clientOf([unreachable, unreachable, unreachable, LIST]);
    await clock.settled(client.GET('/contacts'));
    expect(timesOf(sent)).toEqual([0, 125, 375, 875]);
  });

  it('is given up after maxRetries, with the last failure', async () => {
    const refused = clientOf([problem(503, 'unavailable')], { retries: { maxRetries: 2 } });
    await expect(refused.clock.settled(refused.client.GET('/contacts'))).rejects.toMatchObject({
      name: 'ProblemError',
      status: 503,
      code: 'unavailable',
    });
    expect(refused.sent).toHaveLength(3);
    const { client, clock } = clientOf([unreachable], { retries: { maxRetries: 2 } });
    const error = await clock
      .settled(client.GET('/contacts', { params: { query: { phone: '+4930' } } }))
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ConnectionError);
    // The query of a URL may have a phone number: no error has it.
    expect(error).toMatchObject({
      attempts: 3,
      message: 'no answer to GET /contacts in 3 attempts',
      cause: { message: 'fetch failed' },
    });
  });

  it('is not repeated where the Retry-After is beyond maxTotalMs', async () => {
    const { client, clock, sent } = clientOf([problem(429, 'rate_limited', { 'Retry-After': '61' })]);
    await expect(clock.settled(client.GET('/contacts'))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(timesOf(sent)).toEqual([0]);
  });

  it('is sent once with retries: false', async () => {
    const { client, clock, sent } = clientOf([silent], { retries: false, timeoutMs: 90_000 });
    await expect(clock.settled(client.GET('/contacts'))).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
    expect(sent).toHaveLength(1);
  });

  it('stays within its number and its time, whatever it meets', async () => {
    const answer = fc.constantFrom(silent, unreachable, broken, problem(503, 'unavailable', { 'Retry-After': '3' }));
    const bounds = {
      maxRetries: fc.nat(6),
      maxTotalMs: fc.integer({ min: 1, max: 120_000 }),
      random: fc.double({ min: 0, max: 0.99, noNaN: true }),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 8 }), fc.record(bounds), async (answers, bound) => {
        const { maxRetries, maxTotalMs, random } = bound;
        const { client, clock, sent } = clientOf(answers, {
          retries: { maxRetries, maxTotalMs },
          random: () => random,
        });
        const start = clock.now();
        await clock.settled(client.GET('/contacts')).catch(() => undefined);
        expect(sent.length).toBeLessThanOrEqual(maxRetries + 1);
        expect(clock.now() - start).toBeLessThanOrEqual(maxRetries === 0 ? 15_000 : maxTotalMs);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a request that is not safe to repeat', () => {
  const workspace = { body: { name: 'A', time_zone: 'Europe/Vienna' } };

  it.each([
    ['no connection', unreachable],
    ['503', problem(503, 'unavailable')],
  ])('is sent once: a write of the admin routes, which take no key, after %s', async (_name, failure) => {
    const { client, clock, sent } = clientOf([failure]);
    await expect(clock.settled(client.POST('/admin/workspaces', workspace))).rejects.toThrow();
    expect(keysOf(sent)).toEqual([null]);
  });

  it('is sent again after a 429, before which nothing was done', async () => {
    const { client, clock, sent } = clientOf([problem(429, 'rate_limited'), json({ ok: true }, 201)]);
    await clock.settled(client.POST('/admin/workspaces', workspace));
    expect(sent).toHaveLength(2);
  });

  it('does not become safe by a key that the route ignores', async () => {
    const { client, clock, sent } = clientOf([unreachable]);
    const headers = { 'Idempotency-Key': 'mine' };
    await expect(clock.settled(client.POST('/admin/workspaces', { ...workspace, headers }))).rejects.toThrow(
      ConnectionError,
    );
    expect(keysOf(sent)).toEqual([null]);
  });

  it.each([
    [400, 'validation_failed'],
    [409, 'resource_conflict'],
    [422, 'idempotency_key_reused'],
  ])('is sent once where the refusal stays: %s %s', async (status, code) => {
    const { client, clock, sent } = clientOf([problem(status, code)]);
    await expect(clock.settled(client.POST('/smart-lists', create))).rejects.toThrow(ProblemError);
    expect(sent).toHaveLength(1);
  });
});

describe('a signal', () => {
  it('ends a request under way', async () => {
    const { client, clock, sent } = clientOf([silent]);
    const abort = new AbortController();
    const answer = client.GET('/contacts', { signal: abort.signal });
    answer.catch(() => undefined);
    await clock.pass(1_000);
    abort.abort(new Error('enough'));
    const now = clock.now();
    await expect(clock.settled(answer)).rejects.toThrow('enough');
    expect([sent.length, clock.now()]).toEqual([1, now]);
  });

  it('ends the wait for a repetition', async () => {
    const { client, clock, sent } = clientOf([problem(503, 'unavailable', { 'Retry-After': '30' })]);
    const abort = new AbortController();
    const answer = client.POST('/smart-lists', { ...create, signal: abort.signal });
    answer.catch(() => undefined);
    await clock.pass(1_000);
    abort.abort(new Error('enough'));
    const now = clock.now();
    await expect(clock.settled(answer)).rejects.toThrow('enough');
    expect([sent.length, clock.now()]).toEqual([1, now]);
  });
});
