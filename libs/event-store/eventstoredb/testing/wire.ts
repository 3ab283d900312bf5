import { EventEmitter } from 'node:events';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position } from '#kernel';
import { notes } from '../../contract/subject.js';
import { Appender } from '../appender.js';
import type { AppendStream } from '../client.js';
import { TIMINGS } from '../timings.js';

/** The server's reaction to a request on a call. */
export type Reaction = (request: BatchAppendReq, stream: Wire) => void;

/** The append call as the client opens it, with a server behind it that reacts as a test says. */
export class Wire extends EventEmitter implements AppendStream {
  cancelled = false;

  constructor(private readonly react: Reaction) {
    super();
  }

  write(request: BatchAppendReq): boolean {
    queueMicrotask(() => this.react(request, this));
    return true;
  }

  cancel(): void {
    this.cancelled = true;
  }
}

/** An answer that recognises an append; with a position or, as the server does in some cases, without. */
export function success(request: BatchAppendReq, revision: number, commit?: string): BatchAppendResp {
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(revision));
  if (commit !== undefined) {
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(commit).setPreparePosition(commit));
  }
  return new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setSuccess(success);
}

/** Acknowledges the append as revision 1. */
export const answer: Reaction = (request, stream) => stream.emit('data', success(request, 1, '77'));

/** An appender whose calls meet one reaction after another, and the requests that it has sent on them. */
export class AppenderOnWires {
  readonly requests: BatchAppendReq[] = [];
  readonly calls: Wire[] = [];
  readonly appender: Appender;

  /** @param found the position that a read of the stream returns */
  constructor(reactions: readonly Reaction[], found?: string) {
    const left = [...reactions];
    this.appender = new Appender({
      timings: { ...TIMINGS, firstPause: 1, longestPause: 1 },
      openAppends: async () => {
        const reaction = left.shift()!;
        this.calls.push(new Wire((request, stream) => (this.requests.push(request), reaction(request, stream))));
        return this.calls.at(-1)!;
      },
      positionOf: async () => found as Position | undefined,
    });
  }

  /** Appends two events to the new stream a-1. */
  append(): ReturnType<Appender['append']> {
    return this.appender.append('a-1', notes(2), 'no_stream');
  }

  /** Fails unless every request was the same append, each time with another correlation id. */
  expectRepeated(times: number): void {
    const sent = this.requests.map((request) => {
      const { correlationId, ...rest } = request.toObject();
      return { name: correlationId?.string, rest };
    });
    expect(sent.map(({ rest }) => rest)).toEqual(Array.from({ length: times }, () => sent[0]!.rest));
    expect(new Set(sent.map(({ name }) => name)).size).toBe(times);
  }
}
