import type { Collection, Row } from '#kernel';
import type { Amendment } from '#read-model';
import { blankRows } from './blank-rows.js';

interface Note extends Row {
  readonly id: string;
  readonly number: number;
  readonly text: string | null;
}

const NOTES: Collection<Note> = { name: 'notes', key: ['id'], indexes: [{ name: 'by_number', fields: ['number'] }] };

it('a row that changed since it was read is visited once more', async () => {
  const rows: Note[] = [1, 2].map((number) => ({ id: `n${number}`, number, text: 'x', revision: 1 }));
  let isChanged = true;
  const amendRows = (changes: readonly Amendment[]): Promise<number> => {
    return Promise.resolve(isChanged ? changes.length - 1 : changes.length);
  };
  const readModel = { page: () => Promise.resolve(rows as never[]) };
  const blank = () =>
    blankRows<Note>(
      { readModel, cacheWriter: { amendRows } },
      {
        ...{ collection: NOTES, index: 'by_number', prefix: [], after: 0, limit: 10 },
        ...{ before: '2030-01-02', beganAt: () => '2030-01-01T00:00:00.000Z' },
        ...{ blank: () => ({ text: null }), isDone: () => true },
      },
      () => false,
    );
  expect(await blank()).toEqual({ to: 0, complete: false });
  isChanged = false;
  expect(await blank()).toEqual({ to: 2, complete: true });
});
