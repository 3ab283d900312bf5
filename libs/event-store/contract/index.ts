import type { EventStore } from '../event-store.js';
import { StoreUnavailableError } from '../event-store.js';
import { appending } from './appending.js';
import { following } from './following.js';
import { reading } from './reading.js';
import { repeating } from './repeating.js';
import { SkippedEvents } from '../skipped-events.js';
import { resuming } from './resuming.js';
import {
  contractSchemas,
  eventsOf,
  followUntil,
  ids,
  newPrefix,
  newStream,
  notes,
  readAll,
  rejection,
} from './subject.js';
import type { ContractSubject, OpenSubject } from './subject.js';
import { unreadable } from './unreadable.js';

export { contractSchemas, reopenable } from './subject.js';
export type { ContractSubject, OpenSubject } from './subject.js';

/** The contract of the event store port: one suite, run on each adapter (docs/architecture.md#ports). */
export function eventStoreContract(name: string, open: OpenSubject): void {
  describe(`event store: ${name}`, () => {
    let subject: ContractSubject;
    const skipped = new SkippedEvents();
    const store = (): EventStore => subject.store;

    beforeAll(async () => {
      subject = await open({ upcast: contractSchemas.upcast, skipped });
    });
    afterAll(() => subject.dispose());

    appending(store);
    repeating(store);
    reading(store);
    following(store);
    unreadable(store, skipped);
    resuming(store);
  });

  closing(name, open);
}

function closing(name: string, open: OpenSubject): void {
  describe(`event store: ${name}, closed`, () => {
    let subject: ContractSubject;
    beforeEach(async () => {
      subject = await open({ upcast: contractSchemas.upcast });
    });
    afterEach(() => subject.dispose());

    it('has finished what was being appended, ended its followers, and does nothing more', async () => {
      const { store } = subject;
      const stream = newStream();
      const follower = followUntil(store, { prefixes: [stream] }, () => false);
      const appended = Promise.all([store.append(stream, notes(2), 'no_stream'), store.append(stream, notes(1), 1)]);
      await store.close();
      expect((await appended).map(({ revision }) => revision)).toEqual([1, 2]);
      await follower;
      expect(await rejection(store.append(stream, notes(1), 2))).toBeInstanceOf(StoreUnavailableError);
      expect(await rejection(store.read(stream, { limit: 1 }))).toBeInstanceOf(StoreUnavailableError);
      await store.close();
    });

    it('keeps everything for the next one that opens it', async () => {
      const { store, reopen } = subject;
      if (!reopen) return;
      const prefix = newPrefix();
      const events = notes(5);
      const answer = await store.append(`${prefix}a`, events, 'no_stream');
      const [first] = await followUntil(store, { prefixes: [prefix], batchSize: 2 }, () => true);
      const again = await reopen();
      expect(ids(await readAll(again, `${prefix}a`))).toEqual(ids(events));
      expect(await again.append(`${prefix}a`, events, 'no_stream')).toEqual(answer);
      const rest = await followUntil(again, { prefixes: [prefix], after: first!.position! });
      // One or two: a batch has the events that have arrived by then.
      expect(first!.events.length).toBeGreaterThan(0);
      expect(ids(eventsOf([first!, ...rest]))).toEqual(ids(events));
    });
  });
}
