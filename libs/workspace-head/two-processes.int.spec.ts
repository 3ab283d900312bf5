import fc from 'fast-check';
import type { RecordedEvent } from '#kernel';
import { type Action, type Called, type History, Play } from './testing/history.js';
import type { Fate } from './testing/memory-log.js';
import { referenceDecide, referenceFold, type ReferenceState, NOTHING_YET } from './testing/reference-model.js';
import { WORKSPACE } from './testing/process.js';
import { settled } from './testing/scheduler.js';
import type { ToyCommand } from './testing/toy-commands.js';
import { COUNTS, LISTS, MEMBERS } from './testing/toy.js';

/*
 * Goal: processes that share a log decide as if there were one order of commands and no fault: no answer contradicts
 * the log, and no command takes effect twice.
 * Method: random histories of one or two processes whose appends, reads, rows and clocks fail and fall behind. A judge
 * decides each command again at the points of the log where it may have stood, by a fold of its own.
 */

const HISTORIES = Number(process.env['HISTORIES'] ?? 400);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);

/** Refusals by a state of the stores, not by the command. */
const NOT_NOW = ['unavailable', 'idempotency_in_progress'];

/** Checks the answers of one history against the order of its log. */
class Judge {
  private readonly states: ReferenceState[] = [NOTHING_YET];

  constructor(private readonly log: readonly RecordedEvent[]) {}

  /** The state after each number of events. */
  state(length: number): ReferenceState {
    while (this.states.length <= length) {
      this.states.push(referenceFold(this.states.at(-1)!, this.log[this.states.length - 1]!));
    }
    return this.states[length]!;
  }

  eventsOf({ id }: Called): readonly RecordedEvent[] {
    return this.log.filter(({ metadata }) => metadata.correlation_id === id);
  }

  /**
   * Asserts that the reference model gives the same answer at some point of the durable log between call and answer.
   */
  answered(called: Called): void {
    const { refused, answer, replayed, revision, key, toldAt } = called;
    if (refused !== undefined && NOT_NOW.includes(refused)) return;
    const kept = key === undefined ? undefined : this.state(toldAt!).records.get(key);
    const events = this.eventsOf(called);
    if (refused === 'idempotency_key_reused') {
      expect(kept!.fingerprint).not.toBe(JSON.stringify(called.command));
    } else if (replayed) {
      expect(kept).toEqual({ fingerprint: JSON.stringify(called.command), answer });
      expect(events).toEqual([]);
    } else if (events.length > 0) {
      expect(refused).toBeUndefined();
      expect(events.at(-1)!.revision).toBe(revision);
      this.written(called, answer);
    } else {
      expect(this.pointsOf(called)).toContain(refused ?? answer);
    }
  }

  /**
   * Asserts that the events of a command, acknowledged or not, are adjacent, in order, and what the reference model
   * decides there.
   */
  written(called: Called, answer?: string): void {
    const events = this.eventsOf(called);
    if (events.length === 0) return;
    const from = events[0]!.revision;
    expect(from).toBeGreaterThanOrEqual(called.calledAt);
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, at) => from + at));
    const decision = referenceDecide(this.state(from), called.command);
    if ('refused' in decision) throw new Error(`${called.id} wrote, but is refused there: ${decision.refused}`);
    const recorded = [{ type: 'CommandRecorded', data: {} }];
    const expected = decision.events.length === 0 && called.key !== undefined ? recorded : decision.events;
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(expected);
    if (called.key !== undefined) {
      expect(this.state(from).records.has(called.key)).toBe(false);
      expect(this.state(from + events.length).records.get(called.key)!.answer).toBe(answerText(decision.body));
    }
    if (answer !== undefined) expect(answer).toBe(answerText(decision.body));
  }

  /** The answers of the reference model without events, at each point at which the command may have been decided. */
  private pointsOf({ command, key, calledAt, toldAt }: Called): readonly string[] {
    const answers: string[] = [];
    for (let length = calledAt; length <= toldAt!; length += 1) {
      const state = this.state(length);
      if (key !== undefined && state.records.has(key)) continue;
      const decision = referenceDecide(state, command);
      if ('refused' in decision) answers.push(decision.refused);
      else if (decision.events.length === 0 && key === undefined) answers.push(answerText(decision.body));
    }
    return answers;
  }
}

function answerText(body: object): string {
  return JSON.stringify({ status: 200, body });
}

