import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AdminContext, Decide, IndexValue } from '#kernel';
import { PERSONAL_KEYS, type PersonalKeys, PersonalKeysError } from '#personal-data';
import { READ_MODEL, type ReadModel } from '#read-model';
import { isGone, isTransient } from '#workers';
import { COMMAND_DECIDER, type CommandDecider, type WorkspaceCommand } from '#workspace-head';
import { MAX_ENDPOINTS, needsResealing, resealEndpointSecrets, WEBHOOK_ENDPOINTS } from '#webhooks/domain';
import { areWritesPaused } from '../domain/arrival.js';
import { type Resealed, resealSecrets } from '../domain/reseal-secrets.js';
import type { SecretBox } from '../domain/secrets.js';
import { SECRET_BOX } from '../domain/tokens.js';
import type { WorkspaceRow } from '../domain/workspace.js';
import { pageOfWorkspaces } from '../queries/list-workspaces.query.js';
import { adminCommand } from './admin-command.js';

/** The result of resealing one page of workspaces. */
export interface ResealedPage extends Resealed {
  /** Workspaces whose personal keys were wrapped under an older key. */
  readonly rewrapped: number;
  /** Workspaces of whose personal keys no key unwraps some: they stay as they are. */
  readonly not_unwrapped: number;
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

const NOTHING_TO_DO: ResealedWorkspace = {
  ...{ resealed: 0, unopened: 0 },
  ...{ rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 },
};

/** The rows only tell which workspaces to ask: each decides on its own stream, so a concurrent rotation is not lost. */
@CommandHandler(ResealSecrets)
export class ResealSecretsHandler implements ICommandHandler<ResealSecrets> {
  constructor(
    @Inject(COMMAND_DECIDER) private readonly decider: CommandDecider,
    @Inject(READ_MODEL) private readonly readModel: ReadModel,
    @Inject(SECRET_BOX) private readonly box: SecretBox,
    @Inject(PERSONAL_KEYS) private readonly keys: Pick<PersonalKeys, 'isWrappedNewest' | 'rewrap'>,
  ) {}

  async execute({ context, size, after }: ResealSecrets): Promise<ResealedPage> {
    const { rows, next } = await pageOfWorkspaces(this.readModel, size, after);
    const isDue = await Promise.all(rows.map((row) => this.isDue(row)));
    const due = rows.filter((_row, at) => isDue[at]);
    const secrets = await Promise.all(
      due.map(async ({ workspace_id: id }) => {
        return [id, await this.reseal(adminCommand(context, id, this.decide))] as const;
      }),
    );
    const resealed = new Map(secrets);
    const answers: ResealedWorkspace[] = [];
    for (const row of rows) {
      const answer = resealed.get(row.workspace_id) ?? NOTHING_TO_DO;
      const keys = await this.rewrap(row);
      const workspaces_waiting = Math.max(answer.workspaces_waiting, keys.workspaces_waiting);
      answers.push({ ...answer, ...keys, workspaces_waiting });
    }
    const sum = (field: keyof ResealedWorkspace) => answers.reduce((total, answer) => total + answer[field], 0);
    return {
      resealed: sum('resealed'),
      unopened: sum('unopened'),
      rewrapped: sum('rewrapped'),
      not_unwrapped: sum('not_unwrapped'),
      workspaces_waiting: sum('workspaces_waiting'),
      next,
    };
  }

  /** The secrets of a workspace and of its endpoints, in one append. */
  private readonly decide: Decide = (view) => {
    const own = resealSecrets(this.box)(view);
    const { events, ...ofEndpoints } = resealEndpointSecrets(this.box, view);
    const { resealed, unopened } = own.answer(view).body as unknown as Resealed;
    const body = {
      resealed: resealed + ofEndpoints.resealed,
      unopened: unopened + ofEndpoints.unopened,
    } satisfies Resealed;
    return { events: [...own.events, ...events], answer: () => ({ status: 200, body }) };
  };

  /**
   * Wraps the personal keys of a workspace under the first key, unless they are. While its log is copied, here or from
   * here, they are left: the copy would have keys that nothing unwraps.
   */
  private async rewrap(
    row: WorkspaceRow,
  ): Promise<Pick<ResealedWorkspace, 'rewrapped' | 'not_unwrapped' | 'workspaces_waiting'>> {
    const counts = { rewrapped: 0, not_unwrapped: 0, workspaces_waiting: 0 };
    try {
      const { workspace_id: workspaceId } = row;
      if (await this.keys.isWrappedNewest(workspaceId)) return counts;
      if (areWritesPaused(row)) return { ...counts, workspaces_waiting: 1 };
      await this.keys.rewrap(workspaceId);
      return { ...counts, rewrapped: 1 };
    } catch (error) {
      if (error instanceof PersonalKeysError) return { ...counts, not_unwrapped: 1 };
      if (isTransient(error)) return { ...counts, workspaces_waiting: 1 };
      throw error;
    }
  }

  /** A workspace that cannot be written now must not keep the later ones from being resealed. */
  private async reseal(command: WorkspaceCommand): Promise<ResealedWorkspace> {
    try {
      const { answer } = await this.decider.execute(command);
      return { ...NOTHING_TO_DO, ...(answer.body as unknown as Resealed) };
    } catch (error) {
      // It was deleted since its row was read, or the rows do not show the deletion yet.
      if (isGone(error)) return NOTHING_TO_DO;
      if (isTransient(error)) return { ...NOTHING_TO_DO, workspaces_waiting: 1 };
      throw error;
    }
  }

  private async isDue({ workspace_id: id, signing_secrets: secrets }: WorkspaceRow): Promise<boolean> {
    if (secrets.some(({ ciphertext }) => !this.box.isCurrent(ciphertext, id))) return true;
    const ofWorkspace = { index: 'live', prefix: [id, 1], limit: MAX_ENDPOINTS };
    const endpoints = await this.readModel.page(WEBHOOK_ENDPOINTS, ofWorkspace);
    return endpoints.some((endpoint) => needsResealing(endpoint, this.box));
  }
}
