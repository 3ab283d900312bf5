import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import { AppendTooLargeError, WrongExpectedRevisionError } from '../event-store.js';
import type { ExpectedRevision } from '../event-store.js';
import type { LogPosition } from './position.js';

/** The result of one attempt of an append. */
export type TryResult =
  | { readonly kind: 'written'; readonly revision: number; readonly position: LogPosition | undefined }
  /** Answered: nothing was written, and this attempt will never be. */
  | { readonly kind: 'refused'; readonly error: Error }
  /** The server has received or accepted nothing of this attempt. */
  | { readonly kind: 'unsent'; readonly reason: string }
  /** It may have been written. */
  | { readonly kind: 'lost'; readonly reason: string };

export interface Appended {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Bytes of data, for the message if the server's limit is lower than this service's. */
  readonly bytes: number;
}

/** Reads the server's answer to an append. */
export function resultOfTry(answer: BatchAppendResp, append: Appended): TryResult {
  const success = answer.getSuccess();
  if (!success) return failure(answer.getError(), append);
  const position = success.getPosition();
  return {
    kind: 'written',
    revision: Number(success.getCurrentRevision()),
    position: position && {
      commit: BigInt(position.getCommitPosition()),
      prepare: BigInt(position.getPreparePosition()),
    },
  };
}

function failure(status: Status | undefined, { stream, expected, bytes }: Appended): TryResult {
  const details = status?.getDetails();
  const name = details?.getTypeName() ?? '';
  const message = status?.getMessage() ?? '';
  switch (name) {
    case 'event_store.client.WrongExpectedVersion': {
      const found = details?.unpack((binary) => shared.WrongExpectedVersion.deserializeBinary(binary), name);
      const actual = found?.hasCurrentStreamRevision() ? Number(found.getCurrentStreamRevision()) : 'no_stream';
      return { kind: 'refused', error: new WrongExpectedRevisionError(stream, expected, actual) };
    }
    case 'event_store.client.MaximumAppendSizeExceeded':
      return { kind: 'refused', error: new AppendTooLargeError(bytes) };
    case 'event_store.client.StreamDeleted':
      return { kind: 'refused', error: new Error(`${stream} was deleted in the event store`) };
    case 'event_store.client.BadRequest':
    case 'event_store.client.InvalidTransaction':
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return {
        kind: 'refused',
        error: new Error(`the event store refuses an append to ${stream}: ${message || name}`),
      };
    case 'event_store.client.AccessDenied':
      return { kind: 'unsent', reason: 'access denied' };
    default:
      // The server's timeouts, "Server Is Not Ready", and errors without a class: whether the append was written is not
      // known.
      return { kind: 'lost', reason: message || name.replace(/^event_store\.client\./, '') || 'no reason given' };
  }
}
