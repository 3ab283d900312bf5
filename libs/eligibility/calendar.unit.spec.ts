import fc from 'fast-check';
import { localDay } from './calendar.js';

const HOUR = 3_600_000;
const zones = Intl.supportedValuesOf('timeZone');
const day = (zone: string, at: string): readonly [string, string] => {
  const { starts, ends } = localDay(zone, Date.parse(at));
  return [new Date(starts).toISOString().slice(0, 16), new Date(ends).toISOString().slice(0, 16)];
};

/** Local dates as text, one formatter a zone, without any of the code under test. */
const formats = new Map<string, Intl.DateTimeFormat>();
function dateIn(zone: string, t: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format.format(t);
}

/**
 * The definition, minute by minute: a day begins when the clock first shows its date, and ends when it first shows the
 * next one.
 */
function slowDay(zone: string, t: number): { readonly starts: number; readonly ends: number } {
  const minute = (at: number): number => Math.floor(at / 60_000) * 60_000;
  let latest = '';
  let starts = 0;
  for (let at = minute(t) - 30 * HOUR; ; at += 60_000) {
    const date = dateIn(zone, at);
    if (date <= latest) continue;
    if (at > t) return { starts, ends: at };
    [latest, starts] = [date, at];
  }
}

describe('the day of an instant', () => {
  it('begins and ends at midnight of the zone, not of Greenwich', () => {
    expect(day('UTC', '2030-01-15T00:00:00.000Z')).toEqual(['2030-01-15T00:00', '2030-01-16T00:00']);
    expect(day('UTC', '2030-01-14T23:59:59.999Z')).toEqual(['2030-01-14T00:00', '2030-01-15T00:00']);
    expect(day('America/New_York', '2030-01-14T04:59:59.999Z')).toEqual(['2030-01-13T05:00', '2030-01-14T05:00']);
    expect(day('america/new_york', '2030-01-14T05:00:00.000Z')).toEqual(['2030-01-14T05:00', '2030-01-15T05:00']);
    expect(day('Asia/Kathmandu', '2030-01-17T18:14:59.999Z')).toEqual(['2030-01-16T18:15', '2030-01-17T18:15']);
    expect(day('Pacific/Kiritimati', '2030-01-17T10:00:00.000Z')).toEqual(['2030-01-17T10:00', '2030-01-18T10:00']);
  });

  it('has 23 and 25 hours where the clock is changed by night, and 24 and a half on Lord Howe Island', () => {
    expect(day('America/New_York', '2030-03-10T05:00:00.000Z')).toEqual(['2030-03-10T05:00', '2030-03-11T04:00']);
    expect(day('America/New_York', '2030-11-03T04:00:00.000Z')).toEqual(['2030-11-03T04:00', '2030-11-04T05:00']);
    expect(day('Australia/Lord_Howe', '2025-04-05T16:00:00.000Z')).toEqual(['2025-04-05T13:00', '2025-04-06T13:30']);
  });

  it('begins at one where there is no midnight', () => {
    expect(day('America/Santiago', '2024-09-08T04:00:00.000Z')).toEqual(['2024-09-08T04:00', '2024-09-09T03:00']);
    expect(day('Asia/Beirut', '2024-03-30T22:00:00.000Z')).toEqual(['2024-03-30T22:00', '2024-03-31T21:00']);
    expect(day('America/Havana', '2024-03-10T05:00:00.000Z')).toEqual(['2024-03-10T05:00', '2024-03-11T04:00']);
  });

  it('begins at the first of two midnights, and at the second where the first was still the day before', () => {
    expect(day('America/Havana', '2024-11-03T05:30:00.000Z')).toEqual(['2024-11-03T04:00', '2024-11-04T05:00']);
    expect(day('America/Santiago', '2024-04-07T03:30:00.000Z')).toEqual(['2024-04-06T03:00', '2024-04-07T04:00']);
  });

  it('continues when clocks are set back into the day before: it does not begin again', () => {
    const sunday = ['2010-11-07T02:30', '2010-11-08T03:30'];
    expect(day('America/St_Johns', '2010-11-07T02:30:00.000Z')).toEqual(sunday);
    expect(dateIn('America/St_Johns', Date.parse('2010-11-07T02:31:00.000Z'))).toBe('2010-11-06');
    expect(day('America/St_Johns', '2010-11-07T02:31:00.000Z')).toEqual(sunday);
    expect(day('America/St_Johns', '2010-11-07T03:30:00.000Z')).toEqual(sunday);
  });

  it('ends with the next existing date, if one was skipped or three hours were repeated', () => {
    expect(day('Pacific/Apia', '2011-12-30T09:59:59.999Z')).toEqual(['2011-12-29T10:00', '2011-12-30T10:00']);
    expect(day('Pacific/Apia', '2011-12-30T10:00:00.000Z')).toEqual(['2011-12-30T10:00', '2011-12-31T10:00']);
    expect(day('Antarctica/Casey', '2021-03-13T14:00:00.000Z')).toEqual(['2021-03-12T13:00', '2021-03-13T16:00']);
  });

  it('fits the definition in every zone, around every kind of night', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, t) => {
        expect(localDay(zone, t)).toEqual(slowDay(zone, t));
      }),
      { numRuns: 400 },
    );
  });

  it('fits the definition on the days on which clocks change', () => {
    const changing = [
      ...['America/Santiago', 'America/Havana', 'America/St_Johns', 'America/Sao_Paulo', 'Asia/Beirut', 'Asia/Gaza'],
      ...['Africa/Casablanca', 'Antarctica/Casey', 'Antarctica/Troll', 'Australia/Lord_Howe', 'Pacific/Apia'],
    ];
    for (const zone of changing)
      for (const t of [...changesOf(zone, 2010), ...changesOf(zone, 2011), ...changesOf(zone, 2021)])
        for (const near of [t - 24 * HOUR, t - 1, t, t + 24 * HOUR])
          expect([zone, near, localDay(zone, near)]).toEqual([zone, near, slowDay(zone, near)]);
  });

  it('is computed once for a year of a zone, however the zone is spelled', () => {
    const { DateTimeFormat } = Intl;
    let made = 0;
    Intl.DateTimeFormat = class extends DateTimeFormat {
      constructor(...args: ConstructorParameters<typeof DateTimeFormat>) {
        super(...args);
        made += 1;
      }
    } as typeof DateTimeFormat;
    try {
      // A year that no other test of the file reads.
      for (const zone of ['Pacific/Chatham', 'pacific/chatham', 'PACIFIC/Chatham'])
        localDay(zone, Date.UTC(1980, 5, 1));
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
    expect(made).toBe(1);
  });

  it('is refused in a zone that this Node.js does not know', () => {
    const refusal = { code: 'unavailable', detail: expect.stringContaining('the time zone America/Unknown_City.') };
    for (let time = 0; time < 2; time += 1)
      expect(() => localDay('America/Unknown_City', 0)).toThrow(expect.objectContaining(refusal));
  });

  it('takes less than a millisecond once a zone and year are cached', () => {
    const page = Array.from({ length: 100 }, (_, n) => Date.UTC(2029, 2, 1) + n * 26 * HOUR);
    localDay('America/New_York', page[0]!);
    const before = performance.now();
    for (let round = 0; round < 100; round++) for (const t of page) localDay('America/New_York', t);
    // A hundred pages, with a large margin for a busy machine.
    expect(performance.now() - before).toBeLessThan(500);
  });
});

/** The instants of a year, to the quarter hour, at which the clocks of a zone change. */
function changesOf(zone: string, year: number): readonly number[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const ahead = (t: number): number => Date.parse(`${format.format(t).replace(' ', 'T')}:00Z`) - t;
  const changes: number[] = [];
  for (let t = Date.UTC(year, 0, 1); t < Date.UTC(year + 1, 0, 1); t += HOUR)
    if (ahead(t + HOUR) !== ahead(t))
      for (let quarter = t + HOUR / 4; quarter <= t + HOUR; quarter += HOUR / 4)
        if (ahead(quarter) !== ahead(quarter - HOUR / 4)) changes.push(quarter);
  return changes;
}
