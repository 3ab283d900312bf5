import { randomUUID } from 'node:crypto';
import { DiskBytes } from './support/disk-bytes.js';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import type { MeasuredService } from './support/measured-service.js';
import { fill, shareOut } from './support/members.js';
import { type BothServices, compareWithPeer, withBothServices } from './support/peer.js';

const CONNECTIONS = 64;
const [LISTS, MEMBERS] = [4, 10_000];
/** Shorter than a dialer would set it: 10,000 members allow 10,000 calls a second, so that nobody runs out of them. */
const MIN_RETRY_SECONDS = 1;

/** Dialers that dispatch a call and end it at once. */
export const p6: Bench = {
  id: 'P6',
  title: 'POST /dialer/next and /calls/{id}/end by turns, 10,000 members, 64 connections : the peer',
  run: (options) => withBothServices(options, 'P6', (services) => measure(options, services)),
};

async function measure(options: BenchOptions, services: BothServices): Promise<Result> {
  for (const one of [services.ours, services.peer]) {
    const settings = { min_retry_seconds: MIN_RETRY_SECONDS };
    const lists = await fill(one.service, one.tenant, { lists: LISTS, contacts: MEMBERS, settings });
    await shareOut(one.service, one.tenant, lists, MEMBERS);
  }
  const bytes = await DiskBytes.begin(services);
  const requests = new Map<MeasuredService, number>();
  return compareWithPeer(options, services, {
    id: 'P6',
    what: 'POST /dialer/next for one call and POST /calls/{id}/end, both counted',
    work: {
      connections: CONNECTIONS,
      lists: `${LISTS}, all in one tier, each contact on one of them`,
      members: MEMBERS,
      min_retry_seconds: MIN_RETRY_SECONDS,
      on: 'auth, validation, a fresh Idempotency-Key a request; ours rate limit and read your writes as well',
    },
    loadOf: () => ({ kind: 'calls', connections: CONNECTIONS, seconds: options.seconds, salt: randomUUID() }),
    onRound: (one, result) => requests.set(one, (requests.get(one) ?? 0) + result['2xx']),
    // Two requests a call.
    notes: async () => [await bytes.of('call', requests.get(services.ours)! / 2, requests.get(services.peer)! / 2)],
  });
}
