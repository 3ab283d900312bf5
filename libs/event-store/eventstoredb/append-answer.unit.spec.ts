import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import { anyOf, protobufEmpty } from '../../../test/doubles/eventstoredb/grpc.js';
import { rejection } from '../contract/subject.js';
import { AppendTooLargeError, StoreUnavailableError, WrongExpectedRevisionError } from '../event-store.js';
import { answer, AppenderOnWires, type Reaction } from './testing/wire.js';

type Message = { serializeBinary(): Uint8Array };

/** The server answers with an error of its own, on the call, which stays open. */
function refuse(name: string | undefined, details: Message = new shared.Unknown(), message = ''): Reaction {
  return (request: BatchAppendReq, stream) => {
    const error = new status.Status().setMessage(message);
    if (name !== undefined) error.setDetails(anyOf(name, details));
    const response = new streams.BatchAppendResp().setCorrelationId(request.getCorrelationId()).setError(error);
    stream.emit('data', response);
  };
}

/** Refuses the first `times` requests, then answers. */
function first(times: number, refusal: Reaction): Reaction {
  let left = times;
  return (request, stream) => (left-- > 0 ? refusal : answer)(request, stream);
}

describe('answers of the server to an append', () => {
  it.each<[string, Error, Reaction]>([
    [
      'WrongExpectedVersion',
      new WrongExpectedRevisionError('a-1', 'no_stream', 4),
      refuse('WrongExpectedVersion', new shared.WrongExpectedVersion().setCurrentStreamRevision('4')),
    ],
    [
      'WrongExpectedVersion of a missing stream',
      new WrongExpectedRevisionError('a-1', 'no_stream', 'no_stream'),
      refuse('WrongExpectedVersion', new shared.WrongExpectedVersion().setCurrentNoStream(protobufEmpty())),
    ],
    ['MaximumAppendSizeExceeded', expect.any(AppendTooLargeError), refuse('MaximumAppendSizeExceeded')],
    ['StreamDeleted', new Error('a-1 was deleted in the event store'), refuse('StreamDeleted')],
    ...['BadRequest', 'InvalidTransaction', 'MaximumAppendEventSizeExceeded'].map((name): [string, Error, Reaction] => [
      name,
      new Error(`the event store refuses an append to a-1: event_store.client.${name}`),
      refuse(name),
    ]),
    [
      'BadRequest with a reason',
      new Error('the event store refuses an append to a-1: no id'),
      refuse('BadRequest', new shared.BadRequest(), 'no id'),
    ],
  ])('%s: it is refused, and not sent again', async (_, error, refusal) => {
    const wires = new AppenderOnWires([first(1, refusal)]);
    const refused = await rejection(wires.append());
    expect(refused).toEqual(error);
    expect(refused).not.toBeInstanceOf(StoreUnavailableError);
    expect(wires.requests).toHaveLength(1);
  });

  it.each<[string, Reaction]>([
    ['Timeout', refuse('Timeout', new shared.Timeout())],
    ['Unknown', refuse('Unknown', new shared.Unknown(), 'Server Is Not Ready')],
    ['something that this version does not know', refuse('SomethingNew')],
    ['an error that says nothing', refuse(undefined)],
  ])('%s: it may have been written, so it is repeated with the same ids and revision', async (_, refusal) => {
    const wires = new AppenderOnWires([first(2, refusal)]);
    expect(await wires.append()).toMatchObject({ revision: 1 });
    wires.expectRepeated(3);
  });

  it('AccessDenied: nothing was written, and the event store is unavailable', async () => {
    const wires = new AppenderOnWires([first(1, refuse('AccessDenied', new shared.AccessDenied()))]);
    const error = await rejection(wires.append());
    expect(error).toEqual(new StoreUnavailableError('The event store cannot be written to: access denied.'));
    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(wires.requests).toHaveLength(1);
  });

  it('AccessDenied after a try that may have been written: it is repeated until it is known', async () => {
    const refusals = [refuse('Timeout', new shared.Timeout()), refuse('AccessDenied', new shared.AccessDenied())];
    const wires = new AppenderOnWires([(request, stream) => (refusals.shift() ?? answer)(request, stream)]);
    expect(await wires.append()).toMatchObject({ revision: 1 });
    wires.expectRepeated(3);
  });
});
