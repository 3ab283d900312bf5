import fc from 'fast-check';
import { type HoursInZones, isOpen, nextOpening, type OpenHours, OPENING_DAYS, WEEKDAYS } from './calling-hours.js';
import { takeUnknownZones } from '../zones/unknown-zones.js';

const [MINUTE, DAY] = [60_000, 86_400_000];
const ALL_DAYS = [...WEEKDAYS];

const hours = (intervals: OpenHours['intervals'], closed_dates: readonly string[] = []): OpenHours => ({
  intervals,
  closed_dates,
});
const at = (text: string): number => Date.parse(text);
const next = (given: OpenHours, zone: string, from: string): string | null => {
  const found = nextOpening([{ hours: given, zones: [zone] }], at(from));
  return found === null ? null : new Date(found).toISOString();
};

/** Date, weekday and time as a clock on the wall shows them, without any of the code under test. */
const formats = new Map<string, Intl.DateTimeFormat>();
function wallClock(zone: string, t: number): { date: string; day: (typeof WEEKDAYS)[number]; time: string } {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(t).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']}`,
    day: parts['weekday']!.toLowerCase() as (typeof WEEKDAYS)[number],
    time: `${parts['hour']}:${parts['minute']}`,
  };
}

/** The definition: what the clock shows lies on no closed date, and in an interval of its day or of the day before. */
function slowIsOpen({ intervals, closed_dates }: OpenHours, zone: string, t: number): boolean {
  const { date, day, time } = wallClock(zone, t);
  if (closed_dates.includes(date)) return false;
  const before = WEEKDAYS[(WEEKDAYS.indexOf(day) + 6) % 7]!;
  return intervals.some(({ days, from, to }) =>
    to > from
      ? days.includes(day) && time >= from && time < to
      : (days.includes(day) && time >= from) || (days.includes(before) && time < to),
  );
}

/** Minute by minute, within some days. */
function slowNextOpening(all: readonly HoursInZones[], t: number, end: number): number | null {
  const areOpen = (u: number) => all.every((each) => each.zones.every((zone) => slowIsOpen(each.hours, zone, u)));
  if (areOpen(t)) return t;
  for (let u = Math.floor(t / MINUTE) * MINUTE + MINUTE; u < end; u += MINUTE) if (areOpen(u)) return u;
  return null;
}

const DAYTIME = hours([{ days: ALL_DAYS, from: '09:00', to: '17:00' }]);
const NEW_YORK = 'America/New_York';

