import type { FastifyReply } from 'fastify';
import type { Answer, JsonObject } from '#kernel';
import type { CommandResult } from '#workspace-head';

/**
 * Sends the answer of a decided command: status, Location, ETag, Idempotent-Replayed, Projection-Lag
 * (docs/reference/http-contract.md#rules-that-hold-everywhere). Returns the body, for the controller to return.
 */
export function respond(
  reply: FastifyReply,
  result: Pick<CommandResult, 'answer' | 'replayed' | 'visible'>,
): JsonObject {
  const { status, location, etag, body }: Answer = result.answer;
  reply.code(status);
  if (location !== undefined) reply.header('Location', located(reply, location));
  if (etag !== undefined) reply.header('ETag', etag);
  if (result.replayed) reply.header('Idempotent-Replayed', 'true');
  if (!result.visible) reply.header('Projection-Lag', '1');
  return body;
}

/** Decisions write paths relative to the base path, which may change between an answer and its replay. */
function located(reply: FastifyReply, location: string): string {
  return location.startsWith('/') ? `${reply.request.server.http.basePath}${location}` : location;
}
