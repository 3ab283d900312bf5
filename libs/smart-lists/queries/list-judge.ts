import { type CommandContext, type Decide, type DomainEvent, type WorkspaceView, WorkspaceTurns } from '#kernel';
import {
  cursorsOf,
  type DialableThen,
  type JudgedMembers,
  judgeMembers,
  laneCursor,
  type MemberEffects,
  NO_EFFECTS,
  type NumberRange,
  reindexedAfter,
  type SettingsChange,
} from '#dialing/domain';
import { PLAIN_KEY } from '#eligibility';
import { memberCount } from '#members/domain';

import type { CommandDecider } from '#workspace-head';
import { requireList } from '../domain/active-lists.js';
import { listEtag } from '../domain/present-smart-list.js';
import type { SmartListChanged } from '../domain/smart-list.js';
import { capLowering, loweredCap } from '../domain/total-cap.js';

/** Largest number of members of a list that a dry run judges (docs/reference/http-contract.md#dry-runs). */
export const MAX_JUDGED_MEMBERS = 100_000;

/**
 * Members that one decision judges: more than 1,000, so that the embedded pair cuts the read into slices and answers
 * other requests between them (docs/adr/0030-long-reads-in-slices.md); and few, since all of them are judged at once.
 */
const CHUNK = 1_100;

/**
 * Members of each lane that are kept for the queue after the change: 20 for its picks, 19 for contacts that these picks
 * take from another list, the rest for dispatches while the members are judged.
 */
const KEPT = 100;

/** The members of a list, as a change of its settings would leave them. */
export interface JudgedList {
  /** Undefined: the change leaves every member as it is, and none was judged. */
  readonly change: SettingsChange | undefined;
  /** Of the list before the change. */
  readonly etag: string;
  readonly judged: number;
  /** Whether every member was judged. */
  readonly complete: boolean;
  readonly effects: MemberEffects;
  /** The first of each lane that may be dialed from the list, in the order of picks. */
  readonly eligible: readonly string[];
  /** The first that may be dialed from the next list once a sweep has moved them, in the order in which they move. */
  readonly arrivals: readonly string[];
}

/** The changes that a decision makes, and the value of the state after them. */
interface Question<Value> {
  readonly events: readonly DomainEvent[];
  readonly valueOf: (after: WorkspaceView) => Value;
}

/** The cursors of the tier of the list, by the keys of its lanes. */
type LaneCursors = Parameters<typeof laneCursor>[0];

type Plan = Pick<JudgedList, 'change' | 'etag'> & { readonly cursors: LaneCursors; readonly members: number };

/**
 * Judges the members of a list by a change that is not made, in chunks, each decided on rows and head like a chunk of a
 * sweep: in the order of picks, so that the queue after the change is exact even where the list is longer than
 * {@link MAX_JUDGED_MEMBERS} (unless fewer than 20 of those may be dialed). One chunk of the process at a time,
 * workspaces by turns.
 */
export class ListJudge {
  private readonly turns = new WorkspaceTurns(1);

  /** @param most members of a list that are judged at most */
  constructor(
    private readonly decider: Pick<CommandDecider, 'execute'>,
    private readonly most = MAX_JUDGED_MEMBERS,
  ) {}

  /**
   * @param decide the decision of the change
   * @throws DomainError as the change
   */
  async judge(context: CommandContext, smartListId: string, decide: Decide): Promise<JudgedList> {
    const plan = await this.ask(context, (view) => planOf(view, smartListId, decide));
    const { change, etag, cursors, members } = plan;
    const nobody = { judged: 0, complete: true, effects: NO_EFFECTS, eligible: [], arrivals: [] };
    if (!change) return { change, etag, ...nobody };
    const first = new FirstOfLanes(cursors);
    const cursor = laneCursor(cursors, PLAIN_KEY).number;
    const behind = await this.judgeRange(context, change, { above: cursor, upTo: Infinity, limit: this.most }, first);
    const left = this.most - behind.judged;
    const upTo = await this.judgeRange(context, change, { above: -1, upTo: cursor, limit: left }, first);
    const judged = behind.judged + upTo.judged;
    return {
      change,
      etag,
      judged,
      // Where the last read was full and had the last member, it does not say that it ended.
      complete: (behind.complete && upTo.complete) || judged >= members,
      effects: sumOf(behind.effects, upTo.effects),
      eligible: first.contactIds(),
      // Members move in the order of their numbers, wherever the cursor stands.
      arrivals: [...upTo.arrivals, ...behind.arrivals].slice(0, KEPT),
    };
  }

