import { ProblemError } from './errors.js';
import { clientOf, json, problem } from './testing/answers.js';

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a client', () => {
  it('sends the key, the parameters and the body to the path behind the base URL', async () => {
    const { client, sent } = clientOf([json({ ok: true, contact: {} })], { baseUrl: 'https://lists.example.com/api/' });
    await client.GET('/contacts/{contactId}', { params: { path: { contactId: 'a/b' } } });
    await client.POST('/smart-lists', { body: { name: 'Spring' }, headers: { traceparent: '00-1' } });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/contacts/a%2Fb',
      'POST /api/smart-lists',
    ]);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(Array(2).fill('Bearer sl_test_key'));
    expect(sent[1]!.headers.get('traceparent')).toBe('00-1');
    expect([sent[0]!.body, sent[1]!.body]).toEqual([undefined, { name: 'Spring' }]);
  });

  it('gives each write a key of its own, and a read none', async () => {
    const { client, sent } = clientOf([json({ ok: true })]);
    for (let time = 0; time < 2; time += 1) await client.POST('/dialer/next');
    await client.GET('/contacts');
    const [first, second, read] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set([first, second, read]).size).toBe(3);
    expect(read).toBeNull();
  });

  it('keeps the key that the request brings', async () => {
    const { client, sent } = clientOf([json({ ok: true })]);
    await client.POST('/dialer/next', { params: { header: { 'Idempotency-Key': 'mine' } } });
    expect(sent[0]!.headers.get('Idempotency-Key')).toBe('mine');
  });

  it('gives the body and the response, whose headers are whole', async () => {
    const { client } = clientOf([json({ ok: true, smart_list: { version: 3 } }, 200, { ETag: '"3"' })]);
    const { data, response } = await client.GET('/smart-lists/{smartListId}', {
      params: { path: { smartListId: 'x' } },
    });
    expect([data.smart_list.version, response.headers.get('ETag')]).toEqual([3, '"3"']);
  });
});

describe('a refusal', () => {
  it('is thrown, with its code, each mistake and the id of the request', async () => {
    const { client } = clientOf([problem(400, 'validation_failed')]);
    const error = await client.POST('/smart-lists', { body: { name: '' } }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      message: 'validation_failed!',
      status: 400,
      code: 'validation_failed',
      requestId: 'r1',
      errors: [{ pointer: '/name', code: 'required' }],
      problem: { type: '/docs/errors', ok: false },
    });
  });

  it('that is no problem document has its status, and no code', async () => {
    const { client } = clientOf([
      () => new Response('<h1>No</h1>', { status: 418, headers: { 'X-Request-Id': 'r2' } }),
    ]);
    await expect(client.GET('/contacts')).rejects.toMatchObject({
      status: 418,
      code: null,
      errors: [],
      requestId: 'r2',
      problem: null,
    });
  });
});

describe('a download', () => {
  /** A body of two parts, the second one when it is asked for. */
  const parts = (last: () => string) => () => {
    const texts = [() => 'one\n', last];
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const next = texts.shift();
      if (next) controller.enqueue(new TextEncoder().encode(next()));
      else controller.close();
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), { headers: { 'Export-Revision': '7' } });
  };

  it('is read while it comes, and was asked for again until it began', async () => {
    let asked = false;
    const answer = parts(() => ((asked = true), 'two\n'));
    const { client, clock, sent } = clientOf([problem(503, 'unavailable'), answer]);
    const begun = client.download('/exports/contacts', { params: { query: { format: 'jsonl' } } });
    const { data, response } = await clock.settled(begun);
    expect([response.headers.get('Export-Revision'), sent.length, asked]).toEqual(['7', 2, false]);
    expect(sent[1]!.path).toBe('/exports/contacts?format=jsonl');
    expect(await new Response(data).text()).toBe('one\ntwo\n');
  });

  it('that breaks off throws where it is read', async () => {
    const broken = (): never => {
      throw new TypeError('terminated');
    };
    const { client } = clientOf([parts(broken)]);
    const { data } = await client.download('/exports/calls');
    await expect(new Response(data).text()).rejects.toThrow('terminated');
  });

  it('is refused like any read', async () => {
    const { client } = clientOf([problem(404, 'not_found')]);
    const asked = client.download('/exports/members', { params: { query: { smart_list_id: 'x' } } });
    await expect(asked).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('pages', () => {
  const page = (items: readonly number[], next_page_token: string | null, more: object = {}) =>
    json({ ok: true, contacts: items.map((n) => ({ contact_id: String(n) })), next_page_token, ...more });

  it('are read until there is no token, with the same parameters; empty ones are no end', async () => {
    const { client, sent } = clientOf([page([1, 2], 'a'), page([], 'b'), page([3], null)]);
    const query = { page_size: 2, phone: '+4930' };
    const found = await all(client.paginate('/contacts', { params: { query } }));
    expect(found.map(({ contact_id }) => contact_id)).toEqual(['1', '2', '3']);
    const paths = sent.map(({ path }) => path);
    expect(paths).toEqual(
      ['', '&page_token=a', '&page_token=b'].map((token) => `/contacts?page_size=2&phone=%2B4930${token}`),
    );
  });

  it('are asked for when they are needed only', async () => {
    const { client, sent } = clientOf([page([1], 'a')]);
    for await (const { contact_id } of client.paginate('/contacts')) if (contact_id === '1') break;
    expect(sent).toHaveLength(1);
  });

  it('of the events end with what there is now; the last token continues later', async () => {
    const events = [json({ ok: true, events: [{ event_id: '1' }], next_page_token: 'a', caught_up: false })];
    events.push(json({ ok: true, events: [{ event_id: '2' }], next_page_token: 'b', caught_up: true }));
    const { client, sent } = clientOf(events);
    const tokens = (await all(client.pages('/events'))).map(({ next_page_token }) => next_page_token);
    expect([tokens, sent.length]).toEqual([['a', 'b'], 2]);
  });

  it('with two arrays are a mistake of this client, and said to be', async () => {
    const { client } = clientOf([page([1], null, { further: [] })]);
    await expect(all(client.paginate('/contacts'))).rejects.toThrow(TypeError);
  });
});
