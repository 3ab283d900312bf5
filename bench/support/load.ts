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

export interface LoadResult extends AutocannonResult {
  /** Members inserted by batches. */
  readonly inserted: number;
  /** Number of answers with Projection-Lag. */
  readonly lagging: number;
  /** Seconds from the first request to the last answer of batches; the load generator's own figure is rounded. */
  readonly span: number;
  /** The number of the batch after the last one. */
  readonly next: number;
}

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
