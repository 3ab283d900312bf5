import type { History } from '../world.js';
import { deliveriesEndOrGoOn } from './deliveries.js';
import { decisionsAreOnRecord, retriedWorkIsTried, skippedWorkIsNotDone } from './parked-work.js';
import { violations } from './replay.js';
import { parkedWorkGoesForward } from './rules/parked-work.js';
import { worldSettles } from './settled.js';
import { CallCenter } from './testing/call-center.js';
import { asked, historyOf, received } from './testing/told-history.js';
import type { Part } from './testing/told-log.js';

const ID = '018f3a00-0000-7000-8000-000000000001';
const ITEM = { worker: 'webhook_deliveries', item: ID, version: '0', parked_id: 'parked' };
const requested: Part = [
  'DeliveryRequested',
  {
    ...{ delivery_id: ID, outcome_id: 'inform', call_id: 'call', contact_id: 'ann' },
    ...{ webhook_url: 'https://receiver.example/hook', body: '{}' },
  },
];
const parked = (attempts: number, more: object = {}): Part => [
  'WorkParked',
  { ...ITEM, attempts, error: 'It is broken.', ...more },
];
const retried: Part = ['WorkRetried', ITEM];
const skipped: Part = ['WorkSkipped', ITEM];
const cancelled: Part = ['DeliveryCancelled', { delivery_id: ID, reason: 'skipped' }];
const delivered: Part = [
  'DeliveryAttempted',
  { delivery_id: ID, attempt: { at: '', status: 200 }, delivered: true, next_attempt_at: null },
];
const [PARKING, ADMIN, DELIVERIES] = [{ by: 'parking' }, { by: 'admin' }, { by: 'deliveries' }];

const withParked = (): CallCenter =>
  CallCenter.open()
    .write([requested])
    .write([parked(10)], PARKING);
const broken = (center: CallCenter): readonly string[] => violations(center.events, [parkedWorkGoesForward]);

describe('the record of an item', () => {
  it('that is parked, tried again, parked with more failures and skipped breaks nothing', () => {
    const center = withParked()
      .write([retried], ADMIN)
      .write([parked(11)], PARKING)
      .write([skipped], ADMIN);
    expect(broken(center)).toEqual([]);
  });

  it.each<[string, Part, RegExp]>([
    ['the same failures again', parked(11), /parked already, with the same error/],
    ['no further failure', parked(10, { error: 'Another.' }), /no failure that the log does not have/],
    ['another id', parked(11, { error: 'Another.', parked_id: 'other' }), /had the id parked/],
    ['a retry of what was never parked', ['WorkRetried', { ...ITEM, item: 'other' }], /never was parked/],
    ['a skip of another version', ['WorkSkipped', { ...ITEM, version: '1' }], /of 0 is parked/],
  ])('has %s: named', (_, part, sentence) => {
    expect(broken(withParked().write([part], ADMIN))).toEqual([expect.stringMatching(sentence)]);
  });

  it('has a decision about what is decided, or parks what is skipped, or skips an erasure: named', () => {
    expect(broken(withParked().write([retried], ADMIN).write([skipped], ADMIN))[0]).toMatch(/of 0 is retried/);
    expect(
      broken(
        withParked()
          .write([skipped], ADMIN)
          .write([parked(11)], PARKING),
      )[0],
    ).toMatch(/was skipped before/);
    const erasure = { ...ITEM, worker: 'erasures' };
    const center = CallCenter.open().write([['WorkParked', { ...erasure, attempts: 10, error: '' }]], PARKING);
    expect(broken(center.write([['WorkSkipped', erasure]], ADMIN))[0]).toMatch(/what erasures do is never skipped/);
  });
});

describe('at the end', () => {
  it('an item may be parked if the log says so', () => {
    const parkedAtEnd = { parked: [`Given up: delivery ${ID}.`] };
    const center = withParked().wait(1_000);
    expect(worldSettles(historyOf(center, parkedAtEnd))).toEqual([]);
    expect(deliveriesEndOrGoOn(historyOf(center))).toEqual([]);
    center.write([retried], ADMIN).wait(1_000);
    expect(worldSettles(historyOf(center, parkedAtEnd))[0]).toMatch(/the log does not say so/);
    expect(deliveriesEndOrGoOn(historyOf(center))[0]).toMatch(/nothing was recorded since/);
  });

  it('something came of what was to be tried again, soon after it and the end of all trouble', () => {
    const center = withParked().write([retried], ADMIN).wait(100);
    expect(retriedWorkIsTried(historyOf(center))).toEqual([]);
    center.wait(30);
    expect(retriedWorkIsTried(historyOf(center))[0]).toMatch(/was not tried by/);
    const healed: Partial<History> = { incidents: [{ at: center.now - 20_000, what: 'healed' }] };
    expect(retriedWorkIsTried(historyOf(center, healed))).toEqual([]);
    expect(
      retriedWorkIsTried(
        historyOf(
          withParked()
            .write([retried], ADMIN)
            .write([parked(11)])
            .wait(500),
        ),
      ),
    ).toEqual([]);
  });

  it('what was skipped is cancelled, and is not sent', () => {
    const center = withParked().write([skipped], ADMIN);
    expect(skippedWorkIsNotDone(historyOf(center))[0]).toMatch(/is not cancelled at the end/);
    center.write([cancelled], DELIVERIES).wait(61);
    expect(skippedWorkIsNotDone(historyOf(center))).toEqual([]);
    const sent = { received: [received(ID, center.now)] };
    expect(skippedWorkIsNotDone(historyOf(center, sent))[0]).toMatch(/it was skipped/);
  });

  it.each([
    ['skip', skipped, skippedWorkIsNotDone],
    ['retry', retried, retriedWorkIsTried],
  ])(
    'nothing comes of the %s of a delivery that was made a moment before: rows may not show it yet',
    (_, part, judge) => {
      const after = (seconds: number) =>
        judge(historyOf(withParked().write([delivered], DELIVERIES).wait(seconds).write([part], ADMIN).wait(1_000)));
      expect(after(10)).toEqual([]);
      expect(after(61)).toHaveLength(1);
    },
  );

  it('nothing is cancelled as skipped that nobody has skipped', () => {
    const center = withParked().write([cancelled], DELIVERIES);
    expect(skippedWorkIsNotDone(historyOf(center))[0]).toMatch(/nobody has skipped it before/);
  });
});

it('a decision that was answered stands in the log', () => {
  const center = withParked().write([retried], ADMIN);
  const end = center.events.length;
  const ask = { method: 'POST', path: '/admin/parked/parked/retry' } as const;
  const answer = { status: 200, body: { state: 'retried' } };
  expect(decisionsAreOnRecord(historyOf(center, { requests: [asked(ask, [0, end], answer)] }))).toEqual([]);
  const early = historyOf(center, { requests: [asked(ask, [0, end - 1], answer)] });
  expect(decisionsAreOnRecord(early)[0]).toMatch(/answered retried, and the log has no WorkRetried/);
  const done = asked(ask, [0, 1], { status: 200, body: { state: 'done' } });
  expect(decisionsAreOnRecord(historyOf(center, { requests: [done] }))).toEqual([]);
});