  private async judgeRange(context: CommandContext, change: SettingsChange, range: NumberRange, first: FirstOfLanes) {
    let [judged, effects] = [0, NO_EFFECTS];
    const arrivals: string[] = [];
    let above: number | undefined = range.above;
    while (above !== undefined && above < range.upTo && judged < range.limit) {
      const part = { above, upTo: range.upTo, limit: Math.min(CHUNK, range.limit - judged) };
      const chunk: JudgedMembers = await this.turns.run(context.workspaceId, () =>
        this.ask(context, (view) => ({ events: [], valueOf: () => judgeMembers(view, change, part) })),
      );
      judged += chunk.judged;
      effects = sumOf(effects, chunk.effects);
      first.add(chunk.eligible);
      arrivals.push(...chunk.arrivals.slice(0, KEPT - arrivals.length));
      above = chunk.next;
    }
    return { judged, complete: above === undefined || above >= range.upTo, effects, arrivals };
  }

  /** The value on rows and head. A decision may be run several times: that of its last run is proven. */
  private async ask<Value>(context: CommandContext, question: (view: WorkspaceView) => Question<Value>) {
    let value: Value | undefined;
    const decide: Decide = (view) => {
      const { events, valueOf } = question(view);
      return {
        events,
        answer: (after) => {
          value = valueOf(after);
          return { status: 200, body: { ok: true } };
        },
      };
    };
    await this.decider.execute({ ...context, dryRun: true, decide });
    return value as Value;
  }
}

/** The first members of each lane that may be dialed, in the order of its round. */
class FirstOfLanes {
  private readonly lanes = new Map<string, { behind: DialableThen[]; upTo: DialableThen[] }>();

  constructor(private readonly cursors: LaneCursors) {}

  add(members: readonly DialableThen[]): void {
    for (const member of members) {
      const { lane, number } = member;
      const known = this.lanes.get(lane) ?? { behind: [], upTo: [] };
      this.lanes.set(lane, known);
      known[number > laneCursor(this.cursors, lane).number ? 'behind' : 'upTo'].push(member);
    }
    for (const each of this.lanes.values())
      Object.assign(each, { behind: lowest(each.behind), upTo: lowest(each.upTo) });
  }

  contactIds(): readonly string[] {
    return [...this.lanes.values()].flatMap(({ behind, upTo }) =>
      [...behind, ...upTo].slice(0, KEPT).map(({ contact_id }) => contact_id),
    );
  }
}

function lowest(members: readonly DialableThen[]): readonly DialableThen[] {
  return members.toSorted((a, b) => a.number - b.number).slice(0, KEPT);
}

function planOf(view: WorkspaceView, smartListId: string, decide: Decide): Question<Plan> {
  const { events } = decide(view);
  const before = requireList(view, smartListId);
  const etag = listEtag(before);
  const changed = events.find(isChanged);
  const { paused, calling_hours_id } = changed?.data.changes ?? {};
  // Other settings leave statuses and queue positions as they are.
  const judges =
    paused !== undefined || calling_hours_id !== undefined || reindexedAfter(view.workspaceId, events).length > 0;
  const members = judges ? memberCount(view, smartListId) : 0;
  if (!changed || members === 0) return { events, valueOf: () => ({ change: undefined, etag, cursors: {}, members }) };
  const { changes, exhausts } = changed.data;
  const lowered = loweredCap(view, before, changes);
  const cursors = cursorsOf(view);
  return {
    events,
    valueOf: (state) => {
      const after = requireList(state, smartListId);
      const lowering = capLowering(before, changes);
      const change = { before, after, lowering, lowered, swept: exhausts !== undefined, at: view.now };
      return { change, etag, cursors: cursors[after.priority], members };
    },
  };
}

function isChanged(event: DomainEvent): event is SmartListChanged {
  return event.type === 'SmartListChanged';
}

function sumOf(a: MemberEffects, b: MemberEffects): MemberEffects {
  return {
    exhausted: a.exhausted + b.exhausted,
    moved: a.moved + b.moved,
    frozen: a.frozen + b.frozen,
    newly_eligible: a.newly_eligible + b.newly_eligible,
    no_longer_eligible: a.no_longer_eligible + b.no_longer_eligible,
  };
}
