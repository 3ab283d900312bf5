import type { EventStore } from '#event-store';
import type { Position } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import type { RowsBehind } from '#read-model';
import { settled } from '#workers/testing';
import type { StorePair } from '../store-pair.js';
import { type FollowerStatus, Projections } from './projections.js';

const NOW = Date.parse('2031-03-03T17:00:00.000Z');

/** Rows that another process projects. */
class Rows {
  at = 'p1' as unknown as Position;
  lagMs = 0;
  trouble: string | undefined;
  clockTrouble: string | undefined;
  private readonly timers = new VirtualTimers();
  private now = NOW;

  private readonly projections = new Projections({
    pair: {
      store: {} as EventStore,
      progress: { ready: true },
      checks: { readModel: async () => this.trouble },
      eventsPerSecond: () => undefined,
      rowsBehind: async (): Promise<RowsBehind> =>
        this.lagMs === 0
          ? { events: 0, at: this.at, since: undefined }
          : { events: 7, at: this.at, since: this.now - this.lagMs },
    } as unknown as StorePair,
    decider: { headCache: {} as never },
    timers: this.timers,
    clock: { now: () => this.now },
    clockTrouble: () => this.clockTrouble,
  });

  async rebuild(): Promise<void> {
    await this.projections.start({ by: null, force: false });
  }

  async back(): Promise<void> {
    await this.projections.back({ by: null });
  }

  /** @param meanwhile what happens before the position is read a second time */
  async status(meanwhile: () => void = () => undefined): Promise<FollowerStatus> {
    const told = this.projections.followers();
    await settled();
    meanwhile();
    this.now += 2_000;
    this.timers.advance(2_000);
    return (await told)[0]!;
  }
}

it('rows are not rebuilt while the clock is wrong, by which some of them are made', async () => {
  const rows = new Rows();
  rows.clockTrouble = 'The clock of this machine is wrong.';
  for (const ask of [() => rows.rebuild(), () => rows.back()]) {
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', detail: rows.clockTrouble });
  }
});

describe('a follower in another process', () => {
  it('is stalled where its copy lags and stands still', async () => {
    const rows = new Rows();
    rows.lagMs = 20_000;
    const { state, trouble, lag_seconds } = await rows.status(() => (rows.lagMs += 2_000));
    expect([state, lag_seconds]).toEqual(['stalled', 20]);
    expect(trouble).toContain('stands still 22 s behind the log');
  });

  it.each([
    ['that moves', 20_000, (rows: Rows) => (rows.at = 'p2' as unknown as Position)],
    ['that is at the end of the log by then', 20_000, (rows: Rows) => (rows.lagMs = 0)],
    ['whose lag is short', 14_000, () => undefined],
    ['that lacks nothing', 0, () => undefined],
  ])('follows with a copy %s', async (_what, lagMs, meanwhile) => {
    const rows = new Rows();
    rows.lagMs = lagMs;
    expect(await rows.status(() => meanwhile(rows))).toMatchObject({ state: 'following', trouble: null });
  });

  it('tells its own trouble first', async () => {
    const rows = new Rows();
    Object.assign(rows, { lagMs: 20_000, trouble: 'The disk is full.' });
    expect(await rows.status()).toMatchObject({ state: 'stalled', trouble: 'The disk is full.' });
  });
});
