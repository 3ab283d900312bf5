import { notFound } from '#kernel';
import type { ReadModel } from '#read-model';
import { type EndpointRow, WEBHOOK_ENDPOINTS } from '../domain/index.js';

/** The row of an endpoint that is not deleted. @throws DomainError `not_found` */
export async function liveEndpoint(
  readModel: Pick<ReadModel, 'getMany'>,
  workspaceId: string,
  endpointId: string,
): Promise<EndpointRow> {
  const [row] = await readModel.getMany(WEBHOOK_ENDPOINTS, [[workspaceId, endpointId]]);
  if (row?.live !== 1) throw notFound('webhook endpoint');
  return row;
}
