import { FoldingRate } from './folding-rate.js';

describe('FoldingRate', () => {
  it('is that of the last ten seconds', () => {
    let now = 5_500;
    const rate = new FoldingRate(() => now);
    expect(rate.eventsPerSecond).toBe(0);
    rate.note(600);
    now = 6_100;
    rate.note(400);
    expect(rate.eventsPerSecond).toBe(100);
    now = 14_999;
    expect(rate.eventsPerSecond).toBe(100);
    now = 15_000;
    expect(rate.eventsPerSecond).toBe(40);
    now = 16_000;
    expect(rate.eventsPerSecond).toBe(0);
  });

  it('forgets what is older, however long it was not asked', () => {
    let now = 0;
    const rate = new FoldingRate(() => now);
    rate.note(1_000);
    now = 86_400_000;
    rate.note(50);
    expect(rate.eventsPerSecond).toBe(5);
  });
});
