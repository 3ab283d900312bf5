import { setImmediate } from 'node:timers/promises';
import type { StreamingRead } from '@eventstore/db-client';
import { StoreUnavailableError } from '../event-store.js';
import { isChannelReplaced, isNotLeader, isStreamNotFound, shortReasonOf } from './faults.js';

/** Attempts of one read: the client may just have switched to another channel or node. */
const TRIES = 3;

/**
 * Reads until the call ends; empty for a stream that does not exist.
 * @param silence milliseconds without an event after which the read is given up
 * @param signal gives up at once; its reason is thrown
 * @throws StoreUnavailableError no answer, or not from the leader
 */
export async function readBounded<Event>(
  start: () => StreamingRead<Event>,
  silence: number,
  signal: AbortSignal,
): Promise<Event[]> {
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await collect(start(), silence, signal);
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      if (error === signal.reason) throw error;
      if (tries === TRIES || !(isNotLeader(error) || isChannelReplaced(error))) {
        throw new StoreUnavailableError(`The event store cannot be read: ${shortReasonOf(error)}.`, { cause: error });
      }
      // The client learns of the error at the same time, and switches within this turn of the event loop.
      await setImmediate();
    }
  }
}

function collect<Event>(read: StreamingRead<Event>, silence: number, signal: AbortSignal): Promise<Event[]> {
  return new Promise((resolve, reject) => {
    const events: Event[] = [];
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      settle();
    };
    const giveUp = (reason: Error): void => {
      // The error listener stays: without it, a late error would be uncaught and end the process.
      finish(() => reject(reason));
      void read.cancel().catch(() => undefined);
    };
    const abort = (): void => giveUp(signal.reason as Error);
    const timer = setTimeout(() => giveUp(new Error('no answer in time')), silence);
    signal.addEventListener('abort', abort);
    read.on('data', (event: Event) => {
      events.push(event);
      timer.refresh();
    });
    read.on('end', () => finish(() => resolve(events)));
    read.on('error', (error: Error) => finish(() => reject(error)));
  });
}
