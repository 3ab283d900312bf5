import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DomainError, type IndexValue, instant, notFound } from '#kernel';
import { CALLS, contactOfScope, contactScope, NUMBERS_SCOPE, REINDEX_JOBS, ZONE_SCOPE } from '#dialing/domain';
import { LEFT } from '#eligibility';
import { READ_MODEL, type ReadModel } from '#read-model';
import { isFrozen, SMART_LISTS } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { LIST_ATTEMPTS } from '../domain/list-attempts.js';
import { listProgress, RATE_MS } from '../domain/list-progress.js';
import { MEMBER_COUNTS } from '../domain/member-counts.js';
import { type MemberRow, MEMBERS } from '../domain/member.js';
import { ListHours } from './list-hours.js';
import { MemberSources } from './member-sources.js';
import { ShownMembers } from './shown-members.js';

/** GET /smart-lists/{smartListId}/progress: how far a list is, without a read for each of its members. */
export class GetListProgress extends Query<ReturnType<typeof listProgress>> {
  constructor(
    readonly workspaceId: string,
    readonly smartListId: string,
  ) {
    super();
  }
}

/** Times that the counts are read until no event has come to the rows meanwhile. */
const MOST_READS = 10;
/** Calls of one read. */
const CALLS_PAGE = 1_000;

@QueryHandler(GetListProgress)
export class GetListProgressHandler implements IQueryHandler<GetListProgress> {
  constructor(
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(COMMAND_DECIDER) private readonly decider: Pick<CommandDecider, 'now'>,
  ) {}

  /**
   * @throws DomainError `not_found`; `unavailable` while the members are placed anew after a change of settings, or
   * where events of the workspace come faster than the counts are read
   */
  async execute({ workspaceId, smartListId }: GetListProgress): Promise<ReturnType<typeof listProgress>> {
    for (let reads = 0; reads < MOST_READS; reads += 1) {
      const before = await this.readModel.projectedRevision(workspaceId);
      const progress = await this.read(workspaceId, smartListId);
      // The counts are of several reads: an event between two of them would count a member twice, or not at all.
      if ((await this.readModel.projectedRevision(workspaceId)) === before) return progress;
    }
    throw new DomainError('unavailable', 'The members change faster than they can be counted.');
  }

  private async read(workspaceId: string, smartListId: string): Promise<ReturnType<typeof listProgress>> {
    const key = [workspaceId, smartListId];
    const { moment } = await ShownMembers.now(this.readModel, this.decider, workspaceId);
    const t = Date.parse(moment.at);
    const tally = (name: string, above: number) => this.readModel.tally(MEMBERS, { tally: name, prefix: key, above });
    const [[list], [count], [attempts], jobs, ofContacts, dispatched, inCall, ...tallies] = await Promise.all([
      this.readModel.getMany(SMART_LISTS, [key]),
      this.readModel.getMany(MEMBER_COUNTS, [key]),
      this.readModel.getMany(LIST_ATTEMPTS, [key]),
      this.readModel.getMany(REINDEX_JOBS, [key, [workspaceId, ZONE_SCOPE], [workspaceId, NUMBERS_SCOPE]]),
      this.readModel.page(REINDEX_JOBS, {
        index: 'pending',
        prefix: [1, workspaceId],
        after: [contactScope('')],
        limit: 1,
      }),
      this.readModel.count(CALLS, { index: 'by_list', prefix: key, above: instant(t - RATE_MS) }),
      this.membersInCall(workspaceId, smartListId, t),
      tally('waiting', t),
      tally('barred', t),
      tally('scheduled', t),
      tally('capped', t),
      tally('windowed', t),
      tally('limited', t),
      tally('out', -1),
      tally('out', 0),
      tally('out', LEFT.due),
      tally('out', t),
    ]);
    const [waiting, barred, scheduled, capped, windowed, limited, ...outs] = tallies;
    const [out, leftOrBarred, everBarred, barredForNow] = outs;
    if (list?.live !== 1) throw notFound('smart list');
    const hours = new ListHours(this.readModel, list, moment);
    const isContact = ofContacts.some(({ scope }) => contactOfScope(scope) !== undefined);
    if (isContact || jobs.some((job) => job?.pending === 1)) {
      throw new DomainError('unavailable', 'The members are being placed anew, by changed settings or limits.');
    }
    const active = count?.active_members ?? 0;
    const counted = {
      active,
      isFrozen: moment.isPaused || isFrozen(list),
      out: out - leftOrBarred + everBarred,
      outBarred: barredForNow,
      waiting,
      barred,
      scheduled,
      capped,
      windowed,
      limited,
      closed: await hours.closedMembers(active - (out - leftOrBarred + everBarred) - waiting),
      isClosed: (zones: string) => hours.isClosed(zones),
      removed: leftOrBarred - everBarred,
      inCall,
    };
    return listProgress({ ...counted, attempts, dispatched }, moment);
  }

  /** The members whose contacts have a call in flight: each is on the phone with an agent, or about to be. */
  private async membersInCall(workspaceId: string, smartListId: string, t: number): Promise<readonly MemberRow[]> {
    const source = await new MemberSources(this.readModel, workspaceId, smartListId, t).of('in_call');
    const members: MemberRow[] = [];
    for (let after: readonly IndexValue[] | undefined; ;) {
      const { rows, next } = await source.read(after, CALLS_PAGE);
      members.push(...rows.filter(({ active }) => active === 1));
      if (!next) return members;
      after = next;
    }
  }
}
