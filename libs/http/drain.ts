import type { FastifyInstance } from 'fastify';

/** Milliseconds that requests under way may still take once the service is asked to stop: it must end within 10 s. */
export const DRAIN_MS = 5_000;

/**
 * Lets a service end. Fastify closes the idle connections when it is closed. A connection that is busy then would be
 * kept alive after its answer for 72 s, like any other, and one that never sends the rest of its request for 30 s.
 */
export function drainOnClose(fastify: FastifyInstance): void {
  let closing = false;
  let forced: NodeJS.Timeout | undefined;
  fastify.addHook('preClose', (done) => {
    closing = true;
    forced = setTimeout(() => fastify.server.closeAllConnections(), DRAIN_MS).unref();
    done();
  });
  fastify.addHook('onResponse', (_request, _reply, done) => {
    if (closing) fastify.server.closeIdleConnections();
    done();
  });
  fastify.addHook('onClose', (_instance, done) => {
    clearTimeout(forced);
    done();
  });
}
