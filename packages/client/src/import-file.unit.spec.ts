import { ConnectionError, ProblemError } from './errors.js';
import { clientOf, json, problem, unreachable } from './testing/answers.js';

const FILE = { contentType: 'text/csv', open: () => '{"phone":"+12025550101"}' };
const DONE = json({ ok: true, import: { state: 'finished', rows: 1 } });

describe('the file of an import', () => {
  it('is sent with its type and the key, and without an Idempotency-Key', async () => {
    const { client, sent } = clientOf([DONE], { baseUrl: 'https://lists.example.com/api/' });
    const done = await client.sendImportFile('i/1', { ...FILE, contentEncoding: 'gzip' });
    expect(done).toEqual({ state: 'finished', rows: 1 });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /api/imports/i%2F1/rows']);
    const { headers } = sent[0]!;
    const names = ['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key'];
    expect(names.map((name) => headers.get(name))).toEqual(['Bearer sl_test_key', 'text/csv', 'gzip', null]);
  });

  it('is opened and sent again while nobody knows what came of it', async () => {
    const { client, clock, sent } = clientOf([unreachable, problem(503, 'unavailable'), DONE]);
    let opened = 0;
    const open = (): string => {
      opened += 1;
      return FILE.open();
    };
    expect(await clock.settled(client.sendImportFile('i', { ...FILE, open }))).toMatchObject({ state: 'finished' });
    expect([opened, sent.length]).toEqual([3, 3]);
  });

  it('is not sent again where it is refused', async () => {
    const { client, sent } = clientOf([problem(409, 'resource_conflict')]);
    await expect(client.sendImportFile('i', FILE)).rejects.toBeInstanceOf(ProblemError);
    expect(sent).toHaveLength(1);
  });

  it('is given up after the repetitions of the policy', async () => {
    const { client, clock, sent } = clientOf([unreachable], { retries: { maxRetries: 2 } });
    await expect(clock.settled(client.sendImportFile('i', FILE))).rejects.toBeInstanceOf(ConnectionError);
    expect(sent).toHaveLength(3);
  });

  it('ends with its signal', async () => {
    const { client } = clientOf([unreachable]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(client.sendImportFile('i', { ...FILE, signal })).rejects.toThrow('enough');
  });
});
