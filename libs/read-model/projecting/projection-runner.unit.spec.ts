import { setImmediate } from 'node:timers/promises';
import { type FollowBatch, type FollowOptions, StoreUnavailableError } from '#event-store';
import type { Position } from '#kernel';
import type { ProgressReport } from '../progress/progress.js';
import { CheckpointMismatchError } from '../read-model.js';
import { realSleep } from '../real-time.js';
import { TURN_EVENTS } from './fair-turns.js';
import { ProjectionRunner } from './projection-runner.js';
import { BOARDS, CARD_PROJECTIONS, CARDS, cardsProjection, placed, swept } from '../testing/cards.js';
import { FakeLog } from '../testing/fake-log.js';
import { MemoryReadModel } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';
import { writerOver } from '../testing/writer-over.js';

describe('ProjectionRunner', () => {
  let log: FakeLog;
  let model: MemoryReadModel;

  beforeEach(() => {
    log = new FakeLog();
    model = new MemoryReadModel();
  });

  const cards = async (...ids: string[]) =>
    model.getMany(
      CARDS,
      ids.map((id) => ['w', id]),
    );
  const board = async (id: string) => (await model.getMany(BOARDS, [['w', id]]))[0];

  it('folds events in the order of the log into rows with the revision of their last event', async () => {
    log.append('w', [placed('a', 'x'), placed('b', 'x'), placed('a', 'y'), swept('x', ['b'])]);
    await runToEnd(log, model);
    expect(await cards('a', 'b', 'c')).toEqual([
      { workspace_id: 'w', card_id: 'a', board_id: 'y', live: 1, moves: 2, revision: 2 },
      { workspace_id: 'w', card_id: 'b', board_id: 'x', live: 0, moves: 1, revision: 3 },
      undefined,
    ]);
    expect(await board('x')).toEqual({ workspace_id: 'w', board_id: 'x', cards: 1, revision: 3 });
    expect(await board('y')).toEqual({ workspace_id: 'w', board_id: 'y', cards: 1, revision: 2 });
  });

  it('gives the same rows when everything is applied twice', async () => {
    log.append('w', [placed('a', 'x'), placed('b', 'x'), placed('a', 'x'), swept('x', ['a'])]);
    for (const follower of ['f', 'g', 'g']) {
      await runToEnd(log, model, { follower, batchSize: 3 });
      expect(await cards('a', 'b')).toMatchObject([
        { live: 0, moves: 2, revision: 3 },
        { live: 1, moves: 1, revision: 1 },
      ]);
      expect(await board('x')).toMatchObject({ cards: 2, revision: 3 });
      expect(await model.projectedRevision('w')).toBe(3);
    }
  });

  it('keeps the projected revision of each workspace, also over events without rows', async () => {
    log.append('w', [placed('a', 'x'), { type: 'SomethingElse', data: {} }]);
    log.append('v', [placed('a', 'x')]);
    log.append('u', [{ type: 'DeliveryAttempted', data: {} }], 'delivery-1');
    const reports = await runToEnd(log, model, { prefixes: ['workspace-', 'delivery-'] });
    const projectedRevisions = new Map([
      ['w', 1],
      ['v', 0],
    ]);
    expect(reports).toEqual([{ projectedRevisions, caughtUp: true, events: 4, changed: ['cards', 'boards'] }]);
    expect([
      await model.projectedRevision('w'),
      await model.projectedRevision('v'),
      await model.projectedRevision('u'),
    ]).toEqual([1, 0, -1]);
  });

  it('reports being caught up with an empty log, and moves the mark over events it does not follow', async () => {
    expect(await runToEnd(log, model)).toEqual([{ projectedRevisions: new Map(), caughtUp: true }]);
    const [recorded] = log.append('u', [{ type: 'DeliveryAttempted', data: {} }], 'delivery-1');
    await runToEnd(log, model);
    expect(await model.checkpoint('f')).toBe(recorded!.position);
  });

  it('reports for each row whether it existed before, also for cached rows', async () => {
    const said: (readonly [string, boolean])[] = [];
    const writer = writerOver(model, {
      commit: (commit) => {
        for (const { key, isNew } of commit.writes) said.push([key[1]!, isNew]);
        return model.commit(commit);
      },
    });
    log.append('w', [placed('a', 'x'), placed('a', 'x')]);
    await runToEnd(log, writer, { batchSize: 1 });
    log.append('w', [placed('b', 'x')]);
    await runToEnd(log, writer);
    expect(said).toEqual([
      ['a', true],
      ['x', true],
      ['a', false],
      ['x', false],
      ['b', true],
      ['x', false],
    ]);
  });

  it('continues from its checkpoint', async () => {
    log.append('w', [placed('a', 'x')]);
    await runToEnd(log, model);
    log.append('w', [placed('b', 'x')]);
    const reports = await runToEnd(log, model);
    expect(reports.map(({ projectedRevisions }) => [...projectedRevisions])).toEqual([[['w', 1]]]);
    expect(await board('x')).toMatchObject({ cards: 2, revision: 1 });
  });

  it('follows live: rows are readable when the report says so', async () => {
    const stop = new AbortController();
    const seen: unknown[] = [];
    const report = async () => {
      seen.push((await board('x'))?.cards);
      if (seen.length < 4) log.append('w', [placed(`c${seen.length}`, 'x')]);
      else stop.abort();
    };
    const options = { events: log, writer: model, projections: CARD_PROJECTIONS, follower: 'f', sleep: realSleep };
    await new ProjectionRunner({ ...options, report: () => void report() }).run(stop.signal);
    expect(seen).toEqual([undefined, 1, 2, 3]);
  });

  it('shows the write of another workspace before an import that is in front of it in the log', async () => {
    log.append('v', [placed('first', 'x')]);
    await runToEnd(log, model);
    const ids = Array.from({ length: 3_000 }, (_, at) => `c${at}`);
    const commits: (readonly [string, number])[][] = [];
    const [checkpoints, stop] = [new Set<Position>(), new AbortController()];
    const writer = writerOver(model, {
      commit: async (commit) => {
        if (commit.projectedRevisions.size > 0) commits.push([...commit.projectedRevisions]);
        await model.commit(commit);
        checkpoints.add(commit.to);
      },
    });
    const imported = log.events.length;
    let isAtEnd = false;
    const report = ({ caughtUp }: ProgressReport) => {
      if (caughtUp && isAtEnd) stop.abort();
      if (!caughtUp || isAtEnd) return;
      isAtEnd = true;
      log.append(
        'w',
        ids.map((id) => placed(id, 'x')),
      );
      log.append('v', [placed('second', 'x')]);
    };
    const turnOfEventLoop = (): Promise<void> => setImmediate();
    await runToEnd(log, writer, { until: stop, report, turnEvents: TURN_EVENTS, turnOfEventLoop });
    // All that can be read without waiting is read before the first turn.
    expect(commits.findIndex((commit) => commit.some(([workspace]) => workspace === 'v'))).toBe(0);
    expect(commits.length).toBeGreaterThan(5);
    // No checkpoint has passed an event of the import that was not projected yet.
    const passed = [...checkpoints].map((position) => log.events.findIndex((event) => event.position === position));
    expect(passed).toEqual([...passed].sort((one, other) => one - other));
    expect(passed.at(-1)).toBe(imported + 3_000);
    expect(await board('x')).toMatchObject({ cards: 3_000 });
    expect(await model.projectedRevision('w')).toBe(2_999);
    expect(await model.projectedRevision('v')).toBe(1);
  });

  it('reports being caught up, and moves the mark, where only events that it does not follow come', async () => {
    log.append('w', [placed('a', 'x')]);
    const stop = new AbortController();
    let caughtUp = 0;
    const report = (told: ProgressReport) => {
      if (!told.caughtUp) return;
      caughtUp += 1;
      if (caughtUp === 3) stop.abort();
      else log.append('u', [{ type: 'DeliveryAttempted', data: {} }], 'delivery-1');
    };
    await runToEnd(log, model, { until: stop, report, turnEvents: TURN_EVENTS });
    expect(await model.checkpoint('f')).toBe(log.events[2]!.position);
  });

  it('ends with no rows ahead of its checkpoint: another copy that is there has all that they show', async () => {
    log.append('v', [placed('first', 'x')]);
    await runToEnd(log, model);
    const stop = new AbortController();
    const report = ({ projectedRevisions, caughtUp }: ProgressReport) => {
      if (projectedRevisions.get('v') === 1) stop.abort();
      if (!caughtUp || stop.signal.aborted) return;
      log.append(
        'w',
        Array.from({ length: 2_000 }, (_, at) => placed(`c${at}`, 'x')),
      );
      log.append('v', [placed('second', 'x')]);
    };
    const turnOfEventLoop = (): Promise<void> => setImmediate();
    await runToEnd(log, model, { until: stop, report, turnEvents: TURN_EVENTS, turnOfEventLoop });
    const other = new MemoryReadModel();
    await runToEnd(log, other);
    expect(await model.checkpoint('f')).toBe(await other.checkpoint('f'));
    expect([await model.projectedRevision('v'), await model.projectedRevision('w')]).toEqual([1, 1_999]);
  });

  it('gives the same rows where it is killed between turns', async () => {
    log.append('v', [placed('first', 'x')]);
    await runToEnd(log, model);
    const report = ({ caughtUp }: ProgressReport) => {
      if (!caughtUp) return;
      log.append(
        'w',
        Array.from({ length: 2_000 }, (_, at) => placed(`c${at % 700}`, 'x')),
      );
      log.append('v', [placed('second', 'x'), placed('first', 'y')]);
    };
    const killed = writerOver(model, {
      commit: async (commit) => {
        if ((await model.projectedRevision('v')) === 2) throw new Error('killed');
        await model.commit(commit);
      },
    });
    const options = { until: new AbortController(), report, turnEvents: TURN_EVENTS };
    await expect(runToEnd(log, killed, options)).rejects.toThrow('killed');
    expect(await model.projectedRevision('v')).toBe(2);
    expect(await model.projectedRevision('w')).toBeLessThan(1_999);
    await runToEnd(log, model);
    const fresh = new MemoryReadModel();
    await runToEnd(log, fresh);
    for (const workspace of ['v', 'w']) {
      const keys = ['first', 'second', ...Array.from({ length: 700 }, (_, at) => `c${at}`)].map((id) => [
        workspace,
        id,
      ]);
      expect(await model.getMany(CARDS, keys)).toEqual(await fresh.getMany(CARDS, keys));
      const boards = [
        [workspace, 'x'],
        [workspace, 'y'],
      ];
      expect(await model.getMany(BOARDS, boards)).toEqual(await fresh.getMany(BOARDS, boards));
    }
  });

  it('projects what it has read before the log cannot be read any further', async () => {
    log.append('v', [placed('first', 'x')]);
    await runToEnd(log, model);
    const stop = new AbortController();
    const report = ({ caughtUp, projectedRevisions }: ProgressReport) => {
      if (caughtUp) {
        log.append(
          'w',
          Array.from({ length: 1_500 }, (_, at) => placed(`c${at}`, 'x')),
        );
        log.failAt = { index: 1_001, error: new StoreUnavailableError('a page that cannot be read') };
      }
      if (projectedRevisions.get('w') === 999) stop.abort();
    };
    const options = { until: stop, report, turnEvents: 100, turnOfEventLoop: (): Promise<void> => setImmediate() };
    await runToEnd(log, model, options);
    expect(await model.projectedRevision('w')).toBe(999);
  });

  it('gives back a follower that it does not read to the end', async () => {
    let given = 0;
    const follow = async function* (options: FollowOptions): AsyncGenerator<FollowBatch> {
      try {
        yield* log.follow(options);
      } finally {
        given += 1;
      }
    };
    log.append('w', [placed('a', 'x'), placed('b', 'x')]);
    const stop = new AbortController();
    const events = { follow, read: log.read.bind(log) };
    await runToEnd(log, model, { events, batchSize: 1, until: stop, report: () => stop.abort() });
    await setImmediate();
    expect(given).toBe(1);
  });

  it('stops for good when another owner has moved the checkpoint', async () => {
    log.append('w', [placed('a', 'x'), placed('b', 'x')]);
    const report = async () => {
      await model.commit({
        writes: [],
        projectedRevisions: new Map(),
        follower: 'f',
        from: log.events[0]!.position,
        to: last,
      });
    };
    const last = log.events[1]!.position!;
    const run = runToEnd(log, model, { batchSize: 1, report: () => void report() });
    await expect(run).rejects.toThrow(CheckpointMismatchError);
    expect(await cards('a', 'b')).toMatchObject([{ moves: 1 }, undefined]);
  });

  it('refuses two projections of one collection', async () => {
    await expect(runToEnd(log, model, {}, [...CARD_PROJECTIONS, cardsProjection])).rejects.toThrow('more than one');
  });
});
