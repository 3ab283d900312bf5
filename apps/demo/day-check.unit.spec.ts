import type { Call } from './api.js';
import { BY_LAW, isOpen, PLACES } from './calling-hours.js';
import { DayCheck } from './day-check.js';
import type { SeedData } from './seed-data.js';
import { afterOpening } from './simulated-time.js';

const [BERLIN] = PLACES;
const TOKYO = PLACES.at(-1)!;

const seedData: SeedData = {
  ...{ lists: [], outcomes: {} as SeedData['outcomes'] },
  people: new Map([
    ['ada', 'Ada Adler'],
    ['ben', 'Ben Berg'],
    ['eto', 'Eto Endo'],
  ]),
  places: new Map([
    ['ada', BERLIN!],
    ['ben', BERLIN!],
    ['eto', TOKYO],
  ]),
  hours: new Map([
    ['spring', BY_LAW],
    ['callbacks', BY_LAW],
  ]),
  callbackList: 'callbacks',
  callbacksPerDay: 2,
};

function call(contact_id: string, minute: number, from = 'spring', callbackAt: number | null = null): Call {
  const callback_at = callbackAt === null ? null : afterOpening(callbackAt);
  return {
    ...{ call_id: 'c', contact_id, smart_list_id: from, result: null, attempt_number: 1 },
    dispatched_at: afterOpening(minute),
    snapshot: { name: from, callback_at },
  };
}

/** A day on which Mia has agreed to call Ada in the minute 60. */
function dayWithCallback(): DayCheck {
  const check = new DayCheck(seedData);
  const first = call('ada', 0);
  check.dispatched('Mia', first);
  const disposition = 'Call back later';
  check.ended('Mia', first, { result: 'answered', disposition, callbackAt: afterOpening(60) });
  return check;
}

describe('what the demo checks of a day', () => {
  it('a call outside of the hours of its list, by the clock where the contact is', () => {
    const check = new DayCheck(seedData);
    // 20:59 and 21:00 in Tokyo; in Berlin hours are open.
    check.dispatched('Mia', call('eto', 3 * 60 + 59));
    expect(check.violations).toEqual([]);
    check.dispatched('Mia', call('eto', 4 * 60));
    check.dispatched('Mia', call('ada', 4 * 60));
    expect(check.violations).toEqual(['Eto Endo was dialed at Mon 13:00 outside of the calling hours of the contact.']);
  });

  it('a callback goes to its owner, and to others after 15 minutes', () => {
    for (const [agent, minute] of [
      ['Mia', 60],
      ['Zoe', 75],
    ] as const) {
      const check = dayWithCallback();
      expect(check.callbacks).toEqual({ keptByOwner: 0, keptByOthers: 0, toCome: 1 });
      check.dispatched(agent, call('ada', minute, 'callbacks', 60));
      expect(check.violations).toEqual([]);
      const isOwner = agent === 'Mia';
      expect(check.callbacks).toEqual({ keptByOwner: Number(isOwner), keptByOthers: Number(!isOwner), toCome: 0 });
    }
  });

  it.each([
    ['a callback before its time', 'Mia', call('ada', 59, 'callbacks', 60), 'before the time of its callback'],
    ['a callback for another agent', 'Zoe', call('ada', 74, 'callbacks', 60), 'by Zoe instead of Mia'],
    [
      'a callback that nobody agreed on',
      'Mia',
      call('ben', 50, 'callbacks', 50),
      'as a callback that nobody agreed on',
    ],
    ['another call before it', 'Mia', call('ada', 30, 'callbacks'), 'before its callback, from the list that bears it'],
    ['another call for its owner', 'Mia', call('ben', 60), 'while Ada Adler had a callback for Mia'],
    ['another call once its owner has let it pass', 'Zoe', call('ben', 75), 'while Ada Adler had a callback for Zoe'],
  ])('%s is wrong', (_, agent, dispatched, how) => {
    const check = dayWithCallback();
    check.dispatched(agent, dispatched);
    expect(check.violations).toHaveLength(1);
    expect(check.violations[0]).toContain(how);
  });

  it('a callback that cannot be dialed keeps no agent waiting', () => {
    const inCall = dayWithCallback();
    inCall.dispatched('Zoe', call('ada', 58));
    const barred = dayWithCallback();
    const again = call('ada', 20);
    barred.dispatched('Zoe', again);
    barred.ended('Zoe', again, { result: 'answered', disposition: 'Do not call again' });
    const early = dayWithCallback();
    early.dispatched('Zoe', call('ben', 70));
    for (const check of [inCall, barred]) check.dispatched('Mia', call('ben', 60));
    expect([inCall, barred, early].flatMap(({ violations }) => violations)).toEqual([]);
  });

  it('hours by law are open somewhere at any time, in summer and in winter', () => {
    for (const day of ['2026-01-05', '2026-07-05', '2026-03-20', '2026-10-28']) {
      for (let quarter = 0; quarter < 96; quarter += 1) {
        const at = new Date(Date.parse(day) + quarter * 900_000).toISOString();
        expect([at, PLACES.some(({ timeZone }) => isOpen(BY_LAW, timeZone, at))]).toEqual([at, true]);
      }
    }
  });
});
