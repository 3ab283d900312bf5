import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { createDeployment } from '../../support/deployments/create-deployment.js';
import type { Deployment } from '../../support/deployments/deployment.js';
import { type Service, startService } from '../../support/service.js';
import { TraceCollector } from '../../support/trace-collector.js';
import { until } from '../../support/until.js';
import { type Answering, shareReceivers, toReceiversHere, Webhooks } from '../../support/webhooks.js';
import { TestWorkspace } from '../../support/workspace.js';

/** A trace that a caller began. */
function newTrace({ sampled = true } = {}) {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-0${sampled ? 1 : 0}` } };
}

/** The name of the request that applies an outcome. */
const REQUEST = 'POST /calls/:callId/outcomes';

const receiver = shareReceivers();
const accepting: Answering = (_request, response) => response.writeHead(200).end();

/** The trace and the step that a webhook's receiver is told. */
const toldOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) =>
  /^00-(\w{32})-(\w{16})-01$/.exec(String(headers['traceparent']))?.slice(1);

describe('a service that sends traces', () => {
  let collector: TraceCollector;
  let deployment: Deployment;
  let service: Service;
  let workspace: TestWorkspace;
  let webhooks: Webhooks;

  const start = async () => {
    service = await startService({ deployment, env: { ...toReceiversHere(), ...collector.env } });
  };
  const outcomeApplied = async (action: string, headers: Readonly<Record<string, string>>) => {
    const { call_id } = await workspace.call();
    const answer = await workspace.client.post(`/calls/${call_id}/outcomes`, { outcome_id: action }, headers);
    expect(answer.status).toBe(200);
  };

  beforeAll(async () => {
    collector = await TraceCollector.start();
    deployment = await createDeployment();
    await start();
    workspace = await TestWorkspace.make(service);
    webhooks = new Webhooks(workspace);
  });
  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
    await collector?.close();
  });

  it('makes one trace of a request, its append, its rows and its signed webhook', async () => {
    const { url, received } = await receiver(accepting);
    const secret = await webhooks.rotate();
    const action = await webhooks.action(url);
    const { traceId, spanId, headers } = newTrace();
    await outcomeApplied(action, headers);
    await until('the delivery is traced to its record', () => collector.named(traceId, 'append').length === 2);
    await until('the rows of the record are traced', () => collector.named(traceId, 'project').length >= 2);
    await until('the request is traced', () => collector.named(traceId, REQUEST).length === 1);
    await until('the attempt is traced', () => collector.named(traceId, 'deliver webhook').length === 1);

    const [request] = collector.named(traceId, REQUEST);
    expect(request).toMatchObject({ kind: 2, parentSpanId: spanId, failed: false });
    expect(request!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/calls/:callId/outcomes',
      'http.response.status_code': 200,
      'smartlists.workspace_id': workspace.id,
    });
    const [sent] = collector.named(traceId, 'POST');
    expect(sent).toMatchObject({ kind: 3, attributes: { 'http.response.status_code': 200 } });
    expect(sent!.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'server.port': Number(new URL(url).port) });
    expect(collector.chain(sent!)).toEqual(['POST', 'deliver webhook', 'decide', REQUEST]);
    expect(collector.named(traceId, 'append').map((span) => collector.chain(span)[1])).toEqual(
      expect.arrayContaining(['decide', 'deliver webhook']),
    );
    expect(new Set(collector.named(traceId, 'project').map((span) => collector.chain(span)[1]))).toEqual(
      new Set(['decide', 'deliver webhook']),
    );

    expect(received).toHaveLength(1);
    expect(toldOf(received[0]!)).toEqual([traceId, sent!.spanId]);
    expect(new Webhook(secret).verify(received[0]!.body, received[0]!.headers as Record<string, string>)).toBeDefined();
    expect(collector.resource).toMatchObject({ 'service.name': 'smart-lists' });
  });

  it('continues the trace after a kill -9 between the request and the end of the delivery', async () => {
    let isHeld = true;
    const { url, received } = await receiver((_request, response) => {
      if (!isHeld) response.writeHead(200).end();
    });
    const action = await webhooks.action(url);
    const { traceId, headers } = newTrace();
    await outcomeApplied(action, headers);
    await until('the first attempt is there', () => received.length === 1);
    await until('the request is traced', () => collector.named(traceId, REQUEST).length === 1);
    await service.kill();
    isHeld = false;
    await start();
    workspace = workspace.through(service);
    webhooks = new Webhooks(workspace);
    await until('the second attempt is there', () => received.length === 2);
    await until('it is traced', () => collector.named(traceId, 'deliver webhook').length === 1);
    const [again] = collector.named(traceId, 'POST');
    expect(collector.chain(again!)).toEqual(['POST', 'deliver webhook', 'decide', REQUEST]);
    expect(received.map((each) => toldOf(each)?.[0])).toEqual([traceId, traceId]);
  });

  it('begins a trace of its own where a traceparent is malformed, or none is sent', async () => {
    const { url, received } = await receiver(accepting);
    const action = await webhooks.action(url);
    const { traceId, headers } = newTrace();
    await outcomeApplied(action, { traceparent: headers.traceparent.toUpperCase() });
    await outcomeApplied(action, {});
    await until('both are delivered', () => received.length === 2);
    const told = received.map((each) => toldOf(each)?.[0]);
    expect(told.filter((id) => /^[0-9a-f]{32}$/.test(id!))).toHaveLength(2);
    expect(new Set([...told, traceId]).size).toBe(3);
  });

  it('leaves no trace of a request whose caller does not sample it', async () => {
    const { url, received } = await receiver(accepting);
    const action = await webhooks.action(url);
    const position = await service.log.head();
    const { traceId, headers } = newTrace({ sampled: false });
    const { call_id } = await workspace.call();
    await workspace.client.post(`/calls/${call_id}/outcomes`, { outcome_id: action }, headers);
    await until('it is delivered', () => received.length === 1);
    expect(received[0]!.headers).not.toHaveProperty('traceparent');
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
    const events = await service.log.after(position);
    const requested = events.find(({ type }) => type === 'DeliveryRequested');
    expect(requested!.metadata).not.toHaveProperty('traceparent');
  });

  it('continues the trace of an erasure in its worker, and in the webhook that tells receivers of it', async () => {
    const { url, received } = await receiver(accepting);
    const action = await webhooks.action(url);
    const call = await workspace.call();
    await workspace.api.applyOutcome(call.call_id, action);
    await workspace.client.post(`/calls/${call.call_id}/end`, { result: 'answered' });
    await until('the first message is there', () => received.length === 1);
    const { traceId, headers } = newTrace();
    await workspace.client.post(`/contacts/${call.contact_id}/erase`, undefined, headers);
    await until('the second message is there', () => received.length === 2);
    await until('it is traced', () => collector.named(traceId, 'deliver webhook').length === 1);
    expect(toldOf(received[1]!)?.[0]).toBe(traceId);
    const [sent] = collector.named(traceId, 'POST');
    const erase = 'POST /contacts/:contactId/erase';
    // The spans of a process come in batches: that of the request may come after that of the message.
    await until('the request is traced', () => collector.named(traceId, erase).length === 1);
    expect(collector.chain(sent!)).toEqual(['POST', 'deliver webhook', 'decide', 'decide', erase]);
    const actors = collector.named(traceId, 'decide').map(({ attributes }) => attributes['smartlists.actor']);
    expect(new Set(actors)).toEqual(new Set(['api_key', 'erasures']));
  });

  it('tells the collector no phone, no name and no path of a receiver', async () => {
    const { url } = await receiver(accepting);
    const [phone, name, path] = ['+436601234567', 'Ada Countess', 'a-secret-of-the-receiver'];
    const action = await webhooks.action(`${url}/${path}?token=${path}`);
    const { traceId, headers } = newTrace();
    const { contacts } = await workspace.api.importContacts([{ phone, name }]);
    const { call_id } = await workspace.api.registerCall({ contact_id: contacts[0]!.contact_id });
    await workspace.client.get(`/contacts?phone=${encodeURIComponent(phone)}`, headers);
    await workspace.client.get(`/smart-lists/${encodeURIComponent(phone)}`, headers);
    await workspace.client.post(`/calls/${call_id}/outcomes`, { outcome_id: action }, headers);
    await until('the delivery is traced', () => collector.named(traceId, 'POST').length === 1);
    const sent = collector.received.join('\n');
    for (const secret of [phone, phone.slice(1), name, 'Countess', path, workspace.client.token!]) {
      expect(sent).not.toContain(secret);
    }
    expect(sent).not.toContain(contacts[0]!.contact_id);
    expect(sent).not.toContain(call_id);
  });

  it('traces neither probes nor scrapes nor paths that lead nowhere', async () => {
    const before = new Set(collector.spans.map(({ spanId }) => spanId));
    for (const path of ['/health/live', '/health/ready', '/metrics', '/nowhere']) await service.admin.get(path);
    const { traceId, headers } = newTrace();
    await workspace.client.get('/smart-lists', headers);
    await until('the request is traced', () => collector.named(traceId, 'GET /smart-lists').length === 1);
    const later = collector.spans.filter(({ spanId }) => !before.has(spanId)).map((span) => span.name);
    expect(later.filter((name) => /health|metrics|nowhere/.test(name))).toEqual([]);
  });
});

describe('a service whose collector does not take traces', () => {
  const told = (service: Service) =>
    service.stdout.split('\n').filter((line) => line.includes('Traces cannot be sent'));
  const writes = async (service: Service, count: number) => {
    const { client } = await TestWorkspace.make(service);
    for (let n = 0; n < count; n += 1) {
      expect((await client.post('/smart-lists', { name: `List ${n}` })).status).toBe(201);
    }
  };

  it('serves, and logs one line, while nobody listens there', async () => {
    const gone = await TraceCollector.start();
    const env = { ...gone.env, OTEL_EXPORTER_OTLP_TIMEOUT: '200' };
    await gone.close();
    const service = await startService({ env });
    await writes(service, 5);
    await until('the outage is logged', () => told(service).length > 0);
    await writes(service, 5);
    await service.stop();
    expect(told(service)).toHaveLength(1);
    expect(service.stderr).toBe('');
  });

  it('serves, and ends in time, while it takes requests and never answers', async () => {
    const hanging = await TraceCollector.start({ hangs: true });
    try {
      const service = await startService({ env: hanging.env });
      await writes(service, 5);
      await until('it was sent something', () => hanging.received.length > 0);
      const begun = performance.now();
      await service.stop();
      expect(performance.now() - begun).toBeLessThan(5_000);
      expect(service.stderr).toBe('');
    } finally {
      await hanging.close();
    }
  });
});

describe('what a service loads of OpenTelemetry', () => {
  const preload = new URL('../../doubles/loaded-modules.js', import.meta.url).href;

  /** The packages of OpenTelemetry in any thread of a service that wrote something and was stopped. */
  async function loaded(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const directory = await mkdtemp(join(tmpdir(), 'smart-lists-loaded-'));
    const LOADED_MODULES = join(directory, 'packages');
    try {
      const service = await startService({ env: { ...env, LOADED_MODULES, NODE_OPTIONS: `--import ${preload}` } });
      await TestWorkspace.make(service);
      await service.stop();
      const packages = new Set((await readFile(LOADED_MODULES, 'utf8')).split('\n'));
      expect(packages).toContain('fastify');
      return [...packages].filter((name) => name.startsWith('@opentelemetry/')).sort();
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  it('is nothing where OTEL_EXPORTER_OTLP_ENDPOINT is not set', async () => {
    // prom-client loads the interface, whether it has an implementation or not.
    expect(await loaded({ OTEL_SERVICE_NAME: 'lists' })).toEqual(['@opentelemetry/api']);
  });

  it('is its SDK where it is, which sends protobuf unless another protocol is set', async () => {
    const collector = await TraceCollector.start();
    try {
      const packages = await loaded({ ...collector.env, OTEL_EXPORTER_OTLP_PROTOCOL: '' });
      expect(packages).toContain('@opentelemetry/sdk-trace');
      expect(collector.received.at(-1)).toMatch(/^\/v1\/traces\n.*"content-type":"application\/x-protobuf"/);
    } finally {
      await collector.close();
    }
  });
});
