import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DomainError } from '#kernel';

/** Exports at a time of a process: each holds some pages of rows, and takes time from other requests. */
export const MOST_EXPORTS = 4;
/** Exports at a time of a workspace in a process: no workspace takes all of them. */
export const MOST_OF_WORKSPACE = 2;
/** Seconds after which a refused client should ask again. */
const RETRY_AFTER = 10;

/** The client has closed its connection, or has the whole answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}

interface Running {
  readonly workspaceId: string;
  readonly end: AbortController;
}

/** The exports that this process sends, each until its connection is done with the answer. */
@Injectable()
export class RunningExports implements OnModuleDestroy {
  private readonly running = new Map<ServerResponse, Running>();
  private isEnding = false;

  /** How many there are. */
  get size(): number {
    return this.running.size;
  }

  /**
   * Admits an export. The signal aborts once its client is gone, or the process ends: no drain waits for a slow reader.
   * @throws DomainError `rate_limited` (of the workspace), `unavailable` (of the process): there are enough
   */
  begin(reply: FastifyReply, workspaceId: string): AbortSignal {
    const { raw } = reply;
    // A read that met an exchange of the rows is repeated: it is the same export.
    const known = this.running.get(raw);
    if (known) return known.end.signal;
    const refusal = this.refusal(workspaceId);
    if (refusal) {
      reply.header('Retry-After', RETRY_AFTER);
      throw refusal;
    }
    const end = new AbortController();
    this.running.set(raw, { workspaceId, end });
    raw.once('close', () => {
      this.running.delete(raw);
      end.abort(new ClientGoneError('the client is gone'));
    });
    return end.signal;
  }

  onModuleDestroy(): void {
    this.isEnding = true;
    for (const { end } of this.running.values()) end.abort(new DomainError('unavailable', 'The service is ending.'));
  }

  private refusal(workspaceId: string): DomainError | undefined {
    if (this.isEnding) return new DomainError('unavailable', 'The service is ending.');
    const ofWorkspace = [...this.running.values()].filter((each) => each.workspaceId === workspaceId).length;
    if (ofWorkspace >= MOST_OF_WORKSPACE) {
      return new DomainError('rate_limited', `${MOST_OF_WORKSPACE} exports of this workspace are running already.`);
    }
    if (this.running.size < MOST_EXPORTS) return undefined;
    return new DomainError('unavailable', `${MOST_EXPORTS} exports are running already.`);
  }
}
