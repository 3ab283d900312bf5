import { StoreUnavailableError } from '#event-store';
import { settled } from '#workers/testing';
import { answered, at, failed, WORKSPACE } from '../testing/around-deliveries.js';
import { around, SECRET, started } from '../testing/delivery-worker.js';

it('sends due deliveries, and records their results after the request', async () => {
  const ports = await around();
  const id = await ports.request(1);
  await started(ports);
  expect(ports.sent).toEqual([
    {
      url: 'https://one.example.com/hook',
      deliveryId: id,
      body: 'body 1',
      secrets: ['opened newest'],
      at: '2027-01-01T00:00:00.000Z',
    },
  ]);
  await ports.end(answered(204));
  expect(ports.log).toMatchObject([
    {
      type: 'DeliveryAttempted',
      stream: `delivery-${id}`,
      revision: 0,
      data: { delivery_id: id, delivered: true, attempt: { at: at(0), status: 204 } },
      metadata: {
        schema_version: 1,
        workspace_id: WORKSPACE,
        occurred_at: at(0),
        actor: { kind: 'system', id: 'deliveries' },
        correlation_id: 'test',
        causation_id: '00000000-0000-7000-9000-000000000001',
      },
    },
  ]);
  expect(await ports.row(id)).toMatchObject({ status: 'delivered', next_attempt_at: null });
  await ports.pass(3_600_000);
  expect(ports.sent).toHaveLength(1);
});

it('retries by the schedule, with the same id and the same bytes', async () => {
  const ports = await around();
  const id = await ports.request(1);
  await started(ports);
  await ports.end(answered(500, { responseBody: 'no' }));
  expect(await ports.row(id)).toMatchObject({ status: 'retrying', next_attempt_at: at(5) });
  await ports.pass(14_999);
  expect(ports.sent).toHaveLength(1);
  await ports.pass(1);
  expect(ports.sent.map(({ deliveryId, body }) => [deliveryId, body])).toEqual(Array(2).fill([id, 'body 1']));
  await ports.end(answered(200));
  const { status, attempts } = await ports.row(id);
  expect([status, attempts.map((attempt) => attempt.status)]).toEqual(['delivered', [500, 200]]);
});

it('ends after ten failed attempts', async () => {
  const ports = await around();
  ports.answering = () => failed();
  const id = await ports.request(1);
  await started(ports);
  for (let days = 0; days < 6; days += 1) for (let hours = 0; hours < 24; hours += 1) await ports.pass(3_600_000);
  expect(await ports.row(id)).toMatchObject({ status: 'exhausted', next_attempt_at: null });
  expect([ports.sent.length, ports.log.length]).toEqual([10, 10]);
});

it('ends with a 410, in one append', async () => {
  const ports = await around();
  ports.answering = () => answered(410);
  const id = await ports.request(1);
  await started(ports);
  expect(ports.log.map(({ type, revision }) => [type, revision])).toEqual([
    ['DeliveryAttempted', 0],
    ['DeliveryCancelled', 1],
  ]);
  expect(await ports.row(id)).toMatchObject({ status: 'cancelled', attempts: [{ status: 410 }] });
});

it('signs with every secret that is live when it sends, newest first', async () => {
  const ports = await around();
  await ports.workspace(SECRET, { ciphertext: 'older', expires_at: at(3) }, { ciphertext: 'old', expires_at: at(0) });
  ports.answering = () => answered(500);
  await ports.request(1);
  await started(ports);
  await ports.pass(15_000);
  expect(ports.sent.map(({ secrets }) => secrets)).toEqual([['opened newest', 'opened older'], ['opened newest']]);
});

it('ignores a to-do list that is still being built', async () => {
  const ports = await around();
  await ports.request(1);
  let complete!: () => void;
  ports.ready = new Promise((done) => (complete = done));
  const worker = await started(ports);
  worker.wake();
  await ports.pass(60_000);
  expect(ports.sent).toEqual([]);
  complete();
  await settled();
  expect(ports.sent).toHaveLength(1);
});

it('does not repeat an attempt before the rows show it, nor afterwards', async () => {
  const ports = await around();
  await ports.request(1);
  ports.visible = false;
  const worker = await started(ports);
  await ports.end(answered(200));
  for (let looks = 0; looks < 5; looks += 1) {
    worker.wake();
    await ports.pass(15_000);
  }
  await ports.show();
  worker.wake();
  await ports.pass(60_000);
  expect(ports.sent).toHaveLength(1);
  await ports.request(2);
  worker.wake();
  await ports.pass(50);
  expect(ports.sent).toHaveLength(2);
});

it('accepts the attempt of another process that was faster', async () => {
  const ports = await around();
  const id = await ports.request(1);
  await started(ports);
  ports.visible = false;
  await ports.attempted(id, { status: 500, next: 5 });
  await ports.end(answered(200));
  expect(ports.log.map((event) => event.id)).toEqual(['theirs']);
  await ports.show();
  await ports.pass(15_000);
  expect(ports.sent).toHaveLength(2);
  await ports.end(answered(200));
  expect(ports.log.map(({ revision }) => revision)).toEqual([0, 1]);
});

