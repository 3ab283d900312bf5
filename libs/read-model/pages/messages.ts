import type { IndexValue } from '#kernel';
import type { ErrorMessage } from '../thread/messages.js';

/** Requests to a thread that reads pages. */
export type ToPageHost =
  | { readonly kind: 'read'; readonly id: number; readonly name: string; readonly input: unknown }
  /** Other rows are read from now on. */
  | { readonly kind: 'exchange'; readonly path: string }
  | { readonly kind: 'close' };

/** Messages of a thread that reads pages. */
export type FromPageHost =
  /** The rows are open: pages can be read. */
  | { readonly kind: 'open' }
  | {
      readonly kind: 'found';
      readonly id: number;
      readonly json: string;
      readonly next: readonly IndexValue[] | undefined;
      /** What reads have noted since the message before. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly error: ErrorMessage;
      readonly notes: readonly string[];
    };
