import { type DomainEvent } from '#kernel';
import { CALLS } from '#dialing/domain';
import { recorded, TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { settled } from '#workers/testing';
import type { DeliveryEvent } from '#webhooks/domain';
import { expectPrintable } from '../../http/testing/sent-commands.js';
import { AnnounceErasure } from '../commands/announce-erasure.command.js';
import { decideErase } from '../commands/erase-contact.command.js';
import { CONTACTS, ERASURES } from '../domain/index.js';
import { ANN, AroundErasures, PHONE } from '../testing/around-erasures.js';
import { ErasureWorker } from './erasure-worker.js';

const [OPEN, DELIVERED, RETRYING] = [id(31), id(32), id(33)] as const;
const event = (type: string, data: object): DomainEvent => ({ type, data });
const called = (call_id: string, contact_id = ANN) =>
  event('CallRegistered', { call_id, contact_id, phone: PHONE, lease_expires_at: '2030-01-01T02:00:00.000Z' });
const ended = (call_id: string, contact_id = ANN) =>
  event('CallEnded', {
    ...{ call_id, contact_id, smart_list_id: null, member_number: null, result: 'answered' },
    ...{ dispatched_at: '2030-01-01T00:00:00.000Z', wrap_up_expires_at: null },
  });
const attempted = (delivery_id: string, next_attempt_at: string | null): DeliveryEvent => {
  const attempt = { at: '', status: 200, duration_ms: 1, resolved_ip: null, response_body: PHONE, error: null };
  const data = { delivery_id, attempt, delivered: next_attempt_at === null, next_attempt_at };
  return { type: 'DeliveryAttempted', data };
};
const imported = (contact_id: string) => event('ContactImported', { contact_id, phone: PHONE, name: 'Ann' });

/** A contact with calls and deliveries, and another one with a call. */
async function around(calls: readonly string[] = [id(21), id(22)]): Promise<AroundErasures> {
  const made = new AroundErasures();
  await made.happened(imported(ANN), imported(id(12)), called(id(29), id(12)), ended(id(29), id(12)));
  await made.happened(...calls.flatMap((call) => [called(call), ended(call)]));
  await made.delivery(OPEN);
  await made.delivery(DELIVERED, attempted(DELIVERED, null));
  await made.delivery(RETRYING, attempted(RETRYING, '2030-01-01T01:00:00.000Z'));
  return made;
}

async function erased(calls?: readonly string[]): Promise<AroundErasures> {
  const made = await around(calls);
  await made.happened(...decideErase(ANN, false)(made.workspace).events);
  return made;
}

/** Lets time pass until the erasure is completed. */
async function finished(made: AroundErasures): Promise<void> {
  await settled();
  while (erasureOf(made)?.pending === 1) await made.passToNext();
}

const erasureOf = (made: AroundErasures) => made.workspace.rows(ERASURES, [[TEST_WORKSPACE, ANN]])[0];

function expectErased(made: AroundErasures): void {
  expect(made.shredded).toContain(`contact:${ANN}`);
  const calls = made.workspace.all(CALLS).filter(({ contact_id }) => contact_id === ANN);
  expect(calls.map(({ phone }) => phone)).toEqual(calls.map(() => null));
  expect(made.deliveries().map(({ body, attempts }) => [body, attempts[0]?.response_body ?? null])).toEqual(
    made.deliveries().map(() => [null, null]),
  );
  expect(made.deliveries().map(({ status }) => status)).toEqual(['cancelled', 'delivered', 'cancelled']);
  expect(erasureOf(made)).toMatchObject({ pending: 0 });
  expect(made.workspace.rows(CONTACTS, [[TEST_WORKSPACE, ANN]])).toMatchObject([{ erasure: 'completed' }]);
}

it('shreds the keys of an erased contact first, then blanks its calls and deliveries, and is done', async () => {
  const made = await erased();
  const { event_id } = erasureOf(made)!;
  new ErasureWorker(made).start();
  await finished(made);
  expectErased(made);
  expect(new Set(made.shredded)).toEqual(new Set([`contact:${ANN}`]));
  const types = made.log.slice(2).map(({ type, stream }) => `${stream} ${type}`);
  expect([...types].sort()).toEqual(
    [
      `delivery-${OPEN} DeliveryCancelled`,
      `delivery-${OPEN} DeliveryErased`,
      `delivery-${DELIVERED} DeliveryErased`,
      `delivery-${RETRYING} DeliveryCancelled`,
      `delivery-${RETRYING} DeliveryErased`,
    ].sort(),
  );
  const { erased_at } = erasureOf(made)!;
  const delivery_id = expect.any(String) as string;
  const message = { type: 'contact.erased', timestamp: erased_at, delivery_id, workspace_id: TEST_WORKSPACE };
  expect(made.announced()).toEqual([['https://a/', { ...message, contact: { contact_id: ANN, erased_at } }]]);
  const cause = { causation_id: event_id, correlation_id: 'test', actor: { kind: 'system', id: 'erasures' } };
  expect(made.log[2]!.metadata).toMatchObject(cause);
  expect(made.commands[0]).toMatchObject({
    causationId: event_id,
    correlationId: 'test',
    actor: { kind: 'system', id: 'erasures' },
  });
  expectPrintable(made.sent, ['ConfirmErasure', 'EraseCalls', 'AnnounceErasure', 'CompleteErasure']);
});

it('leaves the calls of other contacts as they are', async () => {
  const made = await erased();
  new ErasureWorker(made).start();
  await settled();
  expect(made.workspace.rows(CALLS, [[TEST_WORKSPACE, id(29)]])).toMatchObject([{ phone: PHONE, erased_at: null }]);
});

it('blanks the calls of a contact with many in several events', async () => {
  const made = await erased(Array.from({ length: 501 }, (_, n) => id(1_000 + n)));
  new ErasureWorker(made).start();
  await finished(made);
  expectErased(made);
  const steps = ['EraseCalls', 'EraseCalls', 'AnnounceErasure', 'CompleteErasure'];
  const sent = made.sent.map(({ constructor }) => constructor.name).filter((name) => name !== 'ConfirmErasure');
  expect(sent).toEqual(steps);
});

it('tells every receiver once, whatever it answered, and also one that no attempt is recorded for', async () => {
  const made = await around();
  for (const n of [0, 1]) {
    await made.deliveryTo('https://b/', id(41 + n), attempted(id(41 + n), null));
    await made.deliveryTo('https://c/', id(51 + n));
  }
  await made.happened(...decideErase(ANN, false)(made.workspace).events);
  new ErasureWorker(made).start();
  await finished(made);
  expect(made.announced().map(([url]) => url)).toEqual(['https://a/', 'https://b/', 'https://c/']);
});

it('tells many receivers in several appends, each once, wherever a process was killed', async () => {
  const urls = Array.from({ length: 101 }, (_, n) => `https://${n}.example.com/`);
  for (let kill = 0; kill < 3; kill += 1) {
    const made = await around();
    for (const [n, url] of urls.entries()) await made.deliveryTo(url, id(1_000 + n), attempted(id(1_000 + n), null));
    await made.happened(...decideErase(ANN, false)(made.workspace).events);
    let asked = 0;
    made.before = () => {
      if (made.sent.at(-1) instanceof AnnounceErasure) asked += 1;
      // A process that was killed never gets on.
      return asked > kill ? new Promise(() => undefined) : Promise.resolve();
    };
    new ErasureWorker(made).start();
    await settled();
    while (asked <= kill) await made.passToNext();
    expect(made.announced()).toHaveLength(kill * 50);
    made.before = () => Promise.resolve();
    new ErasureWorker(made).start();
    await finished(made);
    expect(made.announced().map(([url]) => url)).toEqual(['https://a/', ...urls]);
  }
});

it('tells the receivers of a contact that was imported again of its next erasure, and of that alone', async () => {
  const made = await erased();
  const worker = new ErasureWorker(made);
  worker.start();
  await finished(made);
  await made.happened(imported(ANN));
  await made.deliveryTo('https://b/', id(41), attempted(id(41), null));
  await made.happened(...decideErase(ANN, false)(made.workspace).events);
  await finished(made);
  const [first, second] = made.announced();
  expect(made.announced()).toHaveLength(2);
  expect([first![0], second![0]]).toEqual(['https://a/', 'https://b/']);
  expect(first![1]['timestamp']).not.toBe(second![1]['timestamp']);
});

it('is finished by the next process, wherever one was killed', async () => {
  let writes = 0;
  const whole = await erased();
  whole.beforeWrite = async () => void (writes += 1);
  new ErasureWorker(whole).start();
  await finished(whole);
  expect(writes).toBe(10);
  for (let kill = 0; kill < writes; kill += 1) {
    const made = await erased();
    let left = kill;
    // A process that was killed never gets on.
    made.beforeWrite = () => ((left -= 1) < 0 ? new Promise(() => undefined) : Promise.resolve());
    new ErasureWorker(made).start();
    await settled();
    expect(erasureOf(made)).toMatchObject({ pending: 1 });
    made.beforeWrite = () => Promise.resolve();
    new ErasureWorker(made).start();
    await finished(made);
    expectErased(made);
    expect(made.announced()).toHaveLength(1);
  }
});

it('erases a contact when the call that it was in has ended', async () => {
  const made = await around();
  await made.happened(called(id(25)));
  await made.happened(...decideErase(ANN, true)(made.workspace).events);
  new ErasureWorker(made).start();
  await settled();
  await made.pass(1_000);
  expect([made.sent, made.shredded]).toEqual([[], []]);
  await made.happened(ended(id(25)));
  await finished(made);
  expectErased(made);
  expect(made.commands.map(({ correlationId }) => correlationId)).toEqual(made.commands.map(() => 'test'));
});

it('waits for the call also of a contact that was erased before and imported again', async () => {
  const made = await erased();
  const worker = new ErasureWorker(made);
  worker.start();
  await finished(made);
  await made.happened(imported(ANN), called(id(25)));
  const before = made.shredded.length;
  await made.happened(...decideErase(ANN, true)(made.workspace).events);
  await settled();
  await made.pass(1_000);
  expect(made.shredded).toHaveLength(before);
  await made.happened(ended(id(25)));
  await finished(made);
  expectErased(made);
  expect(made.shredded).toHaveLength(before + 1);
});

it('leaves the key of a contact that was imported again while it was held up', async () => {
  const made = await erased();
  const { keyIds } = made.personalKeys;
  made.personalKeys.keyIds = async (...asked) => {
    const keys = await keyIds(...asked);
    // Another process completes the erasure, and the contact is imported again.
    made.personalKeys.keyIds = keyIds;
    made.workspace.append([event('ContactErasureCompleted', { contact_id: ANN }), imported(ANN)]);
    return keys;
  };
  new ErasureWorker(made).start();
  await settled();
  expect(made.shredded).toEqual([]);
  // No calls are erased either: they may be those of the contact as it is now.
  expect(made.sent.map(({ constructor }) => constructor.name)).not.toContain('EraseCalls');
});

it('counts the attempt that is recorded while a delivery is erased, and erases it behind that', async () => {
  const made = await erased();
  let recordedNow = false;
  const { append } = made.events;
  made.events.append = async (stream, events, expected) => {
    if (stream === `delivery-${OPEN}` && !recordedNow) {
      recordedNow = true;
      made.log.push({ ...recorded(attempted(OPEN, null), 0), stream });
    }
    return append(stream, events, expected);
  };
  new ErasureWorker(made).start();
  await finished(made);
  expect(recordedNow).toBe(true);
  const own = made.log.filter(({ stream }) => stream === `delivery-${OPEN}`).map(({ type }) => type);
  expect(own).toEqual(['DeliveryAttempted', 'DeliveryErased']);
  expect(erasureOf(made)).toMatchObject({ pending: 0 });
});

it('begins with nothing before the rows show the erasure', async () => {
  const made = await erased();
  made.readModel.projectedRevision = () => Promise.resolve(0);
  new ErasureWorker(made).start();
  await settled();
  expect([made.shredded, made.waits.length]).toEqual([[], 1]);
  made.waits[0]!(true);
  await settled();
  expect(made.shredded).toEqual([`contact:${ANN}`]);
});

it('is done only when the rows of the deliveries show it', async () => {
  const made = await erased();
  made.deliveriesFollow = false;
  new ErasureWorker(made).start();
  await settled();
  const erasedEvents = made.log.filter(({ type }) => type === 'DeliveryErased');
  expect([erasedEvents.length, erasureOf(made)?.pending]).toEqual([3, 1]);
  await made.show();
  await finished(made);
  expectErased(made);
});

it('names an erasure that fails ten times', async () => {
  const made = await erased();
  made.personalKeys.shredKeys = () => Promise.reject(new Error('The keys are broken.'));
  const worker = new ErasureWorker(made);
  worker.start();
  await settled();
  while (worker.parked().length === 0) await made.passToNext();
  expect(worker.parked()).toEqual([{ workspaceId: TEST_WORKSPACE, contactId: ANN, reason: 'The keys are broken.' }]);
  expect(made.log.map(({ type }) => type)).not.toContain('DeliveryErased');
});
