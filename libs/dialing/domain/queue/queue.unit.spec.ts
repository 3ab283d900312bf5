import { DomainError, type DomainEvent, instant } from '#kernel';
import { TEST_START, TEST_WORKSPACE, testId as id, TestWorkspace } from '#kernel/testing';
import { MAX_MIDNIGHTS } from '#eligibility';
import { type MemberRow, MEMBERS } from '#members/domain';
import { SETTINGS_DEFAULTS } from '#smart-lists/domain';
import { event, listDeleted, projections, registered, workspaceCreated } from '../../testing/past.js';
import { promoteAll, reindexAll } from '../../testing/queue-caches.js';
import { endCall } from '../calls/call-life.js';
import { MAX_DUE, MAX_STALE, QueueOverdue } from './candidates.js';
import { dispatchNext, previewNext } from './dispatch.js';

const HOUR = 3_600;
const [HIGH, LOW] = [id(901), id(902)];

/** The fields of a call, and of a pick of a preview. */
interface Shown {
  readonly call_id: string;
  readonly contact_id: string;
}

/** A workspace whose time passes and whose calls are made by decisions. */
class Simulation {
  readonly workspace = new TestWorkspace(projections).append([workspaceCreated], instant(TEST_START));
  private ids = 5_000;

  happens(...events: readonly DomainEvent[]): this {
    this.workspace.append(events, this.workspace.now);
    return this;
  }

  passes(seconds: number): this {
    this.workspace.append([], instant(Date.parse(this.workspace.now) + seconds * 1_000));
    return this;
  }

  /** A list, and contacts `first` to `first + count - 1` on it. */
  list(listId: string, settings: object, first: number, count: number): this {
    const contacts = Array.from({ length: count }, (_, n) => id(first + n));
    const data = { smart_list_id: listId, name: listId, ...SETTINGS_DEFAULTS, ...settings, source: 'api' };
    return this.happens(
      event('SmartListCreated', data),
      ...contacts.map((contact_id, n) =>
        event('ContactImported', { contact_id, phone: `+1202${5550000 + first + n}`, name: null }),
      ),
      ...contacts.map((contact_id) => event('MemberAdded', { smart_list_id: listId, contact_id, source: 'api' })),
    );
  }

  /** The contacts of one dispatch. */
  next(limit: number): readonly Shown[] {
    const decision = dispatchNext(Array.from({ length: limit }, () => id((this.ids += 1))))(this.workspace);
    this.happens(...decision.events);
    return decision.answer(this.workspace).body['calls'];
  }

  /** Calls every contact that can be called, and ends the calls. */
  callsAll(limit: number): this {
    for (const { call_id } of this.next(limit))
      this.happens(...endCall(String(call_id), 'busy')(this.workspace).events);
    return this;
  }

  previews(limit: number): readonly number[] {
    const { next } = previewNext(limit)(this.workspace).answer().body;
    return (next as unknown as readonly Shown[]).map(({ contact_id }) => Number(contact_id.slice(-5)));
  }

  rows(): readonly MemberRow[] {
    return this.workspace.all(MEMBERS);
  }
}

function leave(reason: string, listId: string, ...contacts: readonly number[]): DomainEvent {
  const left = contacts.map((n) => ({ contact_id: id(n), lists: [0] }));
  return event('MemberRemoved', { reason, lists: [listId], contacts: left });
}

/** A view that keeps the reads of earlier runs of a decision, as the head does, while the rows may change. */
function keepsReads(workspace: TestWorkspace): TestWorkspace {
  const kept = new Map<string, unknown>();
  return new Proxy(workspace, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'candidates' && name !== 'candidateValues') return value;
      return (collection: { name: string }, what: unknown) => {
        const read = `${collection.name} ${JSON.stringify(what)}`;
        if (!kept.has(read)) kept.set(read, (value as (...parts: unknown[]) => unknown).call(target, collection, what));
        return kept.get(read);
      };
    },
  });
}

/** A view with a record of the reads of a decision. */
function asks(workspace: TestWorkspace): { readonly view: TestWorkspace; readonly asked: string[] } {
  const asked: string[] = [];
  const view = new Proxy(workspace, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (!['rows', 'scan', 'candidates', 'candidateValues'].includes(String(name))) return value;
      return (collection: { name: string }, what: unknown) => {
        asked.push(`${String(name)} ${collection.name} ${JSON.stringify(what)}`);
        return (value as (...parts: unknown[]) => unknown).call(target, collection, what);
      };
    },
  });
  return { view, asked };
}

