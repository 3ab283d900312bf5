import type { Random } from '../../support/random.js';
import { Api, byId } from '../../support/api.js';
import type { Client } from '../../support/client.js';
import type { LoggedEvent } from '../../support/log.js';
import { START } from '../../support/log.js';
import type { Call, Member } from '../../support/types.js';
import { TestWorkspace } from '../../support/workspace.js';
import type { ClockedService } from './clocked-service.js';
import { Dialer } from './dialer.js';
import { type Judgement, Replay } from './replay.js';

/** A winter day without a change of clocks. */
const BEGINS_AT = Date.parse('2030-01-14T13:00:00.000Z');
const CONTACTS = 90;

/**
 * Dialers in one workspace. Lists in three tiers with caps and a waterfall; contacts are members of some lists or of
 * none.
 */
export class CallCenter {
  now = BEGINS_AT;

  private constructor(
    readonly clocked: ClockedService,
    readonly workspaceId: string,
    private readonly token: string,
    readonly contacts: readonly string[],
    readonly lists: readonly string[],
    readonly dialers: readonly Dialer[],
  ) {}

  static async create(clocked: ClockedService, random: Random, dialers: number): Promise<CallCenter> {
    await clocked.setClock(BEGINS_AT);
    const settings = { time_zone: 'America/New_York', unlisted: { max_attempts_per_day: 2, min_retry_seconds: 900 } };
    const workspace = await TestWorkspace.make(clocked.service, settings);
    const { api } = workspace;
    const contacts = (await workspace.contacts(CONTACTS)).map(({ contact_id }) => contact_id);
    const bottom = await api.createList({ priority: 'lowest', min_retry_seconds: 0 });
    const next_list_id = bottom.smart_list_id;
    const all = [
      await api.createList({ priority: 'high', max_attempts_total: 2, min_retry_seconds: 60, next_list_id }),
      await api.createList({ priority: 'high', max_attempts_per_day: 1, min_retry_seconds: 600 }),
      await api.createList({ priority: 'medium', max_attempts_per_day: 2, min_retry_seconds: 0 }),
      bottom,
    ];
    const lists = all.map(({ smart_list_id }) => smart_list_id);
    for (const list of lists) await api.addMembers(list, random.sample(contacts, 30).map(asReference));
    const outcomes = [
      await api.createOutcome(),
      await api.createOutcome({ destination_type: 'smart_list', destination_id: lists[2] }),
      await api.createOutcome({ destination_type: 'remove_from_selected', smart_list_ids: lists.slice(0, 2) }),
    ];
    const dispositions = outcomes.map(({ outcome }) => outcome.outcome_id);
    const names = Array.from({ length: dialers }, (_, at) => `dialer-${at}`);
    const staff = names.map((name) => new Dialer(name, random, dispositions));
    return new CallCenter(clocked, workspace.id, workspace.client.token!, contacts, lists, staff);
  }

  /** A client of the running process with a key of the workspace. */
  get client(): Client {
    return this.clocked.service.client(this.token);
  }

  get api(): Api {
    return new Api(this.client);
  }

  /** Puts the clock ahead. */
  async advanceClock(minutes: number): Promise<void> {
    this.now += minutes * 60_000;
    await this.clocked.setClock(this.now);
  }

  /** Replays the log of this workspace and judges each dispatch by the rules; the rules' clock is then set to now. */
  async replay(judgement?: Judgement): Promise<Replay> {
    const replay = Replay.of(await this.log(), this.workspaceId, judgement);
    replay.rules.now = Math.max(replay.rules.now, this.now);
    return replay;
  }

  async log(): Promise<readonly LoggedEvent[]> {
    return this.clocked.service.log.after(START);
  }

  /**
   * Expects each dispatch in the log to have been received by one dialer, once, adjacent to those of the same answer.
   */
  expectEachDispatchReceivedOnce({ dispatches }: Replay): void {
    const logged = dispatches.map(({ call_id }) => call_id);
    const places = this.dialers.flatMap(({ taken }) =>
      taken.map((calls) => calls.map(idOf).map((id) => logged.indexOf(id))),
    );
    for (const [first = 0, ...others] of places) expect(others).toEqual(others.map((_, at) => first + at + 1));
    expect(places.flat().sort((a, b) => a - b)).toEqual(logged.map((_, at) => at));
  }

  /** Expects reads of members to show what the rules derive from the log: statuses, reasons, counters, times. */
  async expectReadsOf({ rules }: Replay): Promise<void> {
    for (const list of rules.lists.filter(({ live }) => live)) {
      const shown = await this.api.members(list.id);
      const active = rules.active(list);
      const reference = active.map((membership) => {
        const { status, reason, until } = rules.standing(membership);
        return {
          contact_id: membership.contact.id,
          status,
          status_reason: reason,
          schedule_time: until === null ? null : new Date(until).toISOString(),
          attempt_count: rules.attemptCount(membership.contact, list),
          attempts_today: rules.attemptsOnDayOf(membership.contact, list, rules.now),
        } satisfies Partial<Member>;
      });
      expect(shown).toMatchObject(reference);
    }
  }
}

const idOf = ({ call_id }: Call): string => call_id;
export const asReference = (contact_id: string) => byId({ contact_id });
