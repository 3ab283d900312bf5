import type { FollowBatch, FollowOptions } from '#event-store';
import type { Position } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { type OpenedRows, sleepBy } from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { settled } from '#workers/testing';
import {
  buildBeside,
  type FromSharedRebuild,
  type SharedBuildingPorts,
  type ToSharedRebuild,
} from './shared-building.js';

const NOW = Date.parse('2031-03-03T17:00:00.000Z');
const END = '000001' as Position;
const never = (): Promise<never> => new Promise<never>(() => undefined);

/** A thread that goes back to rows which a follower has at the end of the log at once. */
class Building {
  readonly timers = new VirtualTimers();
  readonly stop = new AbortController();
  readonly told: FromSharedRebuild[] = [];
  /** The steps of the exchange, in order. */
  readonly steps: string[] = [];
  /** Answers to `prepare`. */
  readonly answers: ToSharedRebuild[] = [];
  /** The end of the log. */
  end: () => Promise<Position | undefined> = async () => END;
  freeze = async (): Promise<void> => undefined;
  close = async (): Promise<void> => undefined;
  /** Milliseconds that a commit takes. */
  commitMs = 0;
  /** The rests of the follower, in milliseconds. */
  readonly rests: number[] = [];
  private now = 0;
  private wake: () => void = () => undefined;

  run(): Promise<void> {
    const rows = new MemoryReadModel();
    const commit = rows.commit.bind(rows);
    rows.commit = async (batch) => {
      this.now += this.commitMs;
      return commit(batch);
    };
    const opened: OpenedRows = { model: rows, writer: rows };
    const sleep = sleepBy(this.timers);
    const stores = {
      store: {
        read: async () => [],
        end: () => this.end(),
        follow: (options: FollowOptions) => this.follow(options),
      },
      rows: {
        model: new MemoryReadModel(),
        writer: new MemoryReadModel(),
        rebuilding: { rowsBeside: () => this.rowsBeside(opened) },
      },
      skipped: { refresh: async () => undefined },
      close: () => this.close(),
    };
    return buildBeside(
      { id: 'r1', kind: 'back', folded: 0 },
      {
        connect: async () => stores as unknown as Awaited<ReturnType<SharedBuildingPorts['connect']>>,
        tell: (message) => this.told.push(message),
        next: async () => {
          while (this.answers.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
          return this.answers.shift()!;
        },
        signal: this.stop.signal,
        sleep: (ms, signal) => {
          this.rests.push(ms);
          return sleep(ms, signal);
        },
        clock: { now: () => NOW + this.now },
        monotonic: () => this.now,
      },
    );
  }

  answer(kind: 'prepared' | 'discard' | 'stop'): void {
    if (kind === 'stop') this.stop.abort();
    this.answers.push({ kind });
    this.wake();
  }

  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      this.now += 10;
      this.timers.advance(10);
      await settled();
    }
  }

  private async *follow({ signal }: FollowOptions): AsyncGenerator<FollowBatch> {
    yield { events: [], position: END, caughtUp: true };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }

  private rowsBeside(opened: OpenedRows) {
    const step =
      (name: string, work = async (): Promise<void> => undefined) =>
      () => {
        this.steps.push(name);
        return work();
      };
    return {
      begin: async () => opened,
      open: async () => opened,
      freeze: step('freeze', () => this.freeze()),
      thaw: step('thaw'),
      exchange: step('exchange'),
      discard: step('discard'),
    };
  }
}

describe('the exchange of shared rows', () => {
  let building: Building;
  beforeEach(() => {
    building = new Building();
  });
  /** Runs until the rows are to be prepared, and answers. */
  const answered = async (kind: 'prepared' | 'discard' | 'stop'): Promise<void> => {
    void building.run();
    await building.pass(100);
    expect(building.told.at(-1)).toEqual({ kind: 'prepare' });
    building.answer(kind);
    await settled();
  };

  it('has the rows before stand still only until the new ones are live', async () => {
    await answered('prepared');
    await building.pass(1_000);
    expect(building.steps).toEqual(['freeze', 'exchange']);
    expect(building.told.at(-1)).toEqual({ kind: 'exchanged' });
    expect(building.timers.size).toBe(0);
  });

  it.each<[what: string, lose: () => void]>([
    ['the log hangs', () => (building.end = never)],
    ['the log is away', () => (building.end = () => Promise.reject(new Error('away')))],
    ['the rows hang', () => (building.freeze = never)],
  ])('lets the rows before go on after ten seconds, and is continued, where %s meanwhile', async (_what, lose) => {
    lose();
    await answered('prepared');
    await building.pass(9_000);
    expect(building.steps).toEqual(['freeze']);
    await building.pass(2_000);
    expect(building.steps).toEqual(['freeze', 'thaw']);
    expect(building.told.at(-1)).toMatchObject({ kind: 'failed', isTransient: true });
  });

  it('does not take place where the rows could not be prepared: what was built is dropped', async () => {
    await answered('discard');
    await building.pass(1_000);
    expect(building.steps).toEqual(['discard']);
    expect(building.told.at(-1)).toEqual({ kind: 'prepare' });
  });

  it('does not take place where the thread is stopped: what was built is left to the next one', async () => {
    await answered('stop');
    await building.pass(1_000);
    expect(building.steps).toEqual([]);
    expect(building.told.at(-1)).toEqual({ kind: 'prepare' });
  });

  it('has taken place though the connections cannot be closed', async () => {
    building.close = () => Promise.reject(new Error('broken'));
    await answered('prepared');
    await building.pass(1_000);
    expect(building.told.map(({ kind }) => kind)).toEqual(['prepare', 'exchanged']);
  });

  it('is preceded by a follower that rests for as long as it works', async () => {
    building.commitMs = 30;
    await answered('discard');
    await building.pass(1_000);
    expect(building.rests).toContain(30);
  });
});
