import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SqliteEventStore } from '../libs/event-store/sqlite/index.js';
import { workspaceStream } from '../libs/kernel/index.js';
import { deliveryRequested } from '../libs/webhooks/domain/index.js';
import type { BarePosts } from './support/bare-posts.process.js';
import { runChild } from './support/child.js';
import { metadata, newEvent, numberedId, numberedPhone } from './support/events.js';
import { paired } from './support/measure.js';
import type { Bench } from './support/measure.js';
import { type Receiver, sendingTo, startReceiver } from './support/receiver.js';
import { scratch } from './support/scratch.js';
import { makeSigningSecret, makeTenant, startService } from './support/service.js';

const DELIVERIES = 20_000;
const IN_FLIGHT = 64;
/** Number of receivers; each accepts 8 concurrent requests. */
const ORIGINS = 8;
const PATH = '/hooks/smart-lists';
const PER_APPEND = 500;

/** Whole deliveries, from the to-do list to the durable record of the attempt, compared with bare POSTs. */
export const s7: Bench = {
  id: 'S7',
  title: 'webhook deliveries a second, 64 at once, HTTPS keep-alive : bare undici POSTs of the same bytes',
  async run(options) {
    const { directory, remove } = scratch(options.directory, 's7');
    const receiver = await startReceiver(ORIGINS);
    try {
      const figures = await paired(options, {
        unit: 'deliveries/s',
        ours: {
          what: 'due deliveries: read, signed, sent and durably recorded, by the service with nothing else to do',
          run: (round) => deliver(join(directory, `round-${round}`), receiver),
        },
        theirs: {
          what: 'undici Agent, 8 connections an origin: the same bodies, headers of the same length',
          run: () => postBare(receiver),
        },
      });
      return {
        id: 'S7',
        work: {
          deliveries_a_round: DELIVERIES,
          at_once: IN_FLIGHT,
          origins: ORIGINS,
          body_bytes: Buffer.byteLength(message(receiver.origins, 'w', 0).data.body),
          measured: 'by the receiver, from the first request to the last; each came once',
          durability: 'WAL, synchronous=FULL; one DeliveryAttempted a delivery',
          tls: 'checked, own authority, keep-alive',
        },
        ...figures,
        must: 0.4,
        aim: 0.7,
        bar: 'at_least',
        notes: [],
      };
    } finally {
      await receiver.end();
      remove();
    }
  },
};

/**
 * A service that finds this number of due deliveries at its start. @throws Error unless each is sent and recorded once.
 */
async function deliver(directory: string, receiver: Receiver): Promise<number> {
  mkdirSync(directory, { recursive: true });
  await request(directory, receiver.origins);
  const service = await startService(directory, sendingTo(receiver, directory));
  const figures = await receiver.figures(DELIVERIES);
  await service.stop();
  const recorded = delivered(join(directory, 'events.db'));
  if (figures.requests !== DELIVERIES || figures.distinct !== DELIVERIES || recorded !== DELIVERIES) {
    throw new Error(`${DELIVERIES} deliveries: ${JSON.stringify(figures)}, ${recorded} recorded as delivered`);
  }
  return (DELIVERIES * 1_000) / figures.span;
}

/** Appends the requests of the deliveries, as applied outcomes would. */
async function request(directory: string, origins: readonly string[]): Promise<void> {
  const service = await startService(directory);
  const { workspaceId } = await makeTenant(service);
  await makeSigningSecret(service, workspaceId);
  await service.stop();
  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  try {
    const stream = workspaceStream(workspaceId);
    let revision = (await store.read(stream, { backwards: true, limit: 1 }))[0]!.revision;
    for (let from = 0; from < DELIVERIES; from += PER_APPEND) {
      const events = Array.from({ length: PER_APPEND }, (_, at) =>
        newEvent(message(origins, workspaceId, from + at), metadata(workspaceId)),
      );
      ({ revision } = await store.append(stream, events, revision));
    }
  } finally {
    await store.close();
  }
}

function message(origins: readonly string[], workspaceId: string, at: number) {
  return deliveryRequested(`${origins[at % origins.length]}${PATH}`, {
    deliveryId: numberedId(7, at),
    workspaceId,
    timestamp: '2026-01-05T09:00:00.000Z',
    outcome: { outcome_id: numberedId(6, 1), outcome_name: 'Wants to be called back', outcome_type: 'action' },
    call: {
      call_id: numberedId(5, at),
      smart_list_id: numberedId(4, 1),
      sequence: 1,
      dispatched_at: '2026-01-05T08:58:00.000Z',
      agent_id: 'agent-7',
      reference: null,
      notes: null,
      duration_seconds: null,
      recording_url: null,
    },
    contact: { contact_id: numberedId(3, at), phone: numberedPhone(at) },
    destination: {
      destination_type: 'smart_list',
      destination_id: numberedId(4, 2),
      destination_name: 'Spring campaign',
    },
  });
}

function delivered(file: string): number {
  const db = new Database(file, { readonly: true });
  try {
    const count = db.prepare<[], { count: number }>(
      `SELECT count(*) AS count FROM events WHERE type = 'DeliveryAttempted' AND data ->> 'delivered' = 1`,
    );
    return count.get()!.count;
  } finally {
    db.close();
  }
}

async function postBare(receiver: Receiver): Promise<number> {
  const messages = Array.from({ length: DELIVERIES }, (_, at) => message(receiver.origins, numberedId(8, 1), at).data);
  const { answer } = await runChild<BarePosts, number>('./bare-posts.process.js', {
    origins: receiver.origins,
    path: PATH,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'SmartLists-Webhooks/1',
      'x-service-delivery-id': numberedId(7, 0),
      'x-service-signature': `sha256=${'0'.repeat(64)}`,
      'webhook-timestamp': '1893456005',
      'webhook-signature': `v1,${'0'.repeat(44)}`,
    },
    bodies: messages.map(({ body }) => body),
    ids: messages.map(({ delivery_id }) => delivery_id),
    inFlight: IN_FLIGHT,
    ca: receiver.ca,
  });
  const figures = await receiver.figures(DELIVERIES);
  if (answer !== DELIVERIES || figures.distinct !== DELIVERIES)
    throw new Error(`${answer} of ${DELIVERIES} were answered`);
  return (DELIVERIES * 1_000) / figures.span;
}
