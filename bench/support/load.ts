import { runChild } from './child.js';
import type { AutocannonResult } from './tools.js';

interface Base {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Ends after this number of requests instead. */
  readonly requests?: number;
  /** Requests a second, of all connections together; absent: no limit. */
  readonly rate?: number;
  /** Makes the Idempotency-Keys and names of this load unique. */
  readonly salt: string;
}

/** A load for the load generator. The requests of both sides are written by the same code. */
export type Load =
  | (Base & { readonly kind: 'lists' })
  | (Base & { readonly kind: 'echo' })
  /** New workspaces; the key is the admin token. */
  | (Base & { readonly kind: 'workspaces' })
  | (Base & { readonly kind: 'pages'; readonly paths: readonly string[] })
  /** Changes of lists in turn. */
  | (Base & { readonly kind: 'changes'; readonly lists: readonly string[] })
  /** New contacts by 1,000, each put on a list by batches of 100; `first` is the number of the first contact. */
  | (Base & { readonly kind: 'imports'; readonly list: string; readonly first: number })
  /** One call after the other on each connection: dispatched, then ended. */
  | (Base & { readonly kind: 'calls' })
  | (Base & {
      readonly kind: 'batches';
      readonly lists: readonly string[];
      readonly contacts: number;
      readonly perBatch: number;
      /** The number of the first batch; batch b names contacts of list b ÷ (contacts ÷ perBatch). */
      readonly first: number;
    });

/** What a load generator counts besides answers. */
export interface Counts {
  /** Members inserted by batches. */
  inserted: number;
  /** Number of answers with Projection-Lag. */
  lagging: number;
  /** The number of the batch after the last one; of imports, of the contact after it. */
  next: number;
  /** Seconds from the first request to the last answer of batches; the load generator's own figure is rounded. */
  span: number;
}

export interface LoadResult extends AutocannonResult, Readonly<Counts> {}

/** Makes the headers of a request. */
export type Headers = () => Record<string, string>;

/**
 * Sends a load and returns its counts.
 * @throws Error unless every answer was 2xx: a figure that includes refusals is meaningless.
 */
export async function send(load: Load): Promise<LoadResult> {
  const { answer } = await runChild<Load, LoadResult>('./load.process.js', load);
  if (answer.errors + answer.timeouts + answer.non2xx > 0) {
    throw new Error(`${load.kind}: ${answer.errors} errors, ${answer.timeouts} timeouts, ${answer.non2xx} not 2xx`);
  }
  return answer;
}

/** Answers per second. */
export function rate(result: LoadResult): number {
  return result['2xx'] / result.duration;
}
