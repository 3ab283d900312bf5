import { StoreUnavailableError } from '#event-store';
import type { ParkingState } from '#workers';
import { answered, type AroundDeliveries, WORKSPACE } from '../testing/around-deliveries.js';
import { around, SECRET, started } from '../testing/delivery-worker.js';
import type { DeliveryWorker } from './delivery-worker.js';

const REASON = 'The workspace has no signing secret.';

describe('a parked delivery', () => {
  let ports: AroundDeliveries;
  let worker: DeliveryWorker;
  let id: string;

  /** An operator decides about the delivery, and its rows move. */
  const decide = async (state: ParkingState['state'], by = worker): Promise<void> => {
    ports.parking.decide({ worker: 'webhook_deliveries', workspaceId: WORKSPACE, item: id, version: '0' }, state);
    by.wake();
    await ports.pass(50);
  };

  beforeEach(async () => {
    ports = await around();
    await ports.workspace();
    id = await ports.request(1);
    worker = await started(ports);
    for (let tries = 0; tries < 20; tries += 1) await ports.pass(60_000);
  });

  it('is recorded once, with its request as the cause, however often it fails afterwards', () => {
    const causationId = expect.any(String) as string;
    expect(ports.parking.recorded).toEqual([
      { item: id, causationId, attempts: 10, firstFailedAt: ports.parking.now(), error: REASON },
    ]);
    expect(worker.parked()).toEqual([{ workspaceId: WORKSPACE, deliveryId: id, reason: REASON }]);
  });

  it('is tried again at once, and parked again at its next failure', async () => {
    await decide('retried');
    expect(ports.parking.recorded).toHaveLength(2);
    expect(worker.parked()).toHaveLength(1);
    await ports.workspace(SECRET);
    await decide('retried');
    expect(ports.sent.map(({ deliveryId }) => deliveryId)).toEqual([id]);
    await ports.end(answered(200));
    worker.wake();
    await ports.pass(50);
    expect([ports.log.map(({ type }) => type), worker.parked()]).toEqual([['DeliveryAttempted'], []]);
  });

  it('that is skipped is cancelled by an event, and never sent', async () => {
    await ports.workspace(SECRET);
    await decide('skipped');
    expect(ports.log.map(({ type, data }) => [type, data])).toEqual([
      ['DeliveryCancelled', { delivery_id: id, reason: 'skipped' }],
    ]);
    for (let tries = 0; tries < 10; tries += 1) await ports.pass(60_000);
    expect([ports.sent, ports.log.length, worker.parked()]).toEqual([[], 1, []]);
    expect((await ports.row(id)).status).toBe('cancelled');
  });

  it('that is skipped while no process works is cancelled by the next one', async () => {
    await worker.stop();
    await ports.workspace(SECRET);
    await decide('skipped', worker);
    const next = await started(ports);
    await ports.pass(50);
    expect([ports.sent, ports.log.map(({ type }) => type)]).toEqual([[], ['DeliveryCancelled']]);
    await next.stop();
  });
});

describe('a delivery that was sent and cannot be recorded', () => {
  let ports: AroundDeliveries;
  let worker: DeliveryWorker;
  let id: string;

  beforeEach(async () => {
    ports = await around();
    id = await ports.request(1);
    ports.refusing.push(...Array.from({ length: 10 }, () => new Error('a fault of ours')));
    worker = await started(ports);
    await ports.end(answered(200));
    for (let tries = 0; tries < 30; tries += 1) await ports.pass(60_000);
  });

  const decide = async (state: ParkingState['state']): Promise<void> => {
    ports.parking.decide({ worker: 'webhook_deliveries', workspaceId: WORKSPACE, item: id, version: '0' }, state);
    worker.wake();
    await ports.pass(50);
  };

  it('is sent again where an operator has it tried again', async () => {
    expect([ports.sent.length, worker.parked().length]).toEqual([1, 1]);
    await decide('retried');
    expect(ports.sent).toHaveLength(2);
  });

  it('is cancelled where an operator skips it', async () => {
    await decide('skipped');
    expect(ports.log.map(({ type, data }) => [type, data])).toEqual([
      ['DeliveryCancelled', { delivery_id: id, reason: 'skipped' }],
    ]);
    expect([ports.sent.length, worker.parked()]).toEqual([1, []]);
  });
});

it('a delivery that is skipped while its attempt waits for the log is cancelled behind it, and not sent again', async () => {
  const ports = await around();
  const id = await ports.request(1);
  ports.refusing.push(...Array.from({ length: 5_000 }, () => new StoreUnavailableError('The log is away.')));
  const worker = await started(ports);
  await ports.end(answered(500));
  ports.parking.decide({ worker: 'webhook_deliveries', workspaceId: WORKSPACE, item: id, version: '0' }, 'skipped');
  worker.wake();
  await ports.pass(180_000);
  ports.refusing.length = 0;
  for (let tries = 0; tries < 10; tries += 1) await ports.pass(60_000);
  expect(ports.log.map(({ type }) => type)).toEqual(['DeliveryAttempted', 'DeliveryCancelled']);
  expect([ports.sent.length, (await ports.row(id)).status]).toEqual([1, 'cancelled']);
  await worker.stop();
});
