import {
  allClocks,
  areOpen,
  type DialingLimits,
  goByContact,
  hoursOf,
  MAX_CLOCKS,
  type Moment,
  TIMED_STATES,
  type ZonedHours,
} from '#eligibility';
import type { IndexValue } from '#kernel';
import type { ReadModel } from '#read-model';
import type { SmartListRow } from '#smart-lists/domain';
import { MEMBERS, type MemberRow } from '../domain/member.js';

/** The states of rows that are in the queue, or come to it at an instant that they have. */
const QUEUED = ['ready', ...TIMED_STATES] as const satisfies readonly MemberRow['state'][];

/** The calling hours that hold for a list at a moment: its own, and the workspace's. */
export class ListHours {
  private readonly hours: readonly ZonedHours[];
  private readonly t: number;

  constructor(
    private readonly readModel: Pick<ReadModel, 'distinct' | 'count'>,
    private readonly list: SmartListRow & DialingLimits,
    private readonly moment: Moment,
  ) {
    this.hours = hoursOf(list, moment);
    this.t = Date.parse(moment.at);
  }

  /** Whether they are closed for contacts whose clocks a row has. */
  isClosed(zones: string): boolean {
    return !areOpen(this.hours, zones, this.moment);
  }

  /**
   * The members who would be queued but for the hours. Costs an entry of an index for each of them where hours go by
   * the clocks of contacts.
   * @param queued those who would be queued, of all clocks
   */
  async closedMembers(queued: number): Promise<number> {
    if (this.hours.length === 0) return 0;
    if (!goByContact(this.hours)) return this.isClosed('') ? queued : 0;
    const { workspace_id, smart_list_id } = this.list;
    const counts = await Promise.all(
      QUEUED.map(async (state) => {
        const options = { index: 'lanes', prefix: [workspace_id, state], limit: MAX_CLOCKS };
        const clocks = allClocks(await this.readModel.distinct(MEMBERS, options));
        const closed = clocks.filter((zones) => this.isClosed(zones));
        return Promise.all(closed.map((zones) => this.dueUnder([workspace_id, state, zones, smart_list_id])));
      }),
    );
    return counts.flat().reduce((sum, each) => sum + each, 0);
  }

  /** Rows of a state whose instant has come. */
  private async dueUnder(prefix: readonly IndexValue[]): Promise<number> {
    const count = (above: number) => this.readModel.count(MEMBERS, { index: 'lanes', prefix, above });
    const [all, later] = await Promise.all([count(-1), count(this.t)]);
    return all - later;
  }
}
