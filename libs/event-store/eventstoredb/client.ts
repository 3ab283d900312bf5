import { BACKWARDS, END, EventStoreDBClient, FORWARDS, START, streamNameFilter } from '@eventstore/db-client';
import type {
  AllStreamResolvedEvent,
  AllStreamSubscription,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { isChannelReplaced } from './faults.js';
import type { LogPosition } from './position.js';

/** The bidirectional call of all appends: answers are matched to requests by correlation id. */
export interface AppendStream {
  write(request: BatchAppendReq): boolean;
  on(event: 'data', listener: (answer: BatchAppendResp) => void): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'end' | 'close', listener: () => void): this;
  cancel(): void;
}

/** Events that the server scans between two checkpoints: 32 (its own search window) times this. */
const CHECKPOINT_INTERVAL = 32;
export const EVENTS_A_CHECKPOINT = 32 * CHECKPOINT_INTERVAL;

/**
 * The client package, and every part of it that is used. Reads and subscriptions are its public calls. Appends use its
 * connection and message classes but not its `appendToStream`
 * (docs/adr/0012-appends-to-eventstoredb-go-by-an-own-call.md), so they access protected members.
 */
export class Client {
  private readonly client: EventStoreDBClient;

  /** @throws Error a certificate cannot be read */
  constructor(url: string) {
    this.client = EventStoreDBClient.connectionString(url);
  }

  /** Opens the call for appends. It connects on its own; requests written before are kept until then. */
  async openAppends(): Promise<AppendStream> {
    const open = this.client['GRPCStreamCreator'](streamsGrpc.StreamsClient, 'append', (grpc) =>
      grpc.batchAppend(...this.client['callArguments']({ requiresLeader: true }, { deadline: Infinity })),
    );
    try {
      return await open();
    } catch (error) {
      if (!isChannelReplaced(error)) throw error;
      return open();
    }
  }

  /**
   * The server's version, '' if it does not tell it, and whether it supports {@link openAppends}. Asked once a client.
   */
  async server(): Promise<{ readonly version: string; readonly batchAppend: boolean }> {
    const features = await this.client['capabilities'];
    return {
      version: features.serverVersion === 'unknown' ? '' : features.serverVersion,
      batchAppend: features.supports(streamsGrpc.StreamsService.batchAppend),
    };
  }

  readStream(
    stream: string,
    { from, backwards, limit }: { from: number | undefined; backwards: boolean; limit: number },
  ): StreamingRead<ResolvedEvent> {
    return this.client.readStream(stream, {
      direction: backwards ? BACKWARDS : FORWARDS,
      fromRevision: from === undefined ? (backwards ? END : START) : BigInt(from),
      maxCount: Math.min(limit, Number.MAX_SAFE_INTEGER),
      requiresLeader: true,
    });
  }

  /** The last events of the whole log, newest first, those of the system included. */
  readEnd(limit: number): StreamingRead<AllStreamResolvedEvent> {
    return this.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: limit, requiresLeader: true });
  }

  /**
   * Subscribes to the events after a position, of streams with these prefixes. The checkpoint listener is called
   * synchronously.
   */
  subscribe(
    after: LogPosition | undefined,
    prefixes: readonly string[],
    checkpointReached: (position: LogPosition) => void,
  ): AllStreamSubscription {
    const filter = streamNameFilter({
      prefixes: [...prefixes],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached: (_, position) => checkpointReached(position),
    });
    return this.client.subscribeToAll({ fromPosition: after ?? START, filter, requiresLeader: true });
  }

  /**
   * Ends open calls and releases the connection. It may never resolve (test/contract/eventstoredb/FACTS.md#read), so
   * the caller limits the wait.
   */
  async dispose(): Promise<void> {
    await this.client.dispose();
    (await this.client['getChannel']()).close();
  }
}
