import { instant, type Instant } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import { MEMBERS } from '#members/domain';
import { added, ANN, AUTUMN, BOB, CALL, event, past, projections, SPRING } from '../../testing/past.js';
import { promoteAll, reindexAll } from '../../testing/queue-caches.js';
import { endCall } from '../calls/call-life.js';
import { dispatchNext, previewNext } from './dispatch.js';
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
  private interrupted: { readonly read: number; readonly act: () => void } | undefined;

  constructor(...events: Parameters<TestWorkspace['append']>[0]) {
    this.workspace = new TestWorkspace(projections).append([...past, noneWithoutList, ...events]);
    const candidates = this.workspace.candidates.bind(this.workspace);
    this.workspace.candidates = (collection, options) => {
      this.reads += 1;
      if (this.interrupted && this.reads === this.interrupted.read) this.interrupted.act();
      return candidates(collection, options);
    };
  }

  /** The contacts that are next, and whether the queue was read for them. */
  next(wanted: ScopeWanted = {}): readonly [contacts: unknown, isRead: boolean] {
    const before = this.reads;
    const { next } = previewNext(3, { wanted, drained: this.drained })(this.workspace).answer().body;
    return [next.map(({ contact_id }) => contact_id), this.reads > before];
  }

  /** Asked often enough to be remembered. */
  settled(wanted?: ScopeWanted): this {
    for (let asked = 0; asked < 2; asked += 1) expect(this.next(wanted)).toEqual([[], true]);
    return this;
  }

  /** Something happens before the nth read from now on. */
  beforeRead(nth: number, act: () => void): void {
    this.interrupted = { read: this.reads + nth, act };
  }

  at(now: Instant): this {
    this.workspace.append([], now);
    return this;
  }
}

const KNOWN = [[], false];
const READ = [[], true];

const DUE = '2030-01-02T10:00:00.000Z' as Instant;
const callbackOf = (contact_id: string) => ({
  ...{ smart_list_id: SPRING, contact_id, member_number: 7 },
  ...{ callback_at: DUE, agent_id: null, owner_seconds: 0 },
});
const later = (workspace: TestWorkspace, ms: number) => instant(Date.parse(workspace.now) + ms);

/** More than a request reads. */
const READS = 12;

/** Ann has been called, and waits for the end of the retry gap of her list. */
function inGap(): Asked {
  const asked = new Asked(added(SPRING));
  const { workspace } = asked;
  workspace.append(dispatchNext([CALL])(workspace).events);
  workspace.append(endCall(CALL, 'busy')(workspace).events);
  return asked;
}

function gapEnd(): number {
  return [...inGap().workspace.all(MEMBERS)][0]!.due;
}

describe('a scope in which nobody may be called', () => {
  it('is read twice, and then once a minute while nothing happens', () => {
    const asked = new Asked().settled();
    expect(asked.next()).toEqual(KNOWN);
    expect(asked.at(later(asked.workspace, 59_999)).next()).toEqual(KNOWN);
    expect(asked.at(later(asked.workspace, 1)).next()).toEqual(READ);
    expect(asked.at(later(asked.workspace, 59_999)).next()).toEqual(KNOWN);
  });

  it('is read again after an event', () => {
    const asked = new Asked().settled();
    asked.workspace.append([added(SPRING)]);
    expect(asked.next()).toEqual([[ANN], true]);
  });

  it('is known for all agents, and apart from other lists', () => {
    const asked = new Asked().settled({ smartListId: SPRING });
    expect(asked.next({ smartListId: SPRING, agentId: 'mia' })).toEqual(KNOWN);
    expect(asked.next({ smartListId: AUTUMN })).toEqual(READ);
    expect(asked.next()).toEqual(READ);
  });

  it('is known of each list where the whole workspace is drained', () => {
    expect(new Asked().settled().next({ smartListId: SPRING, agentId: 'mia' })).toEqual(KNOWN);
  });

  it('is not known where a callback is due that is kept for its owner', () => {
    const asked = new Asked(
      added(SPRING, BOB),
      event('CallbackSet', { ...callbackOf(BOB), agent_id: 'mia', owner_seconds: 900 }),
    );
    asked.at(DUE).settled();
    expect(asked.next()).toEqual(READ);
    expect(asked.next({ agentId: 'mia' })).toEqual([[BOB], true]);
  });

  it('is read again when a member may be called whose row another process promoted during the reads', () => {
    const due = gapEnd();
    const early = instant(due - 200);
    for (let read = 1; read <= READS; read += 1) {
      const asked = inGap().at(early);
      asked.next();
      // Its clock is ahead by more than the time that is left.
      asked.beforeRead(read, () => promoteAll(asked.workspace, due));
      expect(asked.next()).toEqual(READ);
      asked.next();
      expect(asked.at(instant(due)).next()).toEqual([[ANN], true]);
    }
  });

  it('is read again from the first instant on that a member waits for', () => {
    const asked = new Asked(added(SPRING, BOB), event('CallbackSet', callbackOf(BOB)));
    asked.at(instant(Date.parse(DUE) - 30_000)).settled();
    expect(asked.at(instant(Date.parse(DUE) - 1)).next()).toEqual(KNOWN);
    expect(asked.at(DUE).next()).toEqual([[BOB], true]);
  });

  it('is read again from the next quarter hour on where there are calling hours', () => {
    const asked = new Asked(hours);
    const quarter = (Math.floor(Date.parse(asked.workspace.now) / 900_000) + 1) * 900_000;
    asked.at(instant(quarter - 30_000)).settled();
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
