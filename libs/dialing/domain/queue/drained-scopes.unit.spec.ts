import { instant, type Instant } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { added, ANN, BOB, event, past, projections, SPRING } from '../../testing/past.js';
import { reindexAll } from '../../testing/queue-caches.js';
import { previewNext } from './dispatch.js';
import { DrainedScopes } from './drained-scopes.js';
import type { ScopeWanted } from './scope.js';

const noneWithoutList = event('WorkspaceChanged', { changes: { unlisted: { enabled: false } } });
const hours = event('CallingHoursCreated', {
  calling_hours_id: SPRING,
  ...{ name: 'Day', zone: 'workspace', intervals: [], closed_dates: [] },
});

/** A workspace whose queue is asked again and again, and the reads that an answer costs. */
class Asked {
  readonly workspace: TestWorkspace;
  private readonly drained = new DrainedScopes();
  private reads = 0;

  constructor(...events: Parameters<TestWorkspace['append']>[0]) {
    this.workspace = new TestWorkspace(projections).append([...past, noneWithoutList, ...events]);
    const candidates = this.workspace.candidates.bind(this.workspace);
    this.workspace.candidates = (collection, options) => {
      this.reads += 1;
      return candidates(collection, options);
    };
  }

  /** The contacts that are next, and whether the queue was read for them. */
  next(wanted: ScopeWanted = {}): readonly [contacts: unknown, isRead: boolean] {
    const before = this.reads;
    const { next } = previewNext(3, wanted, '', this.drained)(this.workspace).answer().body;
    return [next.map(({ contact_id }) => contact_id), this.reads > before];
  }

  /** Asked often enough to be remembered. */
  settled(wanted?: ScopeWanted): this {
    for (let asked = 0; asked < 2; asked += 1) expect(this.next(wanted)).toEqual([[], true]);
    return this;
  }

  at(now: Instant): this {
    this.workspace.append([], now);
    return this;
  }
}

const KNOWN = [[], false];
const READ = [[], true];
const later = (workspace: TestWorkspace, ms: number) => instant(Date.parse(workspace.now) + ms);

describe('a scope in which nobody may be called', () => {
  it('is read twice, and then no more while nothing happens', () => {
    const asked = new Asked().settled();
    expect(asked.next()).toEqual(KNOWN);
    expect(asked.at(later(asked.workspace, 86_400_000)).next()).toEqual(KNOWN);
  });

  it('is read again after an event', () => {
    const asked = new Asked().settled();
    asked.workspace.append([added(SPRING)]);
    expect(asked.next()).toEqual([[ANN], true]);
  });

  it('is known apart from other scopes and agents', () => {
    const asked = new Asked().settled();
    for (const wanted of [{ smartListId: SPRING }, { agentId: 'mia' }])
      expect(asked.settled(wanted).next(wanted)).toEqual(KNOWN);
  });

  it('is read again from the first instant on that a member waits for', () => {
    const due = '2030-01-02T10:00:00.000Z' as Instant;
    const callback = { smart_list_id: SPRING, contact_id: BOB, callback_at: due, agent_id: null, owner_seconds: 0 };
    const asked = new Asked(added(SPRING, BOB), event('CallbackSet', { ...callback, member_number: 7 })).settled();
    expect(asked.at(instant(Date.parse(due) - 1)).next()).toEqual(KNOWN);
    expect(asked.at(due).next()).toEqual([[BOB], true]);
  });

  it('is read again from the next quarter hour on where there are calling hours', () => {
    const asked = new Asked(hours);
    const quarter = (Math.floor(Date.parse(asked.workspace.now) / 900_000) + 1) * 900_000;
    asked.settled();
    expect(asked.at(instant(quarter - 1)).next()).toEqual(KNOWN);
    expect(asked.at(instant(quarter)).next()).toEqual(READ);
  });

  it('is not known while positions are being recomputed', () => {
    const asked = new Asked(event('WorkspaceChanged', { changes: { time_zone: 'Asia/Tokyo' } })).settled();
    expect(asked.next()).toEqual(READ);
    reindexAll(asked.workspace);
    expect([asked.next(), asked.next()]).toEqual([READ, KNOWN]);
  });
});
