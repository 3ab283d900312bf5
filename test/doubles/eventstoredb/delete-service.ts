import streams from '@eventstore/db-client/generated/streams_pb.js';
import { expectedBy } from './append-service.js';
import type { DeleteAnswer, DeleteCall, TombstoneAnswer, TombstoneCall } from './grpc.js';
import type { AppendResult, Store } from './store.js';
import { refusal } from './wire-appends.js';
import { nameOf } from './wire-events.js';

export class DeleteService {
  constructor(private readonly store: Store) {}

  readonly delete = ({ request }: DeleteCall, answer: DeleteAnswer): void => {
    const options = request.getOptions()!;
    const stream = nameOf(options.getStreamIdentifier());
    const result = this.store.delete(stream, expectedBy(options, options.getRevision()));
    if (result.kind !== 'done') return answer(refusal(stream, result) as Parameters<DeleteAnswer>[0]);
    const position = filled(new streams.DeleteResp.Position(), result);
    const response = new streams.DeleteResp();
    response.setPosition(position);
    answer(null, response);
  };

  readonly tombstone = ({ request }: TombstoneCall, answer: TombstoneAnswer): void => {
    const options = request.getOptions()!;
    const stream = nameOf(options.getStreamIdentifier());
    const result = this.store.tombstone(stream, expectedBy(options, options.getRevision()));
    if (result.kind !== 'done') return answer(refusal(stream, result) as Parameters<TombstoneAnswer>[0]);
    const response = new streams.TombstoneResp();
    response.setPosition(filled(new streams.TombstoneResp.Position(), result));
    answer(null, response);
  };
}

function filled<Position extends { setCommitPosition(at: string): unknown; setPreparePosition(at: string): unknown }>(
  position: Position,
  result: Extract<AppendResult, { kind: 'done' }>,
): Position {
  position.setCommitPosition(String(result.position));
  position.setPreparePosition(String(result.position));
  return position;
}
