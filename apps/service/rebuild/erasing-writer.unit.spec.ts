import { CONTACTS, NO_DETAILS_OF_ROW } from '#contacts/domain';
import type { Position, Row } from '#kernel';
import { MemoryReadModel } from '#read-model/testing';
import { FOLLOWER } from '../catalogue.js';
import { ErasingWriter } from './erasing-writer.js';

const at = (number: number): Position => String(number).padStart(6, '0') as Position;

/** A batch with the row of one contact, which had a phone before. */
function batch(from: number | undefined, to: number, phone: string) {
  const key = ['w', 'c'];
  const row = (its: string, revision: number) =>
    ({
      ...{ workspace_id: 'w', contact_id: 'c', phone: its, phone_zones: [], name: null },
      ...NO_DETAILS_OF_ROW,
      revision,
    }) as unknown as Row;
  const write = {
    collection: CONTACTS,
    key,
    document: row(phone, to),
    isNew: false,
    before: row('+12025550100', to - 1),
    erases: phone === '',
  };
  return {
    ...{ writes: [write], projectedRevisions: new Map(), follower: FOLLOWER },
    ...{ from: from === undefined ? undefined : at(from), to: at(to) },
  };
}

describe('rows that take the place of others', () => {
  it('know where they have erased what the others may still have', async () => {
    const writer = await ErasingWriter.over(new MemoryReadModel());
    expect(writer.hasErasedBehind(undefined)).toBe(false);
    await writer.commit(batch(undefined, 1, '+12025550101'));
    expect(writer.hasErasedBehind(undefined)).toBe(false);
    await writer.commit(batch(1, 2, ''));
    await writer.commit(batch(2, 3, '+12025550101'));
    expect([undefined, at(1), at(2), at(3)].map((position) => writer.hasErasedBehind(position))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('count as having erased up to where an earlier process has written them', async () => {
    const rows = new MemoryReadModel();
    await rows.commit(batch(undefined, 1, '+12025550101'));
    const writer = await ErasingWriter.over(rows);
    expect([undefined, at(1)].map((position) => writer.hasErasedBehind(position))).toEqual([true, false]);
  });
});
