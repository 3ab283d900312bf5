import { runChild } from './child.js';
import type { AutocannonResult } from './tools.js';

interface Base {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Ends after so many instead. */
  readonly requests?: number;
  /** Makes the Idempotency-Keys and names of this load differ from those of any other. */
  readonly salt: string;
}

/** What the load generator, in a process of its own, sends. One code path writes the requests of both sides. */
export type Load =
  | (Base & { readonly kind: 'lists' })
  | (Base & { readonly kind: 'echo' })
  | (Base & { readonly kind: 'pages'; readonly paths: readonly string[] })
  | (Base & {
      readonly kind: 'batches';
      readonly lists: readonly string[];
      readonly contacts: number;
      readonly perBatch: number;
      /** Number of the first batch; batch b names contacts of list b ÷ (contacts ÷ perBatch). */
      readonly first: number;
    });

export interface LoadResult extends AutocannonResult {
  /** Members inserted, of batches. */
  readonly inserted: number;
  /** Answers that came before the rows showed the write. */
  readonly lagging: number;
  /** Seconds from the first request sent to the last answer, of batches: the load generator rounds, and has a start and an end of its own. */
  readonly span: number;
  /** Number of the batch after the last. */
  readonly next: number;
}

/**
 * Sends a load and counts.
 * @throws Error if anything but 2xx came back: a figure with refusals in it is none.
 */
export async function send(load: Load): Promise<LoadResult> {
  const { answer } = await runChild<Load, LoadResult>('./load.process.js', load);
  if (answer.errors + answer.timeouts + answer.non2xx > 0) {
    throw new Error(`${load.kind}: ${answer.errors} errors, ${answer.timeouts} timeouts, ${answer.non2xx} not 2xx`);
  }
  return answer;
}

/** Answers a second. */
export function rate(result: LoadResult): number {
  return result['2xx'] / result.duration;
}
