import { DomainError, instant } from '#kernel';
import { TEST_START, TEST_WORKSPACE, testId as id, VirtualTimers } from '#kernel/testing';
import { NO_CALLS, OUT, type QueuePosition } from '#eligibility';
import { type MemberRow, MEMBERS } from '#members/domain';
import { MemoryReadModel } from '#read-model/testing';
import { QueueOverdue } from '../domain/queue/candidates.js';
import { UNLISTED, type UnlistedRow } from '../domain/queue/unlisted.js';
import { Promotion } from './promotion.js';

const LIST = id(900);
const waits = (state: QueuePosition['state'], due: number): QueuePosition => ({
  state,
  due: TEST_START + due,
  barred_until: 0,
  zones: '',
  callback_due: 0,
  scheduled_until: 0,
  capped_until: state === 'midnight' ? TEST_START + due : 0,
  windowed_until: state === 'midnight' ? TEST_START + due : 0,
  limited_until: state === 'midnight' ? TEST_START + due : 0,
});

/** The promotion of a read model with a clock that the test sets. */
class Around {
  readonly readModel = new MemoryReadModel();
  clock = TEST_START;
  failing: Error | undefined;
  /** While the clock is wrong. */
  wrong: string | undefined;
  readonly timers = new VirtualTimers();
  /** Called before rows are changed. */
  before: () => Promise<void> = () => Promise.resolve();
  amendments = 0;
  readonly promotion = new Promotion(
    this.readModel,
    {
      amendRows: async (changes) => {
        await this.before();
        if (this.failing) throw this.failing;
        this.amendments += 1;
        return this.readModel.amendRows(changes);
      },
    },
    {
      nowToWrite: async () => {
        if (this.wrong) throw new DomainError('unavailable', this.wrong);
        return instant(this.clock);
      },
    },
    { now: () => this.clock },
    this.timers,
  );

  async member(n: number, position: QueuePosition): Promise<void> {
    const names = { workspace_id: TEST_WORKSPACE, smart_list_id: LIST, contact_id: id(n) };
    const document: MemberRow = {
      ...{ ...NO_CALLS, ...names, ...position, active: 1, number: n, source: 'api', removed_reason: null },
      ...{ callback: null, callback_agent: '' },
      ...{ added_at: instant(TEST_START), last_disposition: null, settled_revision: n, call_revision: -1, revision: n },
    };
    await this.readModel.putRows([{ collection: MEMBERS, key: [TEST_WORKSPACE, LIST, id(n)], document }]);
  }

  async unlisted(n: number, position: QueuePosition): Promise<void> {
    const document: UnlistedRow = {
      ...{ ...NO_CALLS, workspace_id: TEST_WORKSPACE, smart_list_id: '', contact_id: id(n), ...position, number: n },
      ...{ added_at: instant(TEST_START), live: 1, memberships: 0, revision: n },
    };
    await this.readModel.putRows([{ collection: UNLISTED, key: [TEST_WORKSPACE, id(n)], document }]);
  }

  /** The queue positions of members, in the order in which they were added. */
  async positions(count: number): Promise<readonly string[]> {
    const keys = Array.from({ length: count }, (_, n) => [TEST_WORKSPACE, LIST, id(n + 1)]);
    const rows = await this.readModel.getMany(MEMBERS, keys);
    return rows.map((row) => `${row!.state} ${row!.due === 0 ? 0 : row!.due - TEST_START}`);
  }

  /** A request dials, and its effects have happened. */
  async dials(): Promise<void> {
    this.promotion.soon(TEST_WORKSPACE);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
  }
}

