import { createHash } from 'node:crypto';

/** A number from 0 up to 1, equal for equal words: two runs of the demo show the same day. */
export function uniform(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32;
}

/** Chooses by `roll`, from 0 up to 1; the shares are probabilities that add up to 1. */
export function weightedChoice<What>(roll: number, shares: readonly (readonly [What, number])[]): What {
  let upTo = 0;
  for (const [what, share] of shares) {
    upTo += share;
    if (roll < upTo) return what;
  }
  return shares.at(-1)![0];
}
