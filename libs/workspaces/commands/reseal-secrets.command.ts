import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext, IndexValue } from '#kernel';
import { READ_MODEL, type ReadModel } from '#read-model';
import { isGone, isTransient } from '#workers';
import { COMMAND_DECIDER, type CommandDecider, type WorkspaceCommand } from '#workspace-head';
import { type Resealed, resealSecrets } from '../domain/reseal-secrets.js';
import type { SecretBox } from '../domain/secrets.js';
import { SECRET_BOX } from '../domain/tokens.js';
import type { WorkspaceRow } from '../domain/workspace.js';
import { pageOfWorkspaces } from '../queries/list-workspaces.query.js';
import { adminCommand } from './admin-command.js';

/** The result of resealing one page of workspaces. */
export interface ResealedPage extends Resealed {
  /** Workspaces that could not be written now: they must be resealed again. */
  readonly workspaces_waiting: number;
  /** The position of the next page; undefined: this was the last page. */
  readonly next: readonly IndexValue[] | undefined;
}

/** POST /admin/secrets/reseal: the workspaces of one page, in the order of their creation. */
export class ResealSecrets extends Command<ResealedPage> {
  constructor(
    readonly context: AdminContext,
    /** Number of workspaces in the page. */
    readonly size: number,
    readonly after: readonly IndexValue[] | undefined,
  ) {
    super();
  }
}

type ResealedWorkspace = Omit<ResealedPage, 'next'>;

const NOTHING_TO_DO: ResealedWorkspace = { resealed: 0, unopened: 0, workspaces_waiting: 0 };

/** The rows only tell which workspaces to ask: each decides on its own stream, so a concurrent rotation is not lost. */
@CommandHandler(ResealSecrets)
export class ResealSecretsHandler implements ICommandHandler<ResealSecrets> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ context, size, after }: ResealSecrets): Promise<ResealedPage> {
    const { rows, next } = await pageOfWorkspaces(this.readModel, size, after);
    const due = rows.filter((row) => this.isDue(row));
    const answers = await Promise.all(
      due.map(({ workspace_id: id }) => this.reseal(adminCommand(context, id, resealSecrets(this.box)))),
    );
    const sum = (field: keyof ResealedWorkspace) => answers.reduce((total, answer) => total + answer[field], 0);
    return {
      resealed: sum('resealed'),
      unopened: sum('unopened'),
      workspaces_waiting: sum('workspaces_waiting'),
      next,
    };
  }

  /** A workspace that cannot be written now must not keep the later ones from being resealed. */
  private async reseal(command: WorkspaceCommand): Promise<ResealedWorkspace> {
    try {
      const { answer } = await this.decider.execute(command);
      return { ...(answer.body as unknown as Resealed), workspaces_waiting: 0 };
    } catch (error) {
      // It was deleted since its row was read, or the rows do not show the deletion yet.
      if (isGone(error)) return NOTHING_TO_DO;
      if (isTransient(error)) return { ...NOTHING_TO_DO, workspaces_waiting: 1 };
      throw error;
    }
  }

  private isDue({ workspace_id: id, signing_secrets: secrets }: WorkspaceRow): boolean {
    return secrets.some(({ ciphertext }) => !this.box.isCurrent(ciphertext, id));
  }
}
