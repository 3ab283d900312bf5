import { createHash } from 'node:crypto';

/** Between 0 and 1, the same for the same words: two runs of the demo show the same day. */
export function uniform(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32;
}

/** The first whose share, added to those before it, is not reached. */
export function weightedChoice<What>(roll: number, shares: readonly (readonly [What, number])[]): What {
  let upTo = 0;
  for (const [what, share] of shares) {
    upTo += share;
    if (roll < upTo) return what;
  }
  return shares.at(-1)![0];
}
