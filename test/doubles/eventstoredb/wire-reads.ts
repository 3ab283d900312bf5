import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './log.js';
import { nameOf, streamIdentifier } from './wire-events.js';

/** Where a read or subscription begins: at an end, or at a position in `$all` or a revision of a stream. */
export type From = 'start' | 'end' | number;

export interface ReadOptions {
  /** Undefined: `$all`. */
  readonly stream: string | undefined;
  readonly from: From;
  readonly backwards: boolean;
  /** Undefined: a subscription. */
  readonly count: number | undefined;
  readonly filter: Filter | undefined;
}

export interface Filter {
  readonly matches: (event: StoredEvent) => boolean;
  /** Events examined between two checkpoints. */
  readonly checkpointEvery: number;
}

export function readOptions(request: ReadReq): ReadOptions {
  const options = request.getOptions()!;
  const [stream, all] = [options.getStream(), options.getAll()];
  const from = stream ?? all!;
  const at = stream ? stream.getRevision() : (all!.getPosition()?.getCommitPosition() ?? '0');
  const filter = options.getFilter();
  return {
    stream: stream && nameOf(stream.getStreamIdentifier()),
    from: from.hasStart() ? 'start' : from.hasEnd() ? 'end' : Number(at),
    backwards: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS,
    count: options.hasSubscription() ? undefined : Number(options.getCount()),
    filter: filter && filterOf(filter),
  };
}

function filterOf(filter: ReadReq.Options.FilterOptions): Filter {
  const onStream = filter.getStreamIdentifier();
  const expression = onStream ?? filter.getEventType();
  const text = onStream ? (event: StoredEvent) => event.stream : (event: StoredEvent) => event.type;
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return {
    matches: regex
      ? (event) => regex.test(text(event))
      : (event) => prefixes.some((prefix) => text(event).startsWith(prefix)),
    checkpointEvery: (filter.hasMax() ? filter.getMax() : 32) * filter.getCheckpointintervalmultiplier(),
  };
}

const response = (fill: (response: ReadResp) => void): Buffer => {
  const message = new streams.ReadResp();
  fill(message);
  return Buffer.from(message.serializeBinary());
};

export const confirmation = (id: string): Buffer =>
  response((message) => {
    const confirmed = new streams.ReadResp.SubscriptionConfirmation();
    confirmed.setSubscriptionId(id);
    message.setConfirmation(confirmed);
  });

export const checkpoint = (commit: number, prepare: number): Buffer =>
  response((message) => {
    const reached = new streams.ReadResp.Checkpoint();
    reached.setCommitPosition(String(commit));
    reached.setPreparePosition(String(prepare));
    message.setCheckpoint(reached);
  });

export const caughtUp = response((message) => void message.setCaughtUp(new streams.ReadResp.CaughtUp()));

export const streamNotFound = (stream: string): Buffer =>
  response((message) => {
    const missing = new streams.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(streamIdentifier(stream));
    message.setStreamNotFound(missing);
  });
