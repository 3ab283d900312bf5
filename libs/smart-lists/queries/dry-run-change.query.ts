import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Answer, type CheckVersion, type CommandContext, type Decide, DomainError } from '#kernel';
import { DRY_RUN_PICKS, nextPicks, presentPicks, queueAfterChange, ReadBounds } from '#dialing/domain';
import { ifMatch } from '#http';
import { memberCount, moveDown } from '#members/domain';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { decideChange } from '../commands/change-smart-list.command.js';
import { requireList } from '../domain/active-lists.js';
import type { SmartListPatch } from '../domain/change-lists.js';
import { DUE_QUEUE, type DueQueue } from '../domain/due-queue.js';
import { listEtag, presentSmartList } from '../domain/present-smart-list.js';
import { type JudgedList, ListJudge } from './list-judge.js';

/** PATCH /smart-lists/{smartListId}?dry_run=true: the answer, whose ETag is that of the list as it is. */
export class DryRunChange extends Query<Answer> {
  constructor(
    readonly context: CommandContext,
    readonly smartListId: string,
    readonly patch: SmartListPatch,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

/** Tries to judge all members of a list between two changes of its settings. */
const TRIES = 3;

/**
 * The decision of a dry run, once the members of the list are judged: that of the change itself, answered on the state
 * after its events (docs/adr/0049-a-dry-run-is-the-decision-taken-back.md). The first members that a sweep would move
 * move in it at once, since the queue after the change has them.
 * @throws DomainError when decided: as the change and the preview
 */
export function decideDryRun(
  smartListId: string,
  patch: SmartListPatch,
  { change, effects, judged, complete, eligible, arrivals }: JudgedList,
  checkVersion?: CheckVersion,
) {
  const [readsBefore, readsAfter] = [new ReadBounds(), new ReadBounds()];
  const decide = decideChange(smartListId, patch, checkVersion);
  return ((view) => {
    const { events } = decide(view);
    const list = requireList(view, smartListId);
    const members = memberCount(view, smartListId) - effects.moved;
    const before = presentPicks(nextPicks(view, readsBefore, DRY_RUN_PICKS));
    const to = change?.swept ? change.lowered!.next_list_id : undefined;
    const swept = to === undefined ? [] : moveDown(view, smartListId, to, arrivals, new Set());
    return {
      events: [...events, ...swept],
      answer: (after) => {
        const changed = requireList(after, smartListId);
        const body = {
          ok: true as const,
          smart_list: presentSmartList(changed, members),
          dry_run: {
            as_of: view.now,
            members: { judged, complete, ...effects },
            queue: { before, after: queueAfterChange(after, readsAfter, change && changed, eligible) },
          },
        };
        return { status: 200, etag: listEtag(list), body };
      },
    };
  }) satisfies Decide;
}

@QueryHandler(DryRunChange)
export class DryRunChangeHandler implements IQueryHandler<DryRunChange> {
  private readonly judge: ListJudge;

  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(DUE_QUEUE) private readonly queue: DueQueue,
  ) {
    this.judge = new ListJudge(decider);
  }

  async execute(query: DryRunChange): Promise<Answer> {
    const { smartListId, patch } = query;
    const { context } = query;
    const checkVersion: CheckVersion = (version) => ifMatch(query, version);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const judged = await this.judge.judge(context, smartListId, decideChange(smartListId, patch, checkVersion));
      const decide = decideDryRun(smartListId, patch, judged, checkVersion);
      const { answer } = await this.queue.before(context.workspaceId, () =>
        this.decider.execute({ ...context, dryRun: true, decide }),
      );
      if (answer.etag === judged.etag) return answer;
    }
    throw new DomainError('unavailable', 'The settings of this list are changed meanwhile.');
  }
}
