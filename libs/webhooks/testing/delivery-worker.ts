import { DeliveryWorker } from '../workers/delivery-worker.js';
import { settled } from '#workers/testing';
import { answered, AroundDeliveries } from './around-deliveries.js';

export const SECRET = { ciphertext: 'newest', expires_at: null };

/** The ports of a worker, with a workspace that can sign. */
export async function around(): Promise<AroundDeliveries> {
  const made = new AroundDeliveries();
  await made.workspace(SECRET);
  return made;
}

/** A worker whose first poll has ended. */
export async function started(ports: AroundDeliveries): Promise<DeliveryWorker> {
  const worker = new DeliveryWorker(ports);
  worker.start();
  await settled();
  return worker;
}

/**
 * A worker to which these hosts have answered well: each is allowed the most concurrent attempts that a host ever has.
 */
export async function answeredWell(ports: AroundDeliveries, ...hosts: readonly string[]): Promise<DeliveryWorker> {
  const { answering } = ports;
  ports.answering = () => answered(200);
  for (let times = 0; times < 4; times += 1) {
    for (const [n, host] of hosts.entries()) await ports.request(80_000 + times * hosts.length + n, 0, host);
  }
  const worker = await started(ports);
  ports.answering = answering;
  return worker;
}
