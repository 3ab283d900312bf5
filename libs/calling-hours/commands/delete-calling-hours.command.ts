import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type CheckVersion, type CommandContext, type Decide, DomainError, type WorkspaceView } from '#kernel';
import { ifMatch } from '#http';
import { SMART_LISTS } from '#smart-lists/domain';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { workspaceIn } from '#workspaces/domain';
import { deleteCallingHours } from '../domain/decide-calling-hours.js';

/** DELETE /calling-hours/{callingHoursId}. */
export class DeleteCallingHours extends Command<CommandResult> {
  constructor(
    readonly context: CommandContext,
    readonly callingHoursId: string,
    /** The If-Match header of the request; undefined without one. */
    readonly ifMatch: string | undefined,
  ) {
    super();
  }
}

/** How many of those that name calling hours a refusal tells. */
const TOLD = 3;

/**
 * The decision of {@link DeleteCallingHours}.
 * @throws DomainError when decided: as {@link deleteCallingHours}; `resource_conflict` while an active list or the
 *   workspace names them
 */
export function decideDelete(callingHoursId: string, checkVersion: CheckVersion) {
  const decide = deleteCallingHours(callingHoursId, checkVersion);
  return ((view) => {
    const decision = decide(view);
    const naming = namedBy(view, callingHoursId);
    if (naming.length > 0) {
      const others = naming.length > TOLD ? ` and ${naming.length - TOLD} more` : '';
      const detail = `Still named by ${naming.slice(0, TOLD).join(', ')}${others}.`;
      throw new DomainError('resource_conflict', detail);
    }
    return decision;
  }) satisfies Decide;
}

/** The workspace, then active lists in the order of their creation. */
function namedBy(view: WorkspaceView, callingHoursId: string): readonly string[] {
  const lists = [...view.resident(SMART_LISTS).values()].filter((list) => list.calling_hours_id === callingHoursId);
  return [
    ...(workspaceIn(view)?.calling_hours_id === callingHoursId ? ['the workspace'] : []),
    ...lists.sort((a, b) => a.number - b.number).map(({ smart_list_id }) => `smart list ${smart_list_id}`),
  ];
}

@CommandHandler(DeleteCallingHours)
export class DeleteCallingHoursHandler implements ICommandHandler<DeleteCallingHours> {
  constructor(@Inject(COMMAND_DECIDER) private readonly decider: CommandDecider) {}

  execute(command: DeleteCallingHours): Promise<CommandResult> {
    const { context, callingHoursId } = command;
    const decide = decideDelete(callingHoursId, (version) => ifMatch(command, version));
    return this.decider.execute({ ...context, decide });
  }
}