describe('calling hours', () => {
  it('are open from their beginning to their end, by the clock of the zone', () => {
    expect(isOpen(DAYTIME, NEW_YORK, at('2030-11-25T13:59:59.999Z'))).toBe(false);
    expect(isOpen(DAYTIME, NEW_YORK, at('2030-11-25T14:00:00.000Z'))).toBe(true);
    expect(isOpen(DAYTIME, NEW_YORK, at('2030-11-25T21:59:59.999Z'))).toBe(true);
    expect(isOpen(DAYTIME, NEW_YORK, at('2030-11-25T22:00:00.000Z'))).toBe(false);
    expect(next(DAYTIME, NEW_YORK, '2030-11-25T14:10:11.012Z')).toBe('2030-11-25T14:10:11.012Z');
    expect(next(DAYTIME, NEW_YORK, '2030-11-25T22:00:00.000Z')).toBe('2030-11-26T14:00:00.000Z');
  });

  it('go on after midnight, and a closed date closes what lies on it', () => {
    const night = [{ days: ['fri'], from: '20:00', to: '02:00' }] as const;
    const closed = hours(night, ['2030-12-14', '2030-12-20']);
    expect(next(hours(night), 'Europe/Berlin', '2030-12-07T00:59:59.999Z')).toBe('2030-12-07T00:59:59.999Z');
    expect(next(hours(night), 'Europe/Berlin', '2030-12-07T01:00:00.000Z')).toBe('2030-12-13T19:00:00.000Z');
    expect(next(closed, 'Europe/Berlin', '2030-12-13T23:00:00.000Z')).toBe('2030-12-20T23:00:00.000Z');
  });

  it('begin with the leap where the clock leaps over their beginning', () => {
    const early = hours([{ days: ['sun'], from: '02:30', to: '04:00' }]);
    expect(next(early, NEW_YORK, '2031-03-08T22:00:00.000Z')).toBe('2031-03-09T07:00:00.000Z');
    expect(next(early, NEW_YORK, '2031-03-09T08:00:00.000Z')).toBe('2031-03-16T06:30:00.000Z');
  });

  it('are open twice where the clock shows them twice', () => {
    const odd = hours([{ days: ['sun'], from: '01:00', to: '01:30' }]);
    expect(next(odd, NEW_YORK, '2031-11-01T22:00:00.000Z')).toBe('2031-11-02T05:00:00.000Z');
    expect(next(odd, NEW_YORK, '2031-11-02T05:30:00.000Z')).toBe('2031-11-02T06:00:00.000Z');
    expect(next(odd, NEW_YORK, '2031-11-02T06:30:00.000Z')).toBe('2031-11-09T06:00:00.000Z');
  });

  it('are open all day from 00:00 to 24:00, and until midnight to 00:00', () => {
    const allDay = hours([{ days: ALL_DAYS, from: '00:00', to: '24:00' }]);
    const evening = hours([{ days: ['mon'], from: '22:00', to: '00:00' }]);
    expect(next(allDay, 'UTC', '2030-01-01T23:59:59.999Z')).toBe('2030-01-01T23:59:59.999Z');
    expect(isOpen(evening, 'UTC', at('2030-11-25T23:59:59.999Z'))).toBe(true);
    expect(isOpen(evening, 'UTC', at('2030-11-26T00:00:00.000Z'))).toBe(false);
  });

  it('of several zones are open where all are, and not at all where that is on none of the next 400 days', () => {
    const zones = ['America/Adak', 'America/Anchorage'];
    const found = nextOpening([{ hours: DAYTIME, zones }], at('2031-01-13T06:00:00.000Z'));
    expect(new Date(found!).toISOString()).toBe('2031-01-13T19:00:00.000Z');
    const morning = hours([{ days: ['mon'], from: '00:00', to: '12:00' }]);
    const never = [morning, hours([{ days: ['mon'], from: '12:00', to: '24:00' }])];
    expect(
      nextOpening(
        never.map((each) => ({ hours: each, zones: ['UTC'] })),
        at('2031-01-13T06:00:00.000Z'),
      ),
    ).toBe(null);
    const dates = Array.from({ length: 402 }, (_, n) =>
      new Date(at('2031-01-01') + n * DAY).toISOString().slice(0, 10),
    );
    const closed = (days: number) =>
      next(hours(DAYTIME.intervals, dates.slice(0, days)), 'UTC', '2031-01-01T09:00:00.000Z');
    expect(closed(OPENING_DAYS - 1)).toBe('2032-02-04T09:00:00.000Z');
    expect(closed(OPENING_DAYS)).toBe(null);
  });

  it('need nothing where there are none', () => {
    expect(nextOpening([], 7)).toBe(7);
  });

  const time = (most: number) =>
    fc
      .integer({ min: 0, max: most })
      .map((q) => `${String(Math.floor(q / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][q % 4]}`);
  const interval = fc
    .record({ days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), from: time(95), to: time(96) })
    .filter(({ from, to }) => from !== to);
  // Days around changes of clocks: on both hemispheres, of half an hour, of a whole day, and a minute after midnight.
  const changes = [
    '2030-03-10',
    '2030-11-03',
    '2030-03-31',
    '2030-10-27',
    '2025-04-06',
    '2025-10-05',
    '2011-12-30',
    '2020-10-04',
    '2010-03-14',
  ];
  const zone = fc.constantFrom(
    ...[
      NEW_YORK,
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'America/Santiago',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'UTC',
      'Antarctica/Casey',
      'America/St_Johns',
    ],
  );
  const instant = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
    .map(([date, ms]) => at(date) + ms);
  const drawn = instant.chain((t) => {
    const date = fc.integer({ min: -2, max: 3 }).map((n) => new Date(t + n * DAY).toISOString().slice(0, 10));
    const open = fc.record({
      intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
      closed_dates: fc.array(date, { maxLength: 2 }),
    });
    const inZones = fc.record({ hours: open, zones: fc.uniqueArray(zone, { minLength: 1, maxLength: 2 }) });
    return fc.record({ t: fc.constant(t), all: fc.array(inZones, { minLength: 1, maxLength: 2 }) });
  });

  it('open exactly when a walk minute by minute over what clocks show says so', () => {
    const days = 3;
    fc.assert(
      fc.property(drawn, ({ t, all }) => {
        const slow = slowNextOpening(all, t, t + days * DAY);
        const found = nextOpening(all, t);
        expect(found !== null && found < t + days * DAY ? found : null).toBe(slow);
        const { hours: open, zones } = all[0]!;
        expect(isOpen(open, zones[0]!, t)).toBe(slowIsOpen(open, zones[0]!, t));
      }),
      { numRuns: 150 },
    );
  });
});

describe('hours in a zone that this Node.js does not know', () => {
  const always = hours([{ days: ALL_DAYS, from: '00:00', to: '24:00' }]);
  const [zone, t] = ['America/Unknown_City', at('2030-11-25T13:00:00.000Z')];

  it('are closed and open never, alone and beside others, and the zone is told of once', () => {
    takeUnknownZones();
    expect([isOpen(always, zone, t), isOpen(always, zone, t)]).toEqual([false, false]);
    expect(nextOpening([{ hours: always, zones: [NEW_YORK, zone] }], t)).toBeNull();
    expect(takeUnknownZones()).toEqual([zone]);
    expect(isOpen(always, NEW_YORK, t)).toBe(true);
    expect(takeUnknownZones()).toEqual([]);
  });

  it('are told of for ten zones at most', () => {
    for (let n = 0; n < 20; n += 1) isOpen(always, `${zone}_${n}`, t);
    expect(takeUnknownZones()).toHaveLength(10);
  });
});
