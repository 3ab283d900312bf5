import { StoreUnavailableError } from '#event-store';
import { answered, AroundDeliveries, at, failed, settled, WORKSPACE } from '../testing/around-deliveries.js';
import { DeliveryWorker } from './delivery-worker.js';
import { A_HOST } from './lines.js';

const SECRET = { ciphertext: 'newest', expires_at: null };

async function around(): Promise<AroundDeliveries> {
  const made = new AroundDeliveries();
  await made.workspace(SECRET);
  return made;
}

async function started(ports: AroundDeliveries): Promise<DeliveryWorker> {
  const worker = new DeliveryWorker(ports);
  worker.start();
  await settled();
  return worker;
}

it('sends what is due, and records what came of it behind the request', async () => {
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

it('tries again when the schedule says so, with the same id and the same bytes', async () => {
  const ports = await around();
  const id = await ports.request(1);
  await started(ports);
  await ports.end(answered(500, { responseBody: 'no' }));
  expect(await ports.row(id)).toMatchObject({ status: 'retrying', next_attempt_at: at(5) });
  await ports.pass(4_999);
  expect(ports.sent).toHaveLength(1);
  await ports.pass(1);
  expect(ports.sent.map(({ deliveryId, body }) => [deliveryId, body])).toEqual(Array(2).fill([id, 'body 1']));
  await ports.end(answered(200));
  const { status, attempts } = await ports.row(id);
  expect([status, attempts.map((attempt) => attempt.status)]).toEqual(['delivered', [500, 200]]);
});

it('ends after ten attempts in vain', async () => {
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
  await ports.pass(5_000);
  expect(ports.sent.map(({ secrets }) => secrets)).toEqual([['opened newest', 'opened older'], ['opened newest']]);
});

it('leaves a to-do list alone that is still being built', async () => {
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

it('does not send again before the rows show what was done, and not afterwards', async () => {
  const ports = await around();
  await ports.request(1);
  ports.visible = false;
  const worker = await started(ports);
  await ports.end(answered(200));
  for (let looks = 0; looks < 5; looks += 1) {
    worker.wake();
    await ports.pass(5_000);
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

it('lets another process’s attempt count where that was faster', async () => {
  const ports = await around();
  const id = await ports.request(1);
  await started(ports);
  const other = { ...ports, id: 'other' };
  ports.visible = false;
  await other.events.append(
    `delivery-${id}`,
    [
      {
        id: 'theirs',
        type: 'DeliveryAttempted',
        data: { delivery_id: id, attempt: { at: at(0), status: 500 }, delivered: false, next_attempt_at: at(5) },
        metadata: { workspace_id: WORKSPACE } as never,
      },
    ],
    'no_stream',
  );
  await ports.end(answered(200));
  expect(ports.log.map((event) => event.id)).toEqual(['theirs']);
  await ports.show();
  await ports.pass(5_000);
  expect(ports.sent).toHaveLength(2);
  await ports.end(answered(200));
  expect(ports.log.map(({ revision }) => revision)).toEqual([0, 1]);
});

describe('many hosts', () => {
  const GOOD = 'good.example.com';
  /** The other hosts hold what they are sent for ever. */
  const onlyGoodAnswers = ({ url }: { url: string }) => (new URL(url).host === GOOD ? answered(200) : undefined);

  it('are sent to in the order of the time, 64 at once', async () => {
    const ports = await around();
    for (let n = 0; n < 12; n += 1) await ports.request(n, 0, `${n}.example.com`);
    await started(ports);
    // All of them answer soon: from now on each may have eight.
    for (let n = 0; n < 12; n += 1) await ports.end(answered(200));
    for (let n = 0; n < 200; n += 1) await ports.request(100 + n, 10 + (n % 7), `${n % 12}.example.com`);
    ports.setClock(20);
    await ports.pass(5_000);
    const begun = ports.sent.slice(12);
    expect(begun).toHaveLength(64);
    const dueAt = begun.map(({ deliveryId }) => (Number(deliveryId.slice(-12)) - 100) % 7);
    expect(dueAt).toEqual([...dueAt].sort());
  });

  it('that are full are passed over: one has eight at once, and what is due later to others begins', async () => {
    const ports = await around();
    for (const [n, host] of ['full', 'other'].entries()) await ports.request(n, 0, host);
    await started(ports);
    for (let n = 0; n < 2; n += 1) await ports.end(answered(200));
    for (let n = 0; n < 20; n += 1) await ports.request(100 + n, 1, 'full');
    for (let n = 0; n < 3; n += 1) await ports.request(200 + n, 2, 'other');
    ports.setClock(20);
    await ports.pass(5_000);
    expect(ports.hosts).toEqual([...Array<string>(8).fill('full'), ...Array<string>(3).fill('other')]);
    await ports.end(answered(200), 'full');
    expect(ports.hosts.filter((host) => host === 'full')).toHaveLength(8);
  });

  it('that are slow leave room for one that answers: what is due to it begins at the next look', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    await ports.request(1, 0, GOOD);
    const worker = await started(ports);
    for (let n = 0; n < 900; n += 1) await ports.request(10 + n, 0, `slow-${n % 300}.example.com`);
    worker.wake();
    await ports.pass(50);
    const slow = ports.underWay.length;
    expect(slow).toBe(48);
    for (let n = 0; n < 30; n += 1) {
      await ports.request(2_000 + n, 1, GOOD);
      ports.setClock(1);
      worker.wake();
      await ports.pass(50);
      expect(ports.sent).toHaveLength(1 + slow + n + 1);
    }
  });

  it('that have more to be sent than a look goes through hide nothing that is new', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    for (let n = 0; n < 2_500; n += 1) await ports.request(10 + n, n / 1_000, 'dead.example.com');
    ports.setClock(60);
    const worker = await started(ports);
    await ports.request(5_000, 59, GOOD);
    worker.wake();
    await ports.pass(50);
    expect(ports.sent.map(({ url }) => new URL(url).host)).toEqual(['dead.example.com', GOOD]);
  });

  it('that are dead and have much to be sent do not hide what turns up late', async () => {
    const ports = await around();
    ports.answering = onlyGoodAnswers;
    for (let n = 0; n < A_HOST + 100; n += 1) await ports.request(10 + n, n / 1_000, 'dead.example.com');
    ports.setClock(60);
    const worker = await started(ports);
    for (let looks = 0; looks < 3; looks += 1) await ports.pass(50);
    await ports.pass(5_000);
    // Its workspace's rows came late: it has been due for a minute.
    await ports.request(5_000, 1, GOOD);
    worker.wake();
    await ports.pass(50);
    await ports.pass(5_000);
    for (let looks = 0; looks < 3; looks += 1) await ports.pass(50);
    expect(ports.sent.map(({ url }) => new URL(url).host)).toEqual(['dead.example.com', GOOD]);
  });

  it('with more than is held at once get all of it in time', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    for (let n = 0; n < 1_300; n += 1) await ports.request(10 + n, n / 1_000, GOOD);
    ports.setClock(60);
    await started(ports);
    for (let looks = 0; looks < 10; looks += 1) await ports.pass(50);
    expect(new Set(ports.sent.map(({ deliveryId }) => deliveryId)).size).toBe(1_300);
    expect(ports.sent).toHaveLength(1_300);
  });
});

describe('trouble of our own', () => {
  it('with the event store is waited out: what was sent is recorded, and not sent again', async () => {
    const ports = await around();
    const id = await ports.request(1);
    ports.refusing.push(...Array.from({ length: 20 }, () => new StoreUnavailableError('The log is away.')));
    const worker = await started(ports);
    await ports.end(answered(200));
    for (let tries = 0; tries < 19; tries += 1) await ports.pass(60_000);
    expect([ports.log.length, worker.parked()]).toEqual([0, []]);
    await ports.pass(60_000);
    expect(await ports.row(id)).toMatchObject({ status: 'delivered' });
    expect(ports.sent).toHaveLength(1);
  });

  it('with the event store stops what would not be recorded either, and nothing is lost when it is back', async () => {
    const ports = await around();
    ports.answering = () => answered(200);
    ports.refusing.push(...Array.from({ length: 5_000 }, () => new StoreUnavailableError('The log is away.')));
    for (let n = 0; n < 100; n += 1)
      for (let m = 0; m < 5; m += 1) await ports.request(10 * n + m, 0, `${n}.example.com`);
    await started(ports);
    for (let minutes = 0; minutes < 5; minutes += 1) await ports.pass(60_000);
    expect(ports.sent.length).toBeGreaterThanOrEqual(256);
    expect(ports.sent.length).toBeLessThanOrEqual(320);
    ports.refusing.length = 0;
    for (let minutes = 0; minutes < 5; minutes += 1) await ports.pass(60_000);
    expect([ports.sent.length, ports.log.length]).toEqual([500, 500]);
  });

  it('that keeps an attempt from being recorded has it given up, and not sent again and again', async () => {
    const ports = await around();
    const id = await ports.request(1);
    ports.refusing.push(...Array.from({ length: 30 }, () => new Error('a fault of ours')));
    const worker = await started(ports);
    await ports.end(answered(200));
    for (let tries = 0; tries < 30; tries += 1) await ports.pass(60_000);
    expect(worker.parked()).toEqual([{ workspaceId: WORKSPACE, deliveryId: id, reason: 'a fault of ours' }]);
    expect(ports.sent).toHaveLength(1);
  });

  it('is charged to no delivery; what cannot be done ten times is given up and named, and holds back no other', async () => {
    const ports = await around();
    const id = await ports.request(1);
    await ports.workspace();
    const worker = await started(ports);
    for (let tries = 0; tries < 20; tries += 1) await ports.pass(60_000);
    const reason = 'The workspace has no signing secret.';
    expect(worker.parked()).toEqual([{ workspaceId: WORKSPACE, deliveryId: id, reason }]);
    expect([ports.sent, ports.log]).toEqual([[], []]);
    await ports.workspace(SECRET);
    await ports.request(2);
    worker.wake();
    await ports.pass(50);
    expect(ports.sent).toHaveLength(1);
  });
});

describe('an outage of our own network', () => {
  const unreachable = failed({ stage: 'connect', reached: 'no', resolvedIp: null });

  it('is charged to nobody once three hosts are out of reach, and over when one is reached', async () => {
    const ports = await around();
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map((host, n) => ports.request(n + 1, 0, `${host}.example.com`)),
    );
    ports.answering = () => unreachable;
    const worker = await started(ports);
    expect(worker.cutOff).toBe(true);
    const charged = async () =>
      (await Promise.all(ids.map((id) => ports.row(id)))).map(({ attempts }) => attempts.length);
    expect(await charged()).toEqual([1, 1, 0, 0]);
    for (let minutes = 0; minutes < 60; minutes += 1) await ports.pass(60_000);
    expect(await charged()).toEqual([1, 1, 0, 0]);
    expect(ports.toldOf.filter(([, status]) => status === undefined).length).toBeGreaterThan(60);
    ports.answering = () => answered(200);
    await ports.pass(60_000);
    expect(worker.cutOff).toBe(false);
    expect((await Promise.all(ids.map((id) => ports.row(id)))).map(({ status }) => status)).toEqual(
      Array(4).fill('delivered'),
    );
  });

  it('is not believed of two hosts, nor while another one answers', async () => {
    const ports = await around();
    ports.answering = ({ url }) => (url.includes('good') ? answered(200) : unreachable);
    for (const [n, host] of ['a', 'b', 'good', 'c', 'd'].entries()) {
      await ports.request(n + 1, n / 1_000, `${host}.example.com`);
    }
    ports.setClock(1);
    const worker = await started(ports);
    expect(worker.cutOff).toBe(false);
    expect(ports.log).toHaveLength(5);
  });
});

describe('asked to settle', () => {
  it('has begun every attempt due by then when it says so, however they end', async () => {
    const ports = await around();
    for (let n = 0; n < 20; n += 1) await ports.request(n, 100 + n, `${n % 10}.example.com`);
    const worker = await started(ports);
    ports.setClock(115);
    let settledBy = 0;
    const settling = worker.settle(at(115)).then(() => (settledBy = ports.sent.length));
    await settled();
    // One at a time to hosts of which nothing is known: six of the ten have a second one.
    expect([ports.sent.length, settledBy]).toEqual([10, 0]);
    while (settledBy === 0 && ports.underWay.length > 0) await ports.end(answered(200));
    await settling;
    expect(settledBy).toBe(16);
    expect(ports.sent).toHaveLength(16);
  });

  it('takes up at once what rests after trouble of our own', async () => {
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
  it('begins nothing more, lets what is under way end for a while, and then gives it up unrecorded', async () => {
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
