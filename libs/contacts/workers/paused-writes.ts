import { WritesPausedError } from '#kernel';
import type { ReadModel } from '#read-model';
import { areWritesPaused, WORKSPACES } from '#workspaces/domain';

/**
 * For workers that append to the streams of deliveries, which no rule over the writes of their workspace judges.
 * @throws WritesPausedError the writes of the workspace are paused
 * @throws ReadModelUnavailableError
 */
export async function refusePausedWrites(readModel: Pick<ReadModel, 'getMany'>, workspaceId: string): Promise<void> {
  const [workspace] = await readModel.getMany(WORKSPACES, [[workspaceId]]);
  if (workspace && areWritesPaused(workspace)) throw new WritesPausedError();
}
