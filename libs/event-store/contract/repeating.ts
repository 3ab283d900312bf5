import { WrongExpectedRevisionError } from '../event-store.js';
import type { EventStore } from '../event-store.js';
import { ids, newStream, note, notes, readAll, rejection } from './subject.js';

/** A repeated append: recognised by the ids of its events, in order, from the one after the expected revision. */
export function repeating(store: () => EventStore): void {
  describe('an append repeated', () => {
    it('is answered like the first time and writes nothing', async () => {
      const stream = newStream();
      const [first, second] = [notes(3), notes(2)];
      const answers = [await store().append(stream, first, 'no_stream'), await store().append(stream, second, 2)];
      await store().append(stream, notes(4), 4);
      expect(await store().append(stream, first, 'no_stream')).toEqual(answers[0]);
      expect(await store().append(stream, second, 2)).toEqual(answers[1]);
      expect(await readAll(store(), stream)).toHaveLength(9);
    });

    it('is written once however many are under way', async () => {
      const stream = newStream();
      const events = notes(2);
      const answers = await Promise.all(Array.from({ length: 20 }, () => store().append(stream, events, 'no_stream')));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(ids(await readAll(store(), stream))).toEqual(ids(events));
    });

    it('is recognised by its ids alone', async () => {
      const stream = newStream();
      const event = note({ text: 'first' });
      const answer = await store().append(stream, [event], 'no_stream');
      expect(await store().append(stream, [{ ...note({ text: 'other' }), id: event.id }], 'no_stream')).toEqual(answer);
      expect((await readAll(store(), stream))[0]!.data).toEqual({ text: 'first' });
    });

    it('is recognised where it was the beginning of a longer one', async () => {
      const stream = newStream();
      const events = notes(3);
      await store().append(stream, events, 'no_stream');
      expect((await store().append(stream, events.slice(0, 2), 'no_stream')).revision).toBe(1);
      expect(await readAll(store(), stream)).toHaveLength(3);
    });

    it.each<[string, (events: ReturnType<typeof notes>) => ReturnType<typeof notes>]>([
      ['with one event more', (events) => [...events, note()]],
      ['with another event at its end', (events) => [...events.slice(0, -1), note()]],
      ['with another event at its beginning', (events) => [note(), ...events.slice(1)]],
      ['in another order', (events) => events.toReversed()],
    ])('%s is another one, and comes too late', async (_, change) => {
      const stream = newStream();
      const events = notes(3);
      await store().append(stream, events, 'no_stream');
      const error = await rejection(store().append(stream, change(events), 'no_stream'));
      expect(error).toBeInstanceOf(WrongExpectedRevisionError);
      expect(error).toMatchObject({ expected: 'no_stream', actual: 2 });
      expect(ids(await readAll(store(), stream))).toEqual(ids(events));
    });

    it('is compared with nothing at the present revision', async () => {
      const stream = newStream();
      const events = notes(2);
      await store().append(stream, events, 'no_stream');
      expect((await store().append(stream, events, 1)).revision).toBe(3);
      expect(ids(await readAll(store(), stream))).toEqual(ids([...events, ...events]));
    });

    it('to another stream is another append', async () => {
      const events = notes(2);
      const [one, other] = [newStream(), newStream()];
      await store().append(one, events, 'no_stream');
      await store().append(other, events, 'no_stream');
      expect(ids(await readAll(store(), other))).toEqual(ids(events));
    });
  });
}