describe('promotion', () => {
  it('makes the due members ready, and no others', async () => {
    const around = new Around();
    await around.member(1, waits('waiting', -1));
    await around.member(2, waits('waiting', 0));
    await around.member(3, waits('waiting', 1));
    await around.member(4, waits('midnight', 0));
    await around.member(5, waits('midnight', 1));
    await around.member(6, OUT);
    await around.unlisted(7, waits('waiting', -5));
    await around.dials();
    expect(await around.positions(6)).toEqual(['ready 0', 'ready 0', 'waiting 1', 'ready 0', 'midnight 1', 'out 0']);
    const [row] = await around.readModel.getMany(UNLISTED, [[TEST_WORKSPACE, id(7)]]);
    expect(row).toMatchObject({ state: 'ready', due: 0, capped_until: 0, windowed_until: 0, revision: 7 });
  });

  it('keeps what re-indexing has changed since the row was read: the clocks of the contact', async () => {
    const around = new Around();
    const read = { ...waits('waiting', -1), zones: 'America/New_York' };
    const reindexed = { ...read, zones: 'America/Los_Angeles' };
    await around.member(1, read);
    around.before = () => around.member(1, reindexed);
    await around.dials();
    const key = [TEST_WORKSPACE, LIST, id(1)];
    expect(await around.readModel.getMany(MEMBERS, [key])).toMatchObject([reindexed]);
    around.before = () => Promise.resolve();
    around.clock += 1_000;
    await around.dials();
    const ready = { state: 'ready', zones: 'America/Los_Angeles' };
    expect(await around.readModel.getMany(MEMBERS, [key])).toMatchObject([ready]);
  });

  it('promotes all due members, chunk by chunk', async () => {
    const around = new Around();
    for (let n = 1; n <= 1_203; n += 1) await around.member(n, waits('waiting', -n));
    await around.dials();
    expect(new Set(await around.positions(1_203))).toEqual(new Set(['ready 0']));
  });

  it('runs for a workspace at most once a second', async () => {
    const around = new Around();
    await around.dials();
    await around.member(1, waits('waiting', 0));
    around.clock += 999;
    await around.dials();
    expect(await around.positions(1)).toEqual(['waiting 0']);
    around.clock += 1;
    await around.dials();
    expect(await around.positions(1)).toEqual(['ready 0']);
    await around.member(1, waits('waiting', -500));
    around.clock -= 500;
    await around.dials();
    expect(await around.positions(1)).toEqual(['ready 0']);
  });

  it('runs ten times a second for a workspace of which ten rows became due, and more rarely once few do', async () => {
    const around = new Around();
    for (let n = 1; n <= 9; n += 1) await around.member(n, waits('waiting', -n));
    await around.unlisted(20, waits('waiting', 0));
    await around.dials();
    const dialsLater = async (milliseconds: number) => {
      await around.member(10, waits('waiting', -1));
      around.clock += milliseconds;
      await around.dials();
      return (await around.positions(10)).at(-1);
    };
    expect([await dialsLater(99), await dialsLater(1)]).toEqual(['waiting -1', 'ready 0']);
    // One row became due since, each time.
    for (const pause of [200, 400, 800, 1_000, 1_000])
      expect([await dialsLater(pause - 1), await dialsLater(1)]).toEqual(['waiting -1', 'ready 0']);
  });

  it('is tried again by the next dispatch when the read model could not be written', async () => {
    const around = new Around();
    await around.member(1, waits('waiting', 0));
    around.failing = new Error('away');
    await around.dials();
    around.failing = undefined;
    around.clock += 1_000;
    await around.dials();
    expect(await around.positions(1)).toEqual(['ready 0']);
  });

  it('changes nothing while the clock is wrong, and tells a request that waits for it', async () => {
    const around = new Around();
    await around.member(1, waits('waiting', 3_600_000));
    around.clock += 3_600_000;
    around.wrong = 'The clock is an hour ahead.';
    await around.dials();
    const overdue = () => Promise.reject(new QueueOverdue());
    await expect(around.promotion.before(TEST_WORKSPACE, overdue)).rejects.toThrow('The clock is an hour ahead.');
    expect(await around.positions(1)).toEqual(['waiting 3600000']);
    around.wrong = undefined;
    around.clock += 1_000;
    await around.dials();
    expect(await around.positions(1)).toEqual(['ready 0']);
  });

  it('comes before a pick that depends on it', async () => {
    const around = new Around();
    await around.member(1, waits('waiting', 0));
    const asked: string[] = [];
    const answer = await around.promotion.before(TEST_WORKSPACE, async () => {
      const [position] = await around.positions(1);
      asked.push(position!);
      if (position !== 'ready 0') throw new QueueOverdue();
      return 'picked';
    });
    expect([answer, asked]).toEqual(['picked', ['waiting 0', 'ready 0']]);
    const refuse = () => around.promotion.before(TEST_WORKSPACE, () => Promise.reject(new QueueOverdue()));
    await expect(refuse()).rejects.toThrow(QueueOverdue);
    const fail = () => around.promotion.before(TEST_WORKSPACE, () => Promise.reject(new RangeError('other')));
    await expect(fail()).rejects.toThrow(RangeError);
    expect(around.timers.size).toBe(0);
  });

  it('continues for two seconds while a request waits, and leaves the rest to the next request', async () => {
    const around = new Around();
    for (let n = 1; n <= 1_203; n += 1) await around.member(n, waits('midnight', -n));
    around.before = async () => around.timers.advance(1_000);
    const refused = () => around.promotion.before(TEST_WORKSPACE, () => Promise.reject(new QueueOverdue()));
    await expect(refused()).rejects.toThrow(QueueOverdue);
    const ready = async () => (await around.positions(1_203)).filter((position) => position === 'ready 0').length;
    expect(await ready()).toBeLessThanOrEqual(1_000);
    await expect(refused()).rejects.toThrow(QueueOverdue);
    expect(await ready()).toBe(1_203);
  });

  it('is shared by all waiting requests, and promotes as far as they need', async () => {
    const around = new Around();
    for (let n = 1; n <= 1_203; n += 1) await around.member(n, waits('midnight', -n));
    let go: () => void = () => undefined;
    around.before = () => new Promise((resolve) => (go = resolve));
    await around.dials();
    const refused = () => around.promotion.before(TEST_WORKSPACE, () => Promise.reject(new QueueOverdue()));
    const waiting = Promise.allSettled([refused(), refused(), refused()]);
    around.before = () => Promise.resolve();
    await new Promise((done) => setImmediate(done));
    go();
    await waiting;
    expect([new Set(await around.positions(1_203)), around.amendments]).toEqual([new Set(['ready 0']), 3]);
  });

  it('forgets the last run of a workspace when it is no longer relevant', async () => {
    const around = new Around();
    const looked = () => (around.promotion as unknown as { lastTurns: ReadonlyMap<string, object> }).lastTurns.size;
    for (let n = 1; n <= 100; n += 1) {
      around.promotion.soon(id(n));
      around.clock += 100;
    }
    expect(looked()).toBe(10);
  });
});
