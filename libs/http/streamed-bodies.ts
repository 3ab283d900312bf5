import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '#kernel';
import type { EndpointInfo } from './endpoint-info.js';
import { NO_JSON } from './refusal.js';

/** The connections whose request has a body that is read while it arrives: it may take longer than other requests. */
export class StreamedBodies {
  private readonly sockets = new WeakSet<Socket>();

  /** Whether such a body is under way on a connection. */
  isUnderWay(socket: Socket): boolean {
    return this.sockets.has(socket);
  }

  /**
   * Lets the endpoints that declare `streams` have their bodies as a stream, which they bound themselves. Elsewhere the
   * same types are refused like any other that is not JSON.
   */
  install(fastify: FastifyInstance, types: readonly string[]): void {
    for (const type of types) {
      fastify.addContentTypeParser(type, (request, payload, done) => {
        const streams = streamsOf(request.routeOptions.config);
        if (!streams?.includes(type)) return done(notTaken(streams));
        const { socket } = request.raw;
        this.sockets.add(socket);
        payload.once('close', () => this.sockets.delete(socket));
        done(null, payload);
      });
    }
  }
}

/** The types of the bodies that a route takes as a stream; undefined: it takes JSON. */
export function streamsOf(config: unknown): readonly string[] | undefined {
  return (config as { readonly endpoint?: EndpointInfo } | undefined)?.endpoint?.options.streams;
}

/** The refusal of a body of another type. */
export function notTaken(streams: readonly string[] | undefined): DomainError {
  const detail = streams ? `Send the body as Content-Type: ${streams.join(' or ')}.` : NO_JSON;
  return new DomainError('unsupported_media_type', detail);
}
