import { randomUUID } from 'node:crypto';
import { DiskBytes } from './support/disk-bytes.js';
import type { Bench, BenchOptions, Result } from './support/measure.js';
import type { MeasuredService } from './support/measured-service.js';
import { fill } from './support/members.js';
import { type BothServices, compareWithPeer, withBothServices } from './support/peer.js';

const CONNECTIONS = 64;
const CONTACTS = 100_000;
const PER_BATCH = 100;
const LISTS = 200;

/** Number of batches and members that a service was sent, and the lists that they went to. */
interface Progress {
  readonly lists: readonly string[];
  next: number;
  inserted: number;
}

/** S3 against the peer, and the disk space that a member takes on both sides. */
export const p3: Bench = {
  id: 'P3',
  title: 'members by batches of 100 over HTTP, 64 connections : the peer',
  run: (options) => withBothServices(options, 'P3', (services) => measure(options, services)),
};

async function measure(options: BenchOptions, services: BothServices): Promise<Result> {
  const { ours, peer, postgres } = services;
  options.log(`  importing ${CONTACTS.toLocaleString('en')} contacts on both sides …`);
  const progress = new Map<MeasuredService, Progress>();
  for (const one of [ours, peer]) {
    const lists = await fill(one.service, one.tenant, { lists: LISTS, contacts: CONTACTS });
    progress.set(one, { lists, next: 0, inserted: 0 });
  }
  const bytes = await DiskBytes.begin(services);
  return compareWithPeer(options, services, {
    id: 'P3',
    what: `POST /smart-lists/{id}/members/batch of ${PER_BATCH}`,
    work: {
      connections: CONNECTIONS,
      contacts: CONTACTS,
      members_a_list: `up to ${CONTACTS}`,
      members_a_batch: PER_BATCH,
      on: 'auth, validation, a fresh Idempotency-Key a request; ours rate limit and read your writes as well',
    },
    loadOf: (one) => {
      const { lists, next: first } = progress.get(one)!;
      const batches = { kind: 'batches', lists, contacts: CONTACTS, perBatch: PER_BATCH, first } as const;
      return { ...batches, connections: CONNECTIONS, seconds: options.seconds, salt: randomUUID() };
    },
    onRound: (one, { next, inserted }) => {
      const reached = progress.get(one)!;
      reached.next = next;
      reached.inserted += inserted;
    },
    notes: async () => {
      const [members, ofPeer] = [ours, peer].map((one) => progress.get(one)!.inserted) as [number, number];
      const stored = Number(await postgres.query('SELECT count(*) FROM smart_list_member'));
      if (stored < ofPeer) throw new Error(`the peer has ${stored} of ${ofPeer} members that it answered for`);
      return [`members added ${members} : ${ofPeer}`, await bytes.of('member', members, stored)];
    },
  });
}
