import { StoreUnavailableError } from '#event-store';
import type { ProgressReport } from '../progress/progress.js';
import { CheckpointMismatchError, type Commit, ReadModelUnavailableError } from '../read-model.js';
import { ProjectionRunner } from './projection-runner.js';
import { CARD_ROWS, cardHistory, cardRows } from '../testing/card-history.js';
import { placed } from '../testing/cards.js';
import type { FakeLog } from '../testing/fake-log.js';
import { FaultyWriter } from '../testing/faulty-writer.js';
import { MemoryReadModel, MemoryStorage } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';
import { writerOver } from '../testing/writer-over.js';

describe('ProjectionRunner, when things go wrong', () => {
  let log: FakeLog;
  let model: MemoryReadModel;
  let writer: FaultyWriter;

  beforeEach(() => {
    log = cardHistory();
    const storage = new MemoryStorage();
    model = new MemoryReadModel(storage);
    writer = new FaultyWriter(model);
  });

  const rows = () => cardRows(model);

  it('writes the same rows after a crash before any step of its writes', async () => {
    await runToEnd(log, writer, { batchSize: 2 });
    const steps = writer.steps;
    expect(steps).toBeGreaterThan(20);
    for (let crash = 0; crash < steps; crash += 1) {
      const storage = new MemoryStorage();
      model = new MemoryReadModel(storage);
      writer = new FaultyWriter(model);
      writer.before = (step) => {
        if (step === crash) throw new Error('killed');
      };
      await expect(runToEnd(log, writer, { batchSize: 2 })).rejects.toThrow('killed');
      writer.before = () => undefined;
      await runToEnd(log, writer, { batchSize: 2 });
      expect(await rows()).toEqual(CARD_ROWS);
    }
  });

  it('waits with growing delays while the read model is away, reports it, and recovers', async () => {
    const slept: number[] = [];
    const troubles: (string | undefined)[] = [];
    let failures = 9;
    writer.before = (step) => {
      if (step === 7 && failures-- > 0) throw new ReadModelUnavailableError('full');
    };
    const sleep = async (milliseconds: number) => void slept.push(milliseconds);
    await runToEnd(log, writer, { sleep, trouble: (error) => troubles.push(error?.message) });
    expect(slept).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    expect(troubles).toEqual([...Array.from({ length: 9 }, () => 'full'), undefined]);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('finishes loading once before it says that it has caught up, and waits while the read model is away', async () => {
    const said: string[] = [];
    const until = new AbortController();
    let failures = 2;
    const loaded = async (): Promise<void> => {
      said.push('loading');
      if (failures-- > 0) throw new ReadModelUnavailableError('full');
    };
    const report = ({ caughtUp }: ProgressReport): void => {
      said.push(caughtUp ? 'caught up' : 'on the way');
      if (!caughtUp) return;
      if (said.filter((each) => each === 'caught up').length === 2) until.abort();
      else log.append('w', [placed('z', 'x')]);
    };
    await runToEnd(log, writer, { batchSize: 5, loaded, report, until });
    const [first, ...others] = said;
    expect([first, others.slice(-5)]).toEqual([
      'on the way',
      ['loading', 'loading', 'loading', 'caught up', 'caught up'],
    ]);
  });

  it('takes a commit whose answer was lost for its own, and reports it', async () => {
    let lost = false;
    writer.answering = () => {
      if (lost) return;
      lost = true;
      throw new ReadModelUnavailableError('connection lost');
    };
    const reports = await runToEnd(log, writer, { batchSize: 3 });
    expect(reports.map(({ projectedRevisions }) => [...projectedRevisions])).toEqual([
      [['w', 2]],
      [
        ['v', 0],
        ['w', 4],
      ],
    ]);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('takes a commit that timed out and happened late for its own', async () => {
    const late: Commit[] = [];
    let given = 0;
    const slow = writerOver(model, {
      commit: async (commit) => {
        given += 1;
        // The server was suspended: it did not refuse, and carries out this commit once it continues, before any later
        // one.
        if (given === 1) late.push(commit);
        if (given === 1) throw new ReadModelUnavailableError('no answer');
        for (const earlier of late.splice(0)) await model.commit(earlier);
        await model.commit(commit);
      },
    });
    await runToEnd(log, slow, { batchSize: 3 });
    expect(given).toBe(3);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('does not take the same commit of another owner for its own', async () => {
    const raced = writerOver(model, {
      commit: async (commit) => {
        // The other owner received the same events, and was faster.
        await model.commit(commit);
        await model.commit(commit);
      },
    });
    await expect(runToEnd(log, raced, { batchSize: 3 })).rejects.toThrow(CheckpointMismatchError);
  });

  it('stops waiting when it is stopped', async () => {
    const stop = new AbortController();
    writer.before = () => {
      throw new ReadModelUnavailableError('away');
    };
    const sleep = async () => stop.abort();
    const options = { events: log, writer, projections: [], follower: 'f', report: () => undefined, sleep };
    await new ProjectionRunner(options).run(stop.signal);
    expect(stop.signal.aborted).toBe(true);
  });

  it('follows again from its checkpoint when the event store was away', async () => {
    log.failAt = { index: 2, error: new StoreUnavailableError('gone') };
    const sleep = async () => void (log.failAt = undefined);
    const troubles: (string | undefined)[] = [];
    await runToEnd(log, writer, { sleep, trouble: (error) => troubles.push(error?.message) });
    expect(troubles).toEqual(['gone', undefined]);
    expect(await rows()).toEqual(CARD_ROWS);
  });

  it('reads cached documents again: another owner may have written meanwhile', async () => {
    log.failAt = { index: 2, error: new StoreUnavailableError('gone') };
    const sleep = async () => {
      log.failAt = undefined;
      await runToEnd(log, model);
      log.append('w', [placed('a', 'x')]);
    };
    await runToEnd(log, writer, { sleep });
    expect((await rows()).cards[0]).toMatchObject({ board_id: 'x', moves: 3, revision: 5 });
  });
});