/** @returns how many generations the rows had */
async function judge(history: History): Promise<number> {
  const wrong: unknown[] = [];
  const play = new Play(history, (called) => {
    try {
      judged.answered(called);
    } catch (error) {
      wrong.push(new Error(`${JSON.stringify(called)}: ${(error as Error).message}`));
    }
  });
  const log = play.world.log.stream(`workspace-${WORKSPACE}`);
  const judged = new Judge(log);
  await play.run();
  if (wrong.length > 0) throw wrong[0] as Error;

  for (const called of play.called) judged.written(called);
  const answersOfKeys = new Map<string, string>();
  for (const { key, answer, command } of play.called) {
    if (key === undefined || answer === undefined) continue;
    const name = key + JSON.stringify(command);
    expect(answersOfKeys.get(name) ?? answer).toBe(answer);
    answersOfKeys.set(name, answer);
  }
  const keys = log.flatMap(({ metadata }) => metadata.idempotency?.key_hash ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  const dates = log.map(({ metadata }) => metadata.occurred_at);
  expect(dates).toEqual([...dates].sort());
  for (const { process: each } of play.everyone) expect(each.log.mostInFlight).toBeLessThanOrEqual(1);
  await sameEverywhere(play, judged.state(log.length));
  return play.world.projector.generation;
}

/** Asserts that the rows, the heads and the head of a fresh process all show the fold of the log. */
async function sameEverywhere(play: Play, state: ReferenceState): Promise<void> {
  const expected = referenceDecide(state, { kind: 'look' }) as { body: object };
  for (const each of [...play.alive, play.world.process({ name: 'fresh' })]) {
    let sent = each.send({ kind: 'look' });
    await settled();
    await play.finish();
    // Only now it hears that the rows it knew were dropped.
    if (sent.refused === 'unavailable' && play.world.projector.mayBeDropped) {
      sent = each.send({ kind: 'look' });
      await settled();
      await play.finish();
    }
    expect(JSON.stringify(sent.result!.answer.body)).toBe(JSON.stringify(expected.body));
  }
  const rows = play.world.projector.reader();
  for (const [list, { name, live }] of state.lists) {
    const present = state.members.get(list) ?? [];
    expect((await rows.getMany(LISTS, [[WORKSPACE, list]]))[0]).toMatchObject({ name, live: live ? 1 : 0 });
    const found = await rows.page(MEMBERS, { index: 'by_list', prefix: [WORKSPACE, list, 1], limit: 100 });
    expect(found.map(({ contact_id }) => contact_id)).toEqual(present);
    expect((await rows.getMany(COUNTS, [[WORKSPACE, list]]))[0]?.members ?? 0).toBe(present.length);
  }
}

const list = fc.constantFrom('a', 'b', 'c');
const name = fc.constantFrom('A', 'B');
const contacts = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { minLength: 1, maxLength: 3 });
const kind = <Kind extends ToyCommand['kind']>(value: Kind) => fc.constant(value);

const command: fc.Arbitrary<ToyCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('make'), list, name, limit: fc.integer({ min: 2, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('rename'), list, name }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('drop'), list }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('join'), list, contacts }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('leave'), list, contacts }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('shorten'), list, by: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('vanish'), contact: fc.constantFrom('1', '2') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('look') }) },
);

const process_ = fc.nat(1);
const key = fc.option(fc.constantFrom('k', 'l', 'm'), { nil: undefined, freq: 2 });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ does: fc.constant('command' as const), process: process_, command, key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('fate' as const),
      process: process_,
      fate: fc.constantFrom<Fate>('unavailable', 'answer_lost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('crash' as const), process: process_, appendArrives: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('time' as const),
      process: process_,
      milliseconds: fc.constantFrom(2_000, 10_000),
    }),
  },
);

/** A client that sends the same command twice: to the same process or to another one. */
const raced = fc
  .tuple(action, fc.constantFrom('once', 'same', 'other'))
  .map(([first, again]) =>
    again === 'once' ? [first] : [first, { ...first, process: again === 'same' ? first.process : 1 - first.process }],
  );

const history = (drops: boolean): fc.Arbitrary<History> =>
  fc.record({
    seed: fc.integer(),
    drops: fc.constant(drops),
    processes: fc.constantFrom(1, 2, 2),
    // The toy has up to three resident rows, which are added: with -3, every head that was overtaken is loaded anew.
    eventsBehind: fc.constantFrom(100, 0, -3),
    actions: fc
      .array(fc.tuple(raced, fc.integer({ min: 0, max: 8 })), { minLength: 8, maxLength: 25, size: 'max' })
      .map((groups) => groups.flatMap(([group, steps]) => group.map((each): [Action, number] => [each, steps]))),
  });

describe('two processes on one log', () => {
  it(`decide like one process without faults (${HISTORIES} histories, SEED=${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(history(false), async (each) => void (await judge(each))),
      { numRuns: HISTORIES, seed: SEED },
    );
  }, 120_000);

  it(`do so too while rows are dropped and rebuilt (${HISTORIES} histories, SEED=${SEED})`, async () => {
    let drops = 0;
    const counted = async (each: History) => void (drops += (await judge(each)) - 1);
    await fc.assert(fc.asyncProperty(history(true), counted), { numRuns: HISTORIES, seed: SEED });
    expect(drops).toBeGreaterThan(HISTORIES / 2);
  }, 120_000);
});
