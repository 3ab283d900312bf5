import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { AppendResp, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Expected } from './append-rules.js';
import { anyOf, callError, code, protobufEmpty, type CallError } from './grpc.js';
import { MAX_APPEND_BYTES, type AppendResult } from './store.js';
import { streamIdentifier } from './wire-events.js';

type Done = Extract<AppendResult, { kind: 'done' }>;
type WrongVersion = Extract<AppendResult, { kind: 'wrong-version' }>;

/** Answers of BatchAppend that do not come from the store. */
export type BatchAnswer = AppendResult | { readonly kind: 'bad-request' } | { readonly kind: 'too-late' };

export function batchResponse(correlation: UUID, stream: string, answer: BatchAnswer): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setCorrelationId(correlation);
  response.setStreamIdentifier(streamIdentifier(stream));
  if (answer.kind === 'done') response.setSuccess(batchSuccess(answer));
  else response.setError(batchError(stream, answer));
  return response;
}

function batchSuccess({ revision, position }: Done) {
  const success = new streams.BatchAppendResp.Success();
  if (revision === undefined) success.setNoStream(protobufEmpty());
  else success.setCurrentRevision(String(revision));
  if (position === undefined) success.setNoPosition(protobufEmpty());
  else {
    const at = new shared.AllStreamPosition();
    at.setCommitPosition(String(position));
    at.setPreparePosition(String(position));
    success.setPosition(at);
  }
  return success;
}

function batchError(stream: string, answer: Exclude<BatchAnswer, Done>): Status {
  switch (answer.kind) {
    case 'wrong-version':
      return statusOf(6, 'WrongExpectedVersion', wrongExpectedVersion(answer));
    case 'deleted': {
      const deleted = new shared.StreamDeleted();
      deleted.setStreamIdentifier(streamIdentifier(stream));
      return statusOf(5, 'StreamDeleted', deleted);
    }
    case 'too-large': {
      const exceeded = new shared.MaximumAppendSizeExceeded();
      exceeded.setMaxappendsize(MAX_APPEND_BYTES);
      return statusOf(3, 'MaximumAppendSizeExceeded', exceeded);
    }
    case 'bad-request':
      return statusOf(3, 'BadRequest', new shared.BadRequest());
    case 'too-late':
      return statusOf(4, 'Timeout', new shared.Timeout());
  }
}

function statusOf(number: number, name: string, details: { serializeBinary(): Uint8Array }): Status {
  const error = new status.Status();
  error.setCode(number);
  error.setMessage(name);
  error.setDetails(anyOf(name, details));
  return error;
}

function wrongExpectedVersion({ expected, current }: WrongVersion) {
  const wrong = new shared.WrongExpectedVersion();
  if (current === undefined) wrong.setCurrentNoStream(protobufEmpty());
  else wrong.setCurrentStreamRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(protobufEmpty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(protobufEmpty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(protobufEmpty());
  else wrong.setExpectedStreamPosition(String(expected));
  return wrong;
}

/** The answers of the client-streaming Append; deletion and size are errors of the call there. */
export function appendResponse(answer: Done | WrongVersion): AppendResp {
  const response = new streams.AppendResp();
  if (answer.kind === 'done') response.setSuccess(success(answer));
  else response.setWrongExpectedVersion(wrongVersion(answer));
  return response;
}

function success({ revision, position }: Done) {
  const message = new streams.AppendResp.Success();
  if (revision === undefined) message.setNoStream(new shared.Empty());
  else message.setCurrentRevision(String(revision));
  if (position === undefined) message.setNoPosition(new shared.Empty());
  else {
    const at = new streams.AppendResp.Position();
    at.setCommitPosition(String(position));
    at.setPreparePosition(String(position));
    message.setPosition(at);
  }
  return message;
}

function wrongVersion({ expected, current }: WrongVersion) {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current === undefined) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  return wrong;
}

/** The error that ends a call of an append or a delete, where the protocol has no message for it. */
export function refusal(stream: string, answer: Exclude<BatchAnswer, Done>): CallError {
  switch (answer.kind) {
    case 'wrong-version':
      return callError(
        code.FAILED_PRECONDITION,
        `Append failed due to WrongExpectedVersion. Stream: ${ascii(stream)}`,
        {
          exception: 'wrong-expected-version',
          'stream-name': stream,
          'expected-version': String(numbered(answer.expected)),
          'actual-version': String(answer.current ?? -1),
        },
      );
    case 'deleted':
      return streamDeleted(stream);
    case 'too-large':
      return callError(code.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
        exception: 'maximum-append-size-exceeded',
        'maximum-append-size': String(MAX_APPEND_BYTES),
      });
    case 'bad-request':
      return callError(code.INVALID_ARGUMENT, 'BadRequest');
    case 'too-late':
      return callError(code.DEADLINE_EXCEEDED, 'Timeout');
  }
}

export const streamDeleted = (stream: string): CallError =>
  callError(code.FAILED_PRECONDITION, `Event stream '${ascii(stream)}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?');

/** The expected revision as the server writes it in trailers. */
function numbered(expected: Expected): number {
  if (expected === 'no_stream') return -1;
  if (expected === 'any') return -2;
  return expected === 'stream_exists' ? -4 : expected;
}
