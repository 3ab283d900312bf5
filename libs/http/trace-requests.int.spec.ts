import { callersStep, RecordingTracer } from '#kernel/testing';
import { clientOf, ID, READER, WRITER } from './testing/client.js';
import { seen } from './testing/toy-controller.js';
import { startToy, type Toy } from './testing/toy-app.js';

const tracer = new RecordingTracer();
let toy: Toy;
beforeAll(async () => {
  toy = await startToy({ tracer });
});
beforeEach(() => void tracer.spans.splice(0));
afterAll(() => toy.app.close());
const { send, post } = clientOf(() => toy);

describe('a request', () => {
  it('is a step of the trace that its traceparent names, and its command names this step', async () => {
    const headers = { ...WRITER, 'content-type': 'application/json', traceparent: callersStep() };
    await send('POST', '/things?token=secret', headers, '{"name":"a"}');
    const [span, ...others] = tracer.spans;
    expect(others).toEqual([]);
    expect(span).toMatchObject({ name: 'POST /things', kind: 'server', parent: callersStep() });
    expect(span!.ended).toEqual({ failure: undefined, at: undefined });
    expect(JSON.stringify(span)).not.toContain('secret');
  });

  it('that makes a command hands its step on', async () => {
    await post('{"name":"a"}');
    expect(seen.context).toMatchObject({ traceparent: tracer.spans[0]!.traceparent });
    expect(tracer.spans[0]!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/things',
      'http.response.status_code': 201,
      'url.scheme': 'http',
      'smartlists.workspace_id': 'w1',
    });
  });

  it('that the client got wrong is no failure of the server; a fault is', async () => {
    await send('GET', `/things/${ID}/nowhere`, READER);
    await send('PATCH', '/things/no-id', { ...WRITER, 'content-type': 'application/json' }, '{}');
    await post('{"name":"crash"}');
    await send('GET', '/things');
    const ended = tracer.spans.map(({ name, attributes, ended }) => {
      return [name, attributes['http.response.status_code'], ended?.failure];
    });
    expect(ended).toEqual([
      ['PATCH /things/:thingId', 404, undefined],
      ['POST /things', 500, '500'],
      ['GET /things', 401, undefined],
    ]);
  });

  it('to what is public is not traced', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/nowhere']) {
      await send('GET', path, { traceparent: callersStep() });
    }
    expect(tracer.spans).toEqual([]);
  });
});

it('a service without traces takes no traceparent in', async () => {
  const plain = await startToy();
  try {
    const headers = { ...WRITER, 'content-type': 'application/json', traceparent: callersStep() };
    await clientOf(() => plain).send('POST', '/things', headers, '{"name":"a"}');
    expect(seen.context).not.toHaveProperty('traceparent');
  } finally {
    await plain.app.close();
  }
});
