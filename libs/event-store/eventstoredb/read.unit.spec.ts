import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { StreamingRead } from '@eventstore/db-client';
import { rejection } from '../contract/subject.js';
import { StoreUnavailableError } from '../event-store.js';
import { readBounded } from './read.js';

/** The part of a read of the client that is used: events, then an end or an error. */
class Read extends EventEmitter {
  cancelled = false;

  async cancel(): Promise<void> {
    this.cancelled = true;
  }
}

type Course = (read: Read) => void;

const brings =
  (...events: readonly string[]): Course =>
  (read) => {
    for (const event of events) read.emit('data', event);
    read.emit('end');
  };
const fails =
  (error: object): Course =>
  (read) =>
    read.emit('error', error);
const silence: Course = () => undefined;

const NOT_LEADER = Object.assign(new Error('5 NOT_FOUND: Leader info available'), { type: 'not-leader' });
const REPLACED = new Error('Channel has been shut down');
const BROKEN = Object.assign(new Error('14 UNAVAILABLE: Connection dropped'), { type: 'unavailable' });
const MISSING = Object.assign(new Error('a-1 not found'), { type: 'stream-not-found' });

describe('a read of EventStoreDB', () => {
  let reads: Read[];
  let closed: AbortController;

  beforeEach(() => {
    reads = [];
    closed = new AbortController();
  });

  /** Reads that take one course after another. */
  const read = (courses: readonly Course[], ms = 60_000): Promise<string[]> => {
    const start = (): StreamingRead<string> => {
      const course = courses[reads.length]!;
      const next = new Read();
      reads.push(next);
      queueMicrotask(() => course(next));
      return next as unknown as StreamingRead<string>;
    };
    return readBounded(start, ms, closed.signal);
  };

  it('returns what the server sends', async () => {
    expect(await read([brings('a', 'b')])).toEqual(['a', 'b']);
    expect(reads).toHaveLength(1);
  });

  it('is empty for a stream that does not exist', async () => {
    expect(await read([fails(MISSING)])).toEqual([]);
  });

  it.each([
    ['another node leads', NOT_LEADER],
    ['the client has gone over to another channel', REPLACED],
  ])('is repeated when %s, from its beginning, twice at most', async (_, error) => {
    const half: Course = (read) => (read.emit('data', 'lost'), read.emit('error', error));
    expect(await read([half, fails(error), brings('a')])).toEqual(['a']);
    reads = [];
    const refused = await rejection(read([fails(error), fails(error), fails(error), brings('a')]));
    expect(refused).toBeInstanceOf(StoreUnavailableError);
    expect((refused as Error).cause).toBe(error);
    expect(reads).toHaveLength(3);
  });

  it('is not repeated after any other error', async () => {
    const refused = await rejection(read([fails(BROKEN), brings('a')]));
    expect(refused).toEqual(new StoreUnavailableError('The event store cannot be read: Connection dropped.'));
    expect(reads).toHaveLength(1);
  });

  it('is abandoned after a silence, and later events are ignored', async () => {
    const refused = await rejection(read([silence], 1));
    expect(refused).toEqual(new StoreUnavailableError('The event store cannot be read: no answer in time.'));
    expect(reads[0]!.cancelled).toBe(true);
    expect(() => reads[0]!.emit('error', BROKEN)).not.toThrow();
  });

  it('ends at once when the store is closed, with its error', async () => {
    const reading = rejection(read([silence]));
    const reason = new StoreUnavailableError('The event store is closed.');
    closed.abort(reason);
    expect(await Promise.race([reading, setImmediate('it still reads')])).toBe(reason);
    expect(reads[0]!.cancelled).toBe(true);
    expect(await rejection(read([brings('a')]))).toBe(reason);
    expect(reads).toHaveLength(1);
  });
});
