import { answered, at, failed, WORKSPACE } from '../testing/around-deliveries.js';
import { around, SECRET, started } from '../testing/delivery-worker.js';
import { QUEUE_CAPACITY } from './backlog/receiver-queues.js';

const HOST = 'one.example.com';

describe('the record of an attempt', () => {
  it('is appended when it has ended, with the time of its start', async () => {
    const ports = await around();
    const id = await ports.request(1);
    await started(ports);
    await ports.pass(3_000);
    await ports.end(answered(500));
    expect(ports.log).toMatchObject([
      { metadata: { occurred_at: at(3) }, data: { attempt: { at: at(0) }, next_attempt_at: at(8) } },
    ]);
    expect(ports.reported).toEqual([
      {
        workspaceId: WORKSPACE,
        deliveryId: id,
        outcomeId: 'o',
        endpointId: '',
        eventId: ports.log[0]!.id,
        host: HOST,
        at: at(0),
        attempt: 1,
        result: 'retrying',
        statusCode: 500,
        durationMs: 5,
        nextAttemptAt: at(8),
      },
    ]);
    await ports.pass(15_000);
    await ports.end(failed());
    expect(ports.reported[1]).toMatchObject({ attempt: 2, result: 'retrying', statusCode: null, durationMs: 15_000 });
    await ports.pass(400_000);
    await ports.end(answered(410));
    const [first] = ports.log.slice(2);
    expect(ports.reported[2]).toMatchObject({ eventId: first!.id, result: 'cancelled', nextAttemptAt: null });
    expect(ports.reported).toHaveLength(3);
  });

  it('is dated by the beginning and the length of the attempt, where the clock was set wrong meanwhile', async () => {
    const ports = await around();
    await ports.request(1);
    await started(ports);
    ports.trouble = 'The clock is an hour ahead.';
    await ports.pass(3_600_000);
    await ports.end(failed());
    expect(ports.log).toMatchObject([
      {
        metadata: { occurred_at: at(15) },
        data: { attempt: { at: at(0), duration_ms: 15_000 }, next_attempt_at: at(20) },
      },
    ]);
  });

  it('there is none while the clock is wrong: nothing is sent', async () => {
    const ports = await around();
    ports.trouble = 'The clock is an hour ahead.';
    await ports.request(1);
    await started(ports);
    await ports.pass(15_000);
    expect(ports.sent).toEqual([]);
    ports.trouble = undefined;
    await ports.pass(15_000);
    expect(ports.sent).toHaveLength(1);
  });

  it.each([200, 410, 500])(
    'that is too late is not appended: that of another process counts, and a %p is reported as superseded',
    async (status) => {
      const ports = await around();
      const id = await ports.request(1);
      await started(ports);
      await ports.attempted(id, { status: 500, next: 5 });
      await ports.show();
      await ports.end(answered(status));
      expect(ports.reported).toMatchObject([
        { deliveryId: id, attempt: 1, result: 'superseded', eventId: null, statusCode: status, nextAttemptAt: null },
      ]);
      expect(ports.log).toHaveLength(1);
      await ports.pass(15_000);
      await ports.pass(15_000);
      expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([id, id]);
    },
  );

  it.each([200, 410, 500])('of a %p is waited for in the rows, and not looked for in the log', async (status) => {
    const ports = await around();
    await ports.request(1);
    let reads = 0;
    const { read } = ports.events;
    Object.assign(ports.events, { read: (stream: string) => ((reads += 1), read(stream)) });
    ports.visible = false;
    const worker = await started(ports);
    await ports.end(answered(status));
    for (let looks = 0; looks < 5; looks += 1) {
      worker.wake();
      await ports.pass(15_000);
    }
    expect([ports.sent.length, reads]).toEqual([1, 1]);
  });
});

describe('a delivery in its queue', () => {
  it('that another process tried meanwhile is not sent before its new time', async () => {
    const ports = await around();
    await ports.request(1);
    const second = await ports.request(2);
    await started(ports);
    await ports.attempted(second, { status: 500, next: 600 });
    await ports.end(answered(200));
    await ports.pass(15_000);
    expect(ports.sent).toHaveLength(1);
    for (let minutes = 0; minutes < 10; minutes += 1) await ports.pass(60_000);
    expect(ports.sent.map(({ deliveryId }) => deliveryId)[1]).toBe(second);
  });

  it('is refilled at once when it runs short', async () => {
    const ports = await around();
    for (let n = 0; n < QUEUE_CAPACITY + 200; n += 1) await ports.request(n, n / 1_000);
    ports.setClock(60);
    const worker = await started(ports);
    for (let looks = 0; looks < 5; looks += 1) await ports.pass(50);
    expect(worker.waiting).toBe(QUEUE_CAPACITY);
    ports.answering = () => answered(200);
    await ports.end(answered(200));
    for (let looks = 0; looks < 5; looks += 1) await ports.pass(50);
    expect(ports.sent).toHaveLength(QUEUE_CAPACITY + 200);
  });
});

it('a worker that has stopped leaves no timer of resting deliveries', async () => {
  const ports = await around();
  await ports.workspace();
  await ports.request(1);
  const worker = await started(ports);
  await ports.workspace(SECRET);
  await worker.stop();
  expect(ports.timers.size).toBe(0);
  await ports.pass(3_600_000);
  expect([ports.sent, worker.parked(), ports.warnings]).toEqual([[], [], []]);
});
