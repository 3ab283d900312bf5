import type { LifeRecords } from '../live-processes.js';

export interface OpenedLifeRecords {
  /** Connections of two processes. */
  readonly one: LifeRecords;
  readonly other: LifeRecords;
  destroy(): Promise<void>;
}

/** What every adapter of LifeRecords does. */
export function lifeRecordsContract(name: string, open: () => Promise<OpenedLifeRecords>): void {
  describe(`${name}: signs of life`, () => {
    let opened: OpenedLifeRecords;
    const [A, B] = ['018f3a00-0000-7000-8000-00000000000a', '018f3a00-0000-7000-8000-00000000000b'] as const;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.destroy());

    const told = (signs: ReadonlyMap<string, number>) => Object.fromEntries(signs);

    it('count up by process, and each sign is answered by those of all', async () => {
      const { one, other } = opened;
      expect(told(await one.sign(A))).toEqual({ [A]: 1 });
      expect(told(await other.sign(B))).toEqual({ [A]: 1, [B]: 1 });
      expect(told(await one.sign(A))).toEqual({ [A]: 2, [B]: 1 });
    });

    it('are lost in no race', async () => {
      const { one, other } = opened;
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one.sign(A) : other.sign(B))));
      expect(told(await one.sign(A))).toEqual({ [A]: 11, [B]: 10 });
    });

    it('are removed with their process, which begins anew if it is alive', async () => {
      const { one, other } = opened;
      await one.remove([A]);
      await one.sign(A);
      await other.sign(B);
      await other.remove([A, 'unknown']);
      expect(told(await other.sign(B))).toEqual({ [B]: 2 });
      expect(told(await one.sign(A))).toEqual({ [A]: 1, [B]: 2 });
    });
  });
}
