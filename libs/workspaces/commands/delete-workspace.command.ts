import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext } from '#kernel';
import { READ_MODEL_CACHE_WRITER, type ReadModelCacheWriter, ROWS_LAG, type RowsLag } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { ALL_KEYS } from '../domain/api-key.js';
import { deleteWorkspace } from '../domain/decide-workspace.js';
import { adminCommand } from './admin-command.js';
import { markRevoked } from './mark-revoked.js';

/** DELETE /admin/workspaces/{id}. */
export class DeleteWorkspace extends Command<CommandResult> {
  constructor(
    readonly context: AdminContext,
    readonly workspaceId: string,
    /** The workspace's name, as the client repeated it. */
    readonly name: string,
  ) {
    super();
  }
}

const NOT_TOLD =
  'The workspace is deleted, but other processes may take its keys for as long as the read model cannot be written.';

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL_CACHE_WRITER) readonly cacheWriter: Pick<ReadModelCacheWriter, 'putRows'>,
    @Inject(ROWS_LAG) readonly rows: Pick<RowsLag, 'isShared'>,
  ) {}

  /**
   * @throws DomainError `unavailable`: it is deleted, but other processes cannot be told now that its keys are revoked
   */
  async execute({ context, workspaceId, name }: DeleteWorkspace): Promise<CommandResult> {
    const result = await this.decider.execute(adminCommand(context, workspaceId, deleteWorkspace(name)));
    await markRevoked(this, [workspaceId, ALL_KEYS], result, NOT_TOLD);
    return result;
  }
}
