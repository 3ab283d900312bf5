import type { DomainEvent, Projection } from '#kernel';
import { readHeldStreams } from './held-stream-row.js';
import type { ProgressReport } from '../progress/progress.js';
import { ProjectionRunner } from './projection-runner.js';
import { placed } from '../testing/cards.js';
import {
  COLOURED,
  COLOURED_PROJECTIONS,
  colouredProjection,
  PAINTED,
  painted,
  paintedProjection,
  takenDown,
} from '../testing/coloured.js';
import { FakeLog } from '../testing/fake-log.js';
import { FaultyWriter } from '../testing/faulty-writer.js';
import { MemoryReadModel, MemoryStorage } from '../testing/memory-read-model.js';
import { runToEnd } from '../testing/run-to-end.js';

const EVENTS: readonly DomainEvent[] = [
  placed('a', 'x'),
  painted('x', 'red'),
  placed('b', 'x'),
  painted('y', 'green'),
  painted('x', 'blue'),
  placed('c', 'x'),
  placed('d', 'y'),
  takenDown('x'),
  placed('e', 'x'),
  painted('y', 'black', ['f']),
];

/** By hand: the colour of the board when the card was placed. */
const COLOURS = { a: '', b: 'red', c: 'blue', d: 'green', e: '', f: 'black' };

describe('a follower whose projections need resident rows', () => {
  let log: FakeLog;
  let storage: MemoryStorage;
  let model: MemoryReadModel;

  beforeEach(() => {
    log = new FakeLog();
    storage = new MemoryStorage();
    model = new MemoryReadModel(storage);
  });

  const run = (options: Parameters<typeof runToEnd>[2] = {}, projections = COLOURED_PROJECTIONS) =>
    runToEnd(log, model, options, projections);
  const card = async (id: string) => (await model.getMany(COLOURED, [['w', id]]))[0];
  const colours = async () => {
    const cards = await Promise.all(Object.keys(COLOURS).map(card));
    return Object.fromEntries(cards.map((row) => [row!.card_id, row!.colour]));
  };

  it.each([1, 2, 3, 4, 100])('folds with them as of each event, in batches of %i', async (batchSize) => {
    log.append('w', EVENTS);
    log.append('v', [painted('x', 'of another workspace')]);
    await run({ batchSize });
    expect(await colours()).toEqual(COLOURS);
  });

  it('continues with the stored ones', async () => {
    log.append('w', EVENTS.slice(0, 4));
    await run();
    log.append('w', [placed('g', 'y'), ...EVENTS.slice(4)]);
    await run();
    expect(await card('g')).toMatchObject({ colour: 'green' });
    expect(await colours()).toEqual(COLOURS);
  });

  it('reads each of them once for any number of events', async () => {
    log.append('w', [painted('x', 'red')]);
    await run();
    log.append('w', [placed('a', 'x'), placed('b', 'x'), placed('c', 'x'), placed('d', 'x')]);
    const writer = new FaultyWriter(model);
    await runToEnd(log, writer, { batchSize: 2 }, COLOURED_PROJECTIONS);
    // The board and two cards, then two cards more.
    expect(writer.loads).toEqual([1, 2, 2]);
    expect(await model.getMany(PAINTED, [['w', 'x']])).toMatchObject([{ revision: 0 }]);
  });

  it('writes the same rows when a batch is repeated, with resident rows that may be ahead', async () => {
    log.append('w', EVENTS);
    for (let crash = 0; ; crash += 1) {
      const writer = new FaultyWriter(model);
      writer.before = (step) => {
        if (step === crash) throw new Error('the process is gone');
      };
      const crashed = await runToEnd(log, writer, {}, COLOURED_PROJECTIONS).then(
        () => false,
        () => true,
      );
      if (!crashed) break;
    }
    const rows = await Promise.all(Object.keys(COLOURS).map(card));
    expect(rows.map((row) => row!.moves)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(rows.map((row) => row!.revision)).toEqual([0, 2, 5, 6, 8, 9]);
  });

  it('neither loses nor reverts cached fields because of the documents that it caches', async () => {
    const stop = new AbortController();
    const amend = (to: string) => {
      const change = { collection: COLOURED, key: ['w', 'a'], revision: 1, ifFields: {}, set: { colour: to } };
      // In memory it is done before the promise resolves.
      void model.amendRows([change]).then((count) => expect(count).toBe(1));
    };
    const rounds = [
      // The cached colour of the card is brought up to date with its board.
      () => (amend('blue'), log.append('w', [placed('other', 'x')])),
      // The follower still has the card in red, and an event that touches it.
      () => log.append('w', [placed('a', 'x')]),
      () => stop.abort(),
    ];
    log.append('w', [painted('x', 'red'), placed('a', 'x'), painted('x', 'blue')]);
    const seen: unknown[] = [];
    const report = ({ caughtUp }: ProgressReport): void => {
      if (!caughtUp) return;
      seen.push(JSON.parse(storage.collections.get(COLOURED.name)!.get('w|a')!.text));
      rounds.shift()!();
    };
    const sleep = async (): Promise<void> => undefined;
    const ports = { events: log, writer: model, projections: COLOURED_PROJECTIONS, follower: 'f', sleep, report };
    await new ProjectionRunner(ports).run(stop.signal);
    expect(seen).toMatchObject([
      { colour: 'red', moves: 1, revision: 1 },
      { colour: 'blue', moves: 1, revision: 1 },
      { colour: 'blue', moves: 2, revision: 4 },
    ]);
  });

  const poisonings: readonly (readonly [string, Partial<Projection>, string])[] = [
    ['resident that it does not name', { needs: () => [] }, 'was not loaded: needs must name it'],
    [
      'a row of a collection that is not resident',
      { evolve: (row, event, key, resident) => (resident.row(COLOURED, key), row) },
      'coloured_cards is not a resident collection',
    ],
  ];

  it.each(poisonings)('holds back the stream of an event whose projection asks for %s', async (_, fault, reason) => {
    log.append('w', [placed('a', 'x')]);
    await run({}, [paintedProjection, { ...(colouredProjection as Projection), ...fault }]);
    expect(await readHeldStreams(model)).toMatchObject([
      { stream: 'workspace-w', at: 0, projection: 'coloured_cards', reason: expect.stringContaining(reason) },
    ]);
    expect(await model.projectedRevision('w')).toBe(-1);
  });
});
