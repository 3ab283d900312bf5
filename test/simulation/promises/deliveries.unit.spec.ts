import {
  attemptsFollowTheSchedule,
  attemptsWereMade,
  deliveriesEndOrGoOn,
  receiversGetWhatWasRequested,
} from './deliveries.js';
import { CallCenter } from './testing/call-center.js';
import { historyOf, received } from './testing/told-history.js';
import type { Part } from './testing/told-log.js';

const ID = 'delivery';
const requested: Part = [
  'DeliveryRequested',
  {
    ...{ delivery_id: ID, outcome_id: 'inform', call_id: 'call', contact_id: 'ann' },
    ...{ webhook_url: 'https://receiver.example/hook', body: '{}' },
  },
];
const BY = { by: 'deliveries' };

/** A delivery, requested now. */
const withDelivery = (): CallCenter => CallCenter.open().write([requested]);

/** The record of an attempt that begins now. */
function attempted(center: CallCenter, status: number | null, nextInSeconds: number | null): Part {
  const next_attempt_at = nextInSeconds === null ? null : center.at(nextInSeconds);
  const delivered = status !== null && status < 300;
  return ['DeliveryAttempted', { delivery_id: ID, attempt: { at: center.at(), status }, delivered, next_attempt_at }];
}

describe('a delivery', () => {
  it('that fails, is tried again when it is due and then delivered breaks nothing', () => {
    const center = withDelivery();
    const first = received(ID, center.now);
    center.write([attempted(center, 500, 5)], BY).wait(5);
    const second = received(ID, center.now);
    center.write([attempted(center, 200, null)], BY);
    const history = historyOf(center, { received: [first, second] });
    for (const judge of [
      attemptsFollowTheSchedule,
      attemptsWereMade,
      deliveriesEndOrGoOn,
      receiversGetWhatWasRequested,
    ])
      expect(judge(history)).toEqual([]);
  });

  it('that is tried before it is due, goes on after its end or ends too soon is named', () => {
    const early = withDelivery();
    early.write([attempted(early, 500, 10)], BY).wait(4);
    early.write([attempted(early, 200, null)], BY);
    expect(attemptsFollowTheSchedule(historyOf(early))).toEqual([expect.stringMatching(/began .*, due /)]);
    const again = withDelivery();
    again.write([attempted(again, 200, null)], BY).wait(1);
    again.write([attempted(again, 200, null)], BY);
    expect(attemptsFollowTheSchedule(historyOf(again))).toEqual([expect.stringMatching(/was the last attempt/)]);
    const hasty = withDelivery();
    hasty.write([attempted(hasty, 500, 3)], BY);
    expect(attemptsFollowTheSchedule(historyOf(hasty))).toEqual([expect.stringMatching(/sooner than after 4000 ms/)]);
    const given = withDelivery();
    given.write([attempted(given, 500, null)], BY);
    expect(attemptsFollowTheSchedule(historyOf(given))).toEqual([expect.stringMatching(/attempt 1 goes on never/)]);
  });

  it('that is cancelled without a 410 is named', () => {
    const center = withDelivery();
    center.write([attempted(center, 500, 5), ['DeliveryCancelled', { delivery_id: ID, reason: 'gone' }]], BY);
    expect(attemptsFollowTheSchedule(historyOf(center))).toEqual([expect.stringMatching(/was not told that/)]);
  });

  it('that nobody goes on with is named once it is late', () => {
    const center = withDelivery();
    expect(deliveriesEndOrGoOn(historyOf(center))).toEqual([]);
    center.wait(600);
    expect(deliveriesEndOrGoOn(historyOf(center))).toEqual([expect.stringMatching(/nothing was recorded since/)]);
  });
});

describe('a receiver', () => {
  it('that gets other bytes, something nobody requested, or more after the end is named', () => {
    const center = withDelivery();
    const at = center.now;
    const found = (...all: Parameters<typeof received>) =>
      receiversGetWhatWasRequested(historyOf(center, { received: [received(...all)] }));
    expect(found(ID, at, { body: '{"other":1}' })).toEqual([expect.stringMatching(/with another body/)]);
    expect(found(ID, at, { url: 'https://elsewhere.example/' })).toEqual([
      expect.stringMatching(/to https:..elsewhere/),
    ]);
    expect(found('unknown', at)).toEqual([expect.stringMatching(/nothing requested it/)]);
    center.write([attempted(center, 200, null)], BY);
    expect(found(ID, at + 2_000)).toEqual([expect.stringMatching(/: after DeliveryAttempted/)]);
    // Its sender was paused after it had read the log.
    const pause = { at: at + 1_000, what: 'pause of main', process: 'p1' };
    const after = (ms: number) =>
      receiversGetWhatWasRequested(historyOf(center, { received: [received(ID, at + ms)], incidents: [pause] }));
    expect([after(2_000), after(31_500)]).toEqual([[], [expect.stringMatching(/: after DeliveryAttempted/)]]);
  });

  it('that never got what is recorded as answered is named', () => {
    const center = withDelivery();
    center.write([attempted(center, 200, null)], BY);
    expect(attemptsWereMade(historyOf(center))).toEqual([expect.stringMatching(/1 attempts were answered, 0 arrived/)]);
  });
});
