import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { READ_MODEL, type ReadModel } from '#read-model';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { type Resealed, resealSecrets, SECRET_BOX, type SecretBox, type WorkspaceRow } from '../domain/index.js';
import { pageOfWorkspaces } from '../queries/list-workspaces.handler.js';
import { adminCommand } from './admin-command.js';
import { ResealSecrets, type ResealedPage } from './reseal-secrets.command.js';

/**
 * Rows only say which workspaces to ask: each decides on its own stream, so a rotation at the same time is not lost.
 */
@CommandHandler(ResealSecrets)
export class ResealSecretsHandler implements ICommandHandler<ResealSecrets> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
  ) {}

  async execute({ call, size, after }: ResealSecrets): Promise<ResealedPage> {
    const { rows, next } = await pageOfWorkspaces(this.readModel, size, after);
    const due = rows.filter((row) => this.isDue(row));
    const answers = await Promise.all(
      due.map(async ({ workspace_id: id }) => {
        const { answer } = await this.decider.execute(adminCommand(call, id, resealSecrets(this.box)));
        return answer.body as unknown as Resealed;
      }),
    );
    const sum = (field: keyof Resealed) => answers.reduce((total, answer) => total + answer[field], 0);
    return { resealed: sum('resealed'), unopened: sum('unopened'), next };
  }

  private isDue({ workspace_id: id, signing_secrets: secrets }: WorkspaceRow): boolean {
    return secrets.some(({ ciphertext }) => !this.box.isCurrent(ciphertext, id));
  }
}
