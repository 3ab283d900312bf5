import type { Position } from '#kernel';
import type { ReadModelWriter } from '../read-model.js';

export interface StampedRows {
  readonly writer: ReadModelWriter;
  /** Another text after each commit of a follower, and after an exchange of the rows. */
  stamp(follower: string): Promise<string>;
  copyComplete(): Promise<boolean>;
  destroy(): Promise<void>;
}

/** What the stamp of every adapter tells that several processes share. */
export function stampContract(name: string, open: () => Promise<StampedRows>): void {
  describe(`${name}: the stamp of the rows`, () => {
    let rows: StampedRows;
    const commit = (from: string | undefined, to: string) =>
      rows.writer.commit({
        ...{ writes: [], projectedRevisions: new Map(), follower: 'f' },
        ...{ from: from as Position | undefined, to: to as Position },
      });

    beforeEach(async () => {
      rows = await open();
    });
    afterEach(() => rows.destroy());

    it('is another one after each commit, also after one that leaves the checkpoint where it is', async () => {
      await rows.writer.checkpoint('f');
      await rows.copyComplete();
      const stamps = [await rows.stamp('f')];
      for (const [from, to] of [
        [undefined, '1'],
        ['1', '2'],
        ['2', '2'],
        ['2', '2'],
      ] as const) {
        await commit(from, to);
        stamps.push(await rows.stamp('f'));
      }
      expect(new Set(stamps).size).toBe(5);
      expect(await rows.stamp('f')).toBe(stamps.at(-1));
    });
  });
}
