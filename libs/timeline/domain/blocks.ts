/**
 * Events of the stream of a workspace that share a row of the index: those whose revisions differ in the last five
 * bits alone. A number of JavaScript has a bit for each of 32
 * (docs/adr/0084-the-index-of-events-has-a-row-for-a-block.md).
 */
const EVENTS_A_BLOCK = 32;

/** Digits of a block in a key, so that texts are in the order of numbers: more than a stream has revisions. */
const DIGITS = 10;

/** The block of a revision, as a key has it. */
export function blockOf(revision: number): string {
  return blockText(Math.floor(revision / EVENTS_A_BLOCK));
}

/** What comes right before a block in an index, so that a read behind it begins with the block. */
export function before(block: string): string {
  const number = Number(block);
  return number === 0 ? '' : blockText(number - 1);
}

/** The events of a block with one more: a bit for each, the lowest one for the first. */
export function withRevision(events: number, revision: number): number {
  return (events | (1 << (revision % EVENTS_A_BLOCK))) >>> 0;
}

/** The revisions of events of a block, in their order. */
export function revisionsIn(block: string, events: number): readonly number[] {
  const first = Number(block) * EVENTS_A_BLOCK;
  const revisions: number[] = [];
  for (let bit = 0; bit < EVENTS_A_BLOCK; bit += 1) if ((events >>> bit) & 1) revisions.push(first + bit);
  return revisions;
}

function blockText(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
