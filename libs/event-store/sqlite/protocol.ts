import type { FirstMessage } from './writing-thread.js';

/**
 * Messages between the thread of the store and its writer's worker. One message holds many appends, as flat arrays of
 * texts and numbers: cloning nested objects would cost more than writing them.
 */

/** The worker's start data. */
export interface WriterData {
  readonly file: string;
  /** Largest size of the file, in pages; only for tests of a full disk. */
  readonly maxPageCount: number | undefined;
}

/** Appends gathered in one tick, in order. */
export interface AppendsMessage {
  readonly kind: 'appends';
  readonly streams: string[];
  /** Expected revisions; {@link NO_STREAM} for a stream that must not exist. */
  readonly expected: number[];
  /** The number of events of each append. */
  readonly counts: number[];
  /** id, type, data and metadata of all events; metadata '' means that of the event before. */
  readonly texts: string[];
}

export type ToWriter =
  AppendsMessage | { readonly kind: 'close' } | { readonly kind: 'limit_pages'; readonly maxPageCount: number };

export type Answer =
  /**
   * A transaction was committed. Two numbers for each of its appends, in the order in which they were sent: the
   * revision and position of its last event, or the actual revision and {@link REFUSED} if another one was expected.
   */
  | { readonly kind: 'committed'; readonly results: number[] }
  /** A transaction was rolled back: none of its `appends`, the first ones sent and not answered, was written. */
  | { readonly kind: 'failed'; readonly appends: number; readonly sentence: string }
  | { readonly kind: 'pages_limited' };

export type FromWriter = FirstMessage | Answer;

/** The revision of a stream that does not exist. */
export const NO_STREAM = -1;

/** In place of a position: the append was refused. Positions begin at 1. */
export const REFUSED = 0;
