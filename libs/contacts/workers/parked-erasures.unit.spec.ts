import { TEST_WORKSPACE, testId as id } from '#kernel/testing';
import { deliveryStream } from '#webhooks/domain';
import { settled } from '#workers/testing';
import { AnnounceErasure, TOLD_AT_ONCE } from '../commands/announce-erasure.command.js';
import { decideErase } from '../commands/erase-contact.command.js';
import { ANN, AroundErasures, PHONE } from '../testing/around-erasures.js';
import { ErasureWorker } from './erasure-worker.js';

/** Passes of time after which an erasure that fails each time should be parked. */
const MOST_TRIES = 60;

const delivery = (n: number): string => id(100 + n);

/** A contact that is to be erased, with a delivery for each receiver; a key that is shredded is there no more. */
async function erased(receivers: readonly string[]): Promise<AroundErasures> {
  const made = new AroundErasures();
  const { keyIds } = made.personalKeys;
  made.personalKeys.keyIds = (workspaceId, subjects) => {
    const left = subjects.filter((subject) => !made.shredded.includes(subject));
    return keyIds(workspaceId, left);
  };
  await made.happened({ type: 'ContactImported', data: { contact_id: ANN, phone: PHONE, name: 'Ann' } });
  for (const [n, receiver] of receivers.entries()) await made.deliveryTo(receiver, delivery(n));
  await made.happened(...decideErase(ANN, false)(made.workspace).events);
  return made;
}

/** What a worker has parked once it has had time for it. */
async function parkedOf(made: AroundErasures) {
  const worker = new ErasureWorker(made);
  worker.start();
  await settled();
  for (let tries = 0; tries < MOST_TRIES && worker.parked().length === 0; tries += 1) await made.passToNext();
  return worker.parked();
}

it.each([
  ['first', 3, 0],
  ['second', 60, 55],
])(
  'an erasure is parked though its key was shredded: a delivery of the %s page fails ten times',
  async (_, deliveries, failing) => {
    const made = await erased(Array<string>(deliveries).fill('https://a/'));
    const { append } = made.events;
    const reason = 'The stream is broken.';
    made.events.append = (stream, ...rest) =>
      stream === deliveryStream(delivery(failing)) ? Promise.reject(new Error(reason)) : append(stream, ...rest);
    expect(await parkedOf(made)).toEqual([{ workspaceId: TEST_WORKSPACE, contactId: ANN, reason }]);
    expect(made.shredded).toEqual([`contact:${ANN}`]);
  },
);

it('an erasure is parked though some receivers were told: to tell the last ones fails ten times', async () => {
  const made = await erased(Array.from({ length: TOLD_AT_ONCE + 5 }, (_, n) => `https://${n}.example/hook`));
  const reason = 'The last receivers are not told.';
  made.failing = () => {
    const command = made.sent.at(-1);
    const isLast = command instanceof AnnounceErasure && command.receivers.length < TOLD_AT_ONCE;
    return isLast ? new Error(reason) : undefined;
  };
  expect(await parkedOf(made)).toEqual([{ workspaceId: TEST_WORKSPACE, contactId: ANN, reason }]);
});