describe('rows that are behind the log', () => {
  it('do not cause an attempt that the log has recorded', async () => {
    const ports = await around();
    const done = await ports.request(1);
    const open = await ports.request(2, 0, 'two.example.com');
    ports.visible = false;
    const predecessor = await started(ports);
    await ports.end(answered(200), 'one.example.com');
    const stopping = predecessor.stop();
    await ports.pass(3_000);
    await stopping;
    // The other process has stopped waiting for its attempts; the rows still show both deliveries as due.
    expect([(await ports.row(done)).status, ports.log.length]).toEqual(['pending', 1]);
    ports.sent.length = 0;
    await started(ports);
    await ports.pass(10_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([open]);
    await ports.show();
    await ports.pass(60_000);
    expect(ports.sent).toHaveLength(1);
  });

  it('catch up: due deliveries are then sent', async () => {
    const ports = await around();
    const id = await ports.request(1);
    ports.visible = false;
    const predecessor = await started(ports);
    await ports.end(answered(500));
    await predecessor.stop();
    await started(ports);
    await ports.pass(10_000);
    expect(ports.sent).toHaveLength(1);
    await ports.show();
    for (let seconds = 0; seconds < 10; seconds += 1) await ports.pass(1_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([id, id]);
  });

  it('of an attempt that another process has recorded meanwhile: the next one is on schedule', async () => {
    const ports = await around();
    const id = await ports.request(1);
    const worker = await started(ports);
    await ports.attempted(id, { status: 500, next: 6 });
    worker.wake();
    for (let seconds = 0; seconds < 14; seconds += 1) await ports.pass(1_000);
    await ports.end(answered(500));
    await ports.pass(15_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([id, id]);
  });
});

describe('asked to settle', () => {
  it('resolves when every attempt due by then has begun, regardless of their results', async () => {
    const ports = await around();
    for (let n = 0; n < 20; n += 1) await ports.request(n, 100 + n, `${n % 10}.example.com`);
    const worker = await started(ports);
    ports.setClock(115);
    let settledBy = 0;
    const settling = worker.settle(at(115)).then(() => (settledBy = ports.sent.length));
    await settled();
    // One attempt at a time to each unknown host: six of the ten hosts have a second delivery.
    expect([ports.sent.length, settledBy]).toEqual([10, 0]);
    while (settledBy === 0 && ports.underWay.length > 0) await ports.end(answered(200));
    await settling;
    expect(settledBy).toBe(16);
    expect(ports.sent).toHaveLength(16);
  });

  it('retries at once what rests after an internal error', async () => {
    const ports = await around();
    await ports.workspace();
    await ports.request(1);
    const worker = await started(ports);
    await ports.workspace(SECRET);
    await worker.settle(at(0));
    await settled();
    expect(ports.sent).toHaveLength(1);
  });
});

describe('stopped', () => {
  it('starts nothing, waits for attempts in flight for a while, then abandons them without a record', async () => {
    const ports = await around();
    await ports.request(1, 0, 'quick.example.com');
    await ports.request(2, 0, 'slow.example.com');
    await ports.request(3, 0, 'slow.example.com');
    const worker = await started(ports);
    let stopped = false;
    const stopping = worker.stop().then(() => (stopped = true));
    await ports.end(answered(200), 'quick.example.com');
    await ports.pass(2_999);
    expect([stopped, ports.log.length, ports.sent.length]).toEqual([false, 1, 2]);
    await ports.pass(1);
    await stopping;
    expect([ports.log.length, ports.timers.size]).toEqual([1, 0]);
  });

  it('does not wait for a store that is away', async () => {
    const ports = await around();
    await ports.request(1);
    ports.refusing.push(new StoreUnavailableError('The log is away.'), new StoreUnavailableError('The log is away.'));
    const worker = await started(ports);
    await ports.end(answered(200));
    await worker.stop();
    expect([ports.log.length, ports.timers.size]).toEqual([0, 0]);
  });
});

it('sends nothing of a deleted workspace', async () => {
  const ports = await around();
  await ports.request(1);
  await ports.deleteWorkspace();
  await started(ports);
  await ports.pass(60_000);
  expect([ports.sent, ports.log]).toEqual([[], []]);
});

it('sends no further attempt once the workspace is deleted', async () => {
  const ports = await around();
  await ports.request(1);
  await started(ports);
  await ports.deleteWorkspace();
  await ports.end(answered(500));
  await ports.pass(60_000);
  expect(ports.sent).toHaveLength(1);
});

it('sends nothing of a workspace while its writes are paused, looks at it every 5 s, and sends all of it then', async () => {
  const ports = await around();
  ports.answering = () => answered(200);
  await ports.pauseWrites(true);
  const requested: string[] = [];
  for (let n = 0; n < 500; n += 1) requested.push(await ports.request(n, 0, `${n % 50}.example.com`));
  let looks = 0;
  const { read } = ports.events;
  ports.events.read = (stream) => {
    looks += 1;
    return read(stream);
  };
  const worker = await started(ports);
  for (let seconds = 0; seconds < 60; seconds += 1) await ports.pass(1_000);
  expect([ports.sent, ports.log, worker.parked()]).toEqual([[], [], []]);
  // A batch is prepared at each look, not the 500 that are due.
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThan(13 * 65);

  await ports.pauseWrites(false);
  for (let seconds = 0; seconds < 60; seconds += 1) await ports.pass(1_000);
  expect(new Set(ports.sent.map(({ deliveryId }) => deliveryId))).toEqual(new Set(requested));
});

it('sends nothing about a contact that was erased since, and what is about the contact as imported again', async () => {
  const ports = await around();
  await ports.request(1);
  const later = await ports.request(3);
  await ports.eraseContact(2);
  await started(ports);
  await ports.pass(60_000);
  expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([later]);
});

it('sends nothing whose message has ended, and what was requested later', async () => {
  const ports = await around();
  await ports.request(1);
  const later = await ports.request(2, 86_400);
  await ports.expireDeliveries('2030-01-02');
  ports.setClock(2 * 86_400);
  await started(ports);
  await ports.pass(60_000);
  expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([later]);
});
