import fc from 'fast-check';
import { AppendTooLargeError, type EventStore, MAX_APPEND_BYTES } from '#event-store';
import { contactSubject, type DomainEvent, EventSchemas, type NewEvent } from '#kernel';
import { TEST_WORKSPACE, VirtualTimers } from '#kernel/testing';
import { serialise, TEXTS_PER_EVENT } from '../event-store/serialise.js';
import { sizeOf } from '../workspace-head/pipeline/batch.js';
import { LogClient } from '../workspace-head/testing/memory-log.js';
import { ToyWorld } from '../workspace-head/testing/process.js';
import { settled } from '../workspace-head/testing/scheduler.js';
import { TOY_EVENTS, TOY_PROJECTIONS } from '../workspace-head/testing/toy.js';
import { EventSealer } from './event-sealer.js';
import { SealingEventStore } from './sealing-event-store.js';
import { MemoryPersonalKeys } from './testing/index.js';
import { PERSONAL_SCHEMAS, toAppend } from './testing/sealed-log.js';

const text = fc.option(fc.string({ unit: 'binary', maxLength: 100 }), { nil: null });
const id = fc.string({ unit: 'grapheme', maxLength: 20 });
const events: fc.Arbitrary<DomainEvent> = fc.oneof(
  fc.record({ contact_id: id, phone: text, name: text }).map((data) => ({ type: 'ContactImported', data })),
  fc
    .record({ contact_id: id, phone: text, old_phone: text, name: text })
    .map((data) => ({ type: 'ContactChanged', data })),
  fc.record({ call_id: id, contact_id: id, phone: text }).map((data) => ({ type: 'CallRegistered', data })),
  fc
    .record({ delivery_id: id, contact_id: fc.constantFrom('', 'ann'), body: text })
    .map((data) => ({ type: 'DeliveryRequested', data })),
  fc
    .record({ status: fc.nat(), response_body: text })
    .map((attempt) => ({ type: 'DeliveryAttempted', data: { attempt } })),
  fc.record({ call_id: id }).map((data) => ({ type: 'CallHeartbeat', data })),
);

it('an event gains exactly the bytes that are counted for its sealing', async () => {
  const sealer = new EventSealer(new MemoryPersonalKeys(), PERSONAL_SCHEMAS);
  await fc.assert(
    fc.asyncProperty(events, async (event) => {
      const [sealed] = await sealer.seal(sealer.gather([toAppend(event)]));
      const counted = Buffer.byteLength(JSON.stringify(event.data)) + PERSONAL_SCHEMAS.bytesOfSealing(toAppend(event));
      expect(Buffer.byteLength(JSON.stringify(sealed!.data))).toBe(counted);
    }),
    { numRuns: 300 },
  );
});

it('an event gains exactly the bytes of metadata that are counted for its sealed record', async () => {
  const sealer = new EventSealer(new MemoryPersonalKeys(), PERSONAL_SCHEMAS);
  const records = fc.record({
    key_hash: fc.string({ maxLength: 64 }),
    fingerprint: fc.string({ maxLength: 64 }),
    status: fc.integer({ min: 200, max: 299 }),
    location: text,
    etag: text,
    body: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
  });
  const metadataOf = ({ metadata }: NewEvent) => Buffer.byteLength(JSON.stringify(metadata));
  const counted = (event: NewEvent) => {
    const predicted = { ...event, stream: '', revision: 0, json: '{}' };
    return sizeOf([predicted], PERSONAL_SCHEMAS).metadataBytes;
  };
  await fc.assert(
    fc.asyncProperty(records, async (idempotency) => {
      const plain = toAppend({ type: 'CallHeartbeat', data: {} });
      const kept = { ...plain, metadata: { ...plain.metadata, idempotency } };
      const [sealed] = await sealer.seal(sealer.gather([kept]));
      expect(metadataOf(sealed!) - metadataOf(plain)).toBe(counted(kept) - counted(plain));
    }),
    { numRuns: 100 },
  );
});

/** A process whose lists have personal names, over a log that refuses appends that are too large. */
function namedLists() {
  const personal = { fields: ['name'], subjects: () => [contactSubject('ann')] };
  const declared = TOY_EVENTS.all().map((schema) => (schema.type === 'ListMade' ? { ...schema, personal } : schema));
  const world = new ToyWorld(TOY_PROJECTIONS, new EventSchemas(declared));
  const client = new LogClient(world.log, { upcast: world.schemas.upcast });
  const sizes: number[] = [];
  const log = {
    singleWriter: false,
    read: client.read.bind(client),
    append: async (...[stream, written, expected]: Parameters<EventStore['append']>) => {
      const texts = serialise(written).filter((_, at) => at % TEXTS_PER_EVENT === 2);
      sizes.push(texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0));
      return client.append(stream, written, expected);
    },
  } as EventStore;
  const { schemas } = world;
  const store = new SealingEventStore({
    store: log,
    keys: new MemoryPersonalKeys(),
    schemas,
    timers: new VirtualTimers(),
  });
  const process = world.process({ ports: { store } });
  const made = (list_id: string, length: number): DomainEvent => ({
    type: 'ListMade',
    data: { list_id, name: 'x'.repeat(length), limit: 1 },
  });
  const send = (event: DomainEvent) =>
    process.sendDecision(() => ({ events: [event], answer: () => ({ status: 201, body: {} }) }));
  const written = async (): Promise<void> => {
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await world.projector.catchUp();
      await settled();
    }
  };
  return { world, store, sizes, made, send, written };
}

describe('the head', () => {
  it('gathers no more than fits one append once it is sealed', async () => {
    const { sizes, made, send, written } = namedLists();
    const sent = Array.from({ length: 30 }, (_, n) => send(made(`l${n}`, 100_000 + n)));
    await written();
    expect(sent.map(({ result, refused }) => refused ?? result?.answer.status)).toEqual(sent.map(() => 201));
    // Sealed, seven names of 100,000 characters are 933,000 bytes; unsealed, ten of them fit.
    expect(sizes).toHaveLength(6);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_APPEND_BYTES);
    expect(Math.max(...sizes)).toBeGreaterThan(930_000);
  });

  it('takes a write of exactly the limit, and refuses one byte more, as the log does', async () => {
    const { world, store, sizes, made, send, written } = namedLists();
    const sizeOf = (event: DomainEvent) => {
      const { data } = event;
      return Buffer.byteLength(JSON.stringify(data)) + world.schemas.bytesOfSealing(toAppendList(event));
    };
    const rest = MAX_APPEND_BYTES - sizeOf(made('', 780_000));
    const [largest, tooLarge] = [made('l'.repeat(rest), 780_000), made('l'.repeat(rest + 1), 780_000)];
    const [taken, refused] = [send(largest), send(tooLarge)];
    await written();
    expect([taken.result?.answer.status, refused.refused]).toEqual([201, 'payload_too_large']);
    expect(sizes).toEqual([MAX_APPEND_BYTES]);
    const append = store.append('workspace-other', [toAppendList(tooLarge)], 'no_stream');
    await expect(append).rejects.toEqual(new AppendTooLargeError(MAX_APPEND_BYTES + 1));
  });
});

/** Events of the toy are none of the service's. */
function toAppendList(event: DomainEvent) {
  const { id: eventId, metadata } = toAppend({ type: 'CallHeartbeat', data: {} });
  return { ...event, id: eventId, metadata: { ...metadata, workspace_id: TEST_WORKSPACE } };
}
