import fc from 'fast-check';
import type { FollowBatch } from '#event-store';
import type { Position, RecordedEvent } from '#kernel';
import { FakeLog } from '../testing/fake-log.js';
import { FairTurns, TURN_EVENTS } from './fair-turns.js';

const moved = { type: 'CardMoved', data: {} };
const many = (count: number) => Array.from({ length: count }, () => moved);

/** A log in which each workspace of the list has an event, in its order. */
function logOf(workspaces: readonly string[]): readonly RecordedEvent[] {
  const log = new FakeLog();
  for (const workspace of workspaces) log.append(workspace, [moved]);
  return log.events;
}

function batchOf(events: readonly RecordedEvent[], caughtUp = true): FollowBatch {
  return { events, position: events.at(-1)?.position, caughtUp };
}

describe('FairTurns', () => {
  it('gives a workspace behind an import the very next turn, and an import that is alone whole turns', () => {
    const log = new FakeLog();
    log.append('importer', many(3_000));
    log.append('neighbour', many(2));
    const turns = new FairTurns(TURN_EVENTS);
    turns.add(batchOf(log.events));
    const first = turns.next();
    expect([first.length, first.filter(({ stream }) => stream === 'workspace-neighbour').length]).toEqual([252, 2]);
    turns.finish(first.length);
    expect(turns.next()).toHaveLength(500);
  });

  it('gives each of many workspaces the same share', () => {
    const names = Array.from({ length: 100 }, (_, at) => `w${at}`);
    const turns = new FairTurns(TURN_EVENTS);
    turns.add(batchOf(logOf(Array.from({ length: 20 }, () => names).flat())));
    const counts = new Map<string, number>();
    for (const { stream } of turns.next()) counts.set(stream, (counts.get(stream) ?? 0) + 1);
    expect([counts.size, new Set(counts.values())]).toEqual([100, new Set([5])]);
  });

  it('never cuts an append: its events are shown together', () => {
    const log = new FakeLog();
    log.append('importer', many(700));
    log.append('neighbour', many(2));
    log.append('importer', many(10));
    const chain = { events: 1, link: 'link' };
    const ends = new Set([699, 701, 711]);
    const events = log.events.map((event, at) =>
      ends.has(at) ? { ...event, metadata: { ...event.metadata, chain } } : event,
    );
    const turns = new FairTurns(TURN_EVENTS);
    turns.add(batchOf(events));
    const lengths: number[] = [];
    for (let turn = turns.next(); turn.length > 0; turn = turns.next()) {
      lengths.push(turn.length);
      turns.finish(turn.length);
    }
    expect(lengths).toEqual([700, 12]);
  });

  it('keeps the events of a delivery behind those of its workspace', () => {
    const log = new FakeLog();
    log.append('w', many(300));
    log.append('w', [moved], 'delivery-1');
    log.append('v', [moved]);
    const turns = new FairTurns(TURN_EVENTS);
    turns.add(batchOf(log.events));
    expect(turns.next().map(({ stream }) => stream)).not.toContain('delivery-1');
  });

  it('takes no batch with the record of a skip, or with an event that cannot be read', () => {
    const [event] = logOf(['w']);
    expect(FairTurns.allows(batchOf([event!]))).toBe(true);
    expect(FairTurns.allows(batchOf([event!, { ...event!, stream: 'skips', type: 'EventSkipped' }]))).toBe(false);
    const { metadata: _, data: __, ...header } = event!;
    const unreadable = { ...header, position: event!.position!, unreadable: 'no key', workspaceId: 'w' };
    expect(FairTurns.allows({ ...batchOf([]), events: [unreadable] })).toBe(false);
  });

  it('moves with a batch without events once all before it are projected', () => {
    const turns = new FairTurns(TURN_EVENTS);
    const [event] = logOf(['w']);
    turns.add(batchOf([event!], false));
    turns.add({ events: [], position: '000000099' as Position, caughtUp: true });
    expect(turns.finish(turns.next().length)).toEqual({ position: '000000099', caughtUp: true });
  });

  it('hands out each event once, those of a workspace in order, and is as far as the first that is not done', () => {
    const step = fc.oneof(
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 }).map((add) => ({ add })),
      fc.nat({ max: 30 }).map((finish) => ({ finish })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const all = logOf(steps.flatMap((each) => ('add' in each ? each.add : [])));
        const turns = new FairTurns(4);
        const done: RecordedEvent[] = [];
        let turn: readonly RecordedEvent[] = [];
        let added = 0;
        for (const each of steps) {
          if ('add' in each) {
            turns.add(batchOf(all.slice(added, added + each.add.length)));
            added += each.add.length;
            continue;
          }
          if (turn.length === 0) turn = turns.next() as readonly RecordedEvent[];
          const finished = turn.slice(0, each.finish);
          turn = turn.slice(finished.length);
          done.push(...finished);
          if (finished.length === 0) continue;
          const { position, caughtUp } = turns.finish(finished.length);
          const before = all.slice(0, added);
          const firstLeft = before.findIndex((event) => !done.includes(event));
          const front = firstLeft < 0 ? before.length : firstLeft;
          expect([position, caughtUp]).toEqual([before[front - 1]?.position, front === before.length]);
          expect(turns.size).toBe(before.length - front);
        }
        expect(new Set(done).size).toBe(done.length);
        for (const workspace of ['a', 'b', 'c']) {
          const revisions = done.filter(({ stream }) => stream === `workspace-${workspace}`).map((e) => e.revision);
          expect(revisions).toEqual(revisions.map((_, at) => at));
        }
      }),
    );
  });
});
