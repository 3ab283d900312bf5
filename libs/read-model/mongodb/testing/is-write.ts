/** Whether a chunk on the wire begins a command that writes: its name is the first field of its document. */
export function isWrite(chunk: Buffer): boolean {
  // eslint-disable-next-line no-control-regex -- BSON: a text named insert or update.
  return /\x02(?:insert|update)\0/.test(chunk.subarray(0, 64).toString('latin1'));
}