describe('the queue over rows', () => {
  it('has ready members, and those whose gap or midnight has passed, in the order of member numbers', () => {
    const simulation = new Simulation()
      .list(HIGH, { priority: 'high', min_retry_seconds: HOUR }, 1, 2)
      .list(LOW, { priority: 'high', min_retry_seconds: 0, max_attempts_per_day: 1 }, 3, 2)
      .callsAll(3)
      .passes(30 * HOUR);
    expect(simulation.rows().map(({ state }) => state)).toEqual(['waiting', 'waiting', 'midnight', 'ready']);
    expect(simulation.previews(9)).toEqual([4, 1, 2, 3]);
    promoteAll(simulation.workspace);
    expect(simulation.rows().map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(simulation.previews(9)).toEqual([4, 1, 2, 3]);
  });

  it('has no member that waits or is frozen, and no contact without a list while these are disabled', () => {
    const simulation = new Simulation().list(HIGH, { min_retry_seconds: HOUR }, 1, 1).callsAll(1);
    simulation.list(LOW, { max_attempts_total: 0 }, 2, 1).passes(HOUR - 1);
    simulation.happens(event('ContactImported', { contact_id: id(3), phone: '+12025550003', name: null }));
    expect(simulation.previews(9)).toEqual([3]);
    simulation.happens(event('WorkspaceChanged', { changes: { unlisted: { enabled: false } } }));
    expect(simulation.previews(9)).toEqual([]);
    expect(simulation.passes(1).previews(9)).toEqual([1]);
  });

  it('takes events into account that the rows do not have yet', () => {
    const simulation = new Simulation().list(HIGH, { priority: 'high' }, 1, 6).list(LOW, { priority: 'low' }, 11, 2);
    simulation.workspace.appendUnseen([]);
    simulation.next(1);
    simulation.happens(
      leave('removed_by_request', HIGH, 3),
      event('MemberAdded', { smart_list_id: HIGH, contact_id: id(11), source: 'api' }),
      registered(simulation.workspace.now, id(7_000), id(4)),
    );
    expect(simulation.previews(9)).toEqual([2, 5, 6, 11, 12, 3]);
    simulation.happens(event('SmartListChanged', { smart_list_id: HIGH, changes: { max_attempts_per_day: 0 } }));
    expect(simulation.previews(9)).toEqual([11, 12, 3]);
    simulation.happens(leave('list_deleted', LOW, 11, 12), listDeleted(LOW));
    expect(simulation.previews(9)).toEqual([3, 12]);
  });

  it('skips contacts in a call, in any number', () => {
    const many = MAX_STALE + 100;
    const simulation = new Simulation().list(HIGH, {}, 1, many + 1);
    const calls = Array.from({ length: many }, (_, n) =>
      registered(simulation.workspace.now, id(10_000 + n), id(1 + n)),
    );
    expect(simulation.happens(...calls).previews(1)).toEqual([many + 1]);
  });

  it('fails on a list whose positions are too far behind its settings, instead of taking a lower tier', () => {
    const slower = event('SmartListChanged', { smart_list_id: HIGH, changes: { min_retry_seconds: HOUR } });
    const behind = (stale: number) =>
      new Simulation()
        .list(HIGH, { priority: 'high', min_retry_seconds: 0 }, 1, stale)
        .callsAll(stale)
        .list(LOW, { priority: 'low' }, 8_000, 1)
        .happens(slower);
    expect(behind(MAX_STALE - 1).previews(1)).toEqual([8_000]);
    const simulation = behind(MAX_STALE);
    expect(() => simulation.previews(1)).toThrow(DomainError);
    reindexAll(simulation.workspace);
    expect(simulation.previews(1)).toEqual([8_000]);
  });

  it('is overdue when more members are due than it examines, until they are promoted', () => {
    const simulation = new Simulation().list(HIGH, { min_retry_seconds: HOUR }, 1, MAX_DUE + 1).callsAll(MAX_DUE + 1);
    expect(simulation.previews(1)).toEqual([]);
    simulation.passes(HOUR);
    expect(() => simulation.previews(1)).toThrow(QueueOverdue);
    promoteAll(simulation.workspace);
    expect(simulation.previews(1)).toEqual([1]);
  });

  it('is overdue when rows wait for too many midnights that have passed', () => {
    const simulation = new Simulation().list(HIGH, {}, 1, MAX_MIDNIGHTS);
    simulation.rows().forEach(({ contact_id, revision }, n) => {
      const key = [TEST_WORKSPACE, HIGH, contact_id];
      simulation.workspace.amend(MEMBERS, key, revision, { state: 'midnight', due: TEST_START - n * 86_400_000 });
    });
    expect(() => simulation.previews(1)).toThrow(QueueOverdue);
    promoteAll(simulation.workspace);
    expect(simulation.previews(2)).toEqual([1, 2]);
  });
});

describe('what a pick reads', () => {
  const parts = (asked: readonly string[]) => asked.map((each) => each.split(' ').slice(0, 2).join(' '));

  it('has four parts, for any number of lists and members', () => {
    const simulation = new Simulation().list(HIGH, {}, 1, 50).list(LOW, { priority: 'low' }, 101, 50).callsAll(3);
    const { view, asked } = asks(simulation.workspace);
    dispatchNext([id(6_000), id(6_001)])(view);
    expect(parts(asked)).toEqual([
      'candidates members',
      'candidateValues members',
      'candidates members',
      'rows contacts',
    ]);
  });

  it('has one more, for the callbacks of the workspace, once a list that is dialed has had one', () => {
    const simulation = new Simulation().list(HIGH, {}, 1, 50).list(LOW, { priority: 'low' }, 101, 50);
    const { now } = simulation.workspace;
    const callback = { callback_at: now, agent_id: null, owner_seconds: 0 };
    simulation.happens(event('CallbackSet', { smart_list_id: LOW, contact_id: id(101), ...callback }));
    const { view, asked } = asks(simulation.workspace);
    dispatchNext([id(6_000)], { wanted: { smartListId: HIGH } })(view);
    expect(parts(asked)).toHaveLength(4);
    dispatchNext([id(6_000)])(view);
    expect(parts(asked.slice(4))).toEqual([
      'candidates members',
      'candidateValues members',
      'candidates members',
      'rows contacts',
    ]);
    expect(asked[6]).toContain('"callback"');
  });

  it('misses no member that becomes eligible between two of its runs', () => {
    for (const settings of [{ min_retry_seconds: HOUR }, { min_retry_seconds: 0, max_attempts_per_day: 1 }]) {
      const simulation = new Simulation().list(HIGH, { priority: 'high', ...settings }, 1, 1);
      simulation.list(LOW, { priority: 'low' }, 2, 2).callsAll(2);
      // Two seconds before it becomes due, then two seconds after.
      const [row] = simulation.rows();
      simulation.workspace.append([], instant(row!.due - 2_000));
      const view = keepsReads(simulation.workspace);
      const decide = previewNext(1);
      decide(view);
      simulation.passes(4);
      promoteAll(simulation.workspace);
      const { next } = decide(view).answer().body;
      expect(next).toMatchObject([{ contact_id: id(1) }]);
    }
  });

  it('does not grow with the members that wait for the next midnight', () => {
    const simulation = new Simulation()
      .list(HIGH, { min_retry_seconds: 0, max_attempts_per_day: 1 }, 1, 700)
      .callsAll(700);
    simulation.workspace.append([], instant(simulation.rows()[0]!.due - 100));
    const { view, asked } = asks(simulation.workspace);
    expect(previewNext(50)(view).answer().body['next']).toEqual([]);
    expect(asked.filter((each) => each.startsWith('candidates members'))).toHaveLength(3);
  });

  it('stays the same when other dispatches and time pass before it is run again', () => {
    const simulation = new Simulation().list(HIGH, {}, 1, 50);
    const decide = previewNext(5);
    const before = asks(simulation.workspace);
    decide(before.view);
    simulation.next(2);
    simulation.workspace.append([], instant(Date.parse(simulation.workspace.now) + 40));
    const after = asks(simulation.workspace);
    const { next } = decide(after.view).answer().body;
    expect((next as unknown as readonly Shown[]).map(({ contact_id }) => contact_id)).toEqual([3, 4, 5, 6, 7].map(id));
    // The later decision repeats the earlier reads exactly, then reads what is behind them.
    expect(after.asked.slice(0, before.asked.length)).toEqual(before.asked);
    expect(after.asked.length).toBeLessThanOrEqual(before.asked.length + 2);
  });
});
