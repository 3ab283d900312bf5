import fc from 'fast-check';
import { testId } from '#kernel/testing';
import { type CopiedAppend, CopiedAppends } from './copied-appends.js';
import type { StoredEvent } from './decode.js';

/** One append of a service, of at most 1 MiB: its stream, events, bytes of each, and whether it has a link. */
const anAppend = fc.record({
  stream: fc.constantFrom('a', 'b', 'c'),
  events: fc.integer({ min: 1, max: 10 }),
  bytes: fc.constantFrom(10, 500, 100_000),
  isLinked: fc.boolean(),
});
type Append = typeof anAppend extends fc.Arbitrary<infer Value> ? Value : never;

const LINK = 'x'.repeat(43);

function written(appends: readonly Append[]): readonly (readonly StoredEvent[])[] {
  const ends = new Map<string, number>();
  let made = 0;
  return appends.map(({ stream, events, bytes, isLinked }) =>
    Array.from({ length: events }, (_, n) => {
      const revision = ends.get(stream) ?? 0;
      ends.set(stream, revision + 1);
      made += 1;
      const hasLink = isLinked && n === events - 1;
      const metadata = JSON.stringify({ n: made, ...(hasLink && { chain: { events, link: LINK } }) });
      const position = String(made).padStart(20, '0') as StoredEvent['position'];
      return { id: testId(made), stream, revision, position, type: 'T', data: `"${'d'.repeat(bytes)}"`, metadata };
    }),
  );
}

function gathered(log: readonly StoredEvent[], limits: { readonly events: number; readonly bytes: number }) {
  const appends = new CopiedAppends(limits);
  return [...log.flatMap((event) => appends.add(event)), ...appends.end()];
}

const revisionsOf = ({ first, events }: CopiedAppend): readonly number[] => events.map((_, n) => first + n);

describe('appends that are gathered for a copy', () => {
  it('hold every event of the log as it stands, in its order', () => {
    fc.assert(
      fc.property(fc.array(anAppend, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (appends, events) => {
        const log = written(appends).flat();
        const copied = gathered(log, { events, bytes: 300_000 }).flatMap((append) =>
          append.events.map(({ id, type, json, metadataJson }, n) => ({
            ...{ id, type, data: json, metadata: metadataJson },
            ...{ stream: append.stream, revision: append.first + n },
          })),
        );
        expect(copied).toEqual(log.map(({ position: _, ...event }) => event));
      }),
    );
  });

  it('hold each linked append whole, and no more than the limits unless one append does', () => {
    fc.assert(
      fc.property(fc.array(anAppend, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (appends, events) => {
        const log = written(appends);
        const bytes = 300_000;
        const copied = gathered(log.flat(), { events, bytes });
        const linked = log.filter((_, n) => appends[n]!.isLinked);
        for (const append of linked) {
          const [{ stream, revision }] = append as [StoredEvent];
          const holds = copied.filter((each) => each.stream === stream && revisionsOf(each).includes(revision));
          expect(holds).toHaveLength(1);
          expect(revisionsOf(holds[0]!)).toEqual(expect.arrayContaining(append.map((event) => event.revision)));
        }
        const sizeOf = (texts: readonly (string | undefined)[]): number =>
          texts.reduce((sum, text) => sum + text!.length, 0);
        for (const append of copied) {
          const size = sizeOf(append.events.flatMap(({ json, metadataJson }) => [json, metadataJson]));
          const isOver = append.events.length > events || size > bytes;
          const whole = log.find(([event]) => event!.stream === append.stream && event!.revision === append.first);
          if (isOver) expect(append.events).toHaveLength(appends[log.indexOf(whole!)]!.isLinked ? whole!.length : 1);
        }
      }),
    );
  });

  it('of events without a link, never have more data than an append may', () => {
    const log = written(
      Array.from({ length: 40 }, () => ({ stream: 'a', events: 1, bytes: 100_000, isLinked: false })),
    );
    const copied = gathered(log.flat(), { events: 10_000, bytes: Infinity });
    expect(copied.length).toBeGreaterThan(0);
    for (const { events } of gathered(log.flat(), { events: 10_000, bytes: 640 * 1_024 })) {
      expect(events.reduce((sum, { json }) => sum + json!.length, 0)).toBeLessThanOrEqual(640 * 1_024);
    }
  });
});
