import { VirtualTimers } from '#kernel/testing';
import { sleepBy } from '../real-time.js';
import { RowsWatch } from './rows-watch.js';

describe('RowsWatch', () => {
  let timers: VirtualTimers;
  let stamp: string;
  let away: boolean;
  let looks: number;
  let told: number;
  let watch: RowsWatch;

  const second = async () => {
    timers.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(() => {
    timers = new VirtualTimers();
    [stamp, away, looks, told] = ['1', false, 0, 0];
    watch = new RowsWatch({
      stamp: async () => {
        looks += 1;
        if (away) throw new Error('away');
        return stamp;
      },
      sleep: sleepBy(timers),
    });
    watch.listen(() => (told += 1));
    watch.listen(() => (told += 1));
  });

  afterEach(() => watch.close());

  it('tells every listener after its first look, by one look a second', async () => {
    await second();
    expect({ looks, told }).toEqual({ looks: 1, told: 2 });
  });

  it('tells them again only after another commit', async () => {
    for (let n = 0; n < 3; n += 1) await second();
    expect({ looks, told }).toEqual({ looks: 3, told: 2 });
    stamp = '2';
    await second();
    expect({ looks, told }).toEqual({ looks: 4, told: 4 });
  });

  it('tells them after an outage, since rows may have changed and changed back', async () => {
    await second();
    away = true;
    await second();
    expect({ looks, told }).toEqual({ looks: 2, told: 2 });
    away = false;
    await second();
    expect({ looks, told }).toEqual({ looks: 3, told: 4 });
  });

  it('tells them after fifteen looks in any case: what they read may have failed', async () => {
    for (let n = 0; n < 15; n += 1) await second();
    expect(told).toBe(2);
    await second();
    expect(told).toBe(4);
    for (let n = 0; n < 14; n += 1) await second();
    expect(told).toBe(4);
  });

  it('ends when it is closed', async () => {
    watch.close();
    await second();
    expect({ looks, told }).toEqual({ looks: 0, told: 0 });
  });
});
