import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendService } from './append-service.js';
import type { DeleteService } from './delete-service.js';
import type { FeaturesService } from './features-service.js';
import { callError, code, grpc, type CallError, type GrpcMetadata, type GrpcServer } from './grpc.js';
import type { ReadService } from './read-service.js';

const { StreamsService } = streamsService;

// The largest message that the real server takes.
const MAX_MESSAGE_BYTES = 16 * 1_048_576;

export interface Services {
  readonly appends: AppendService;
  readonly deletes: DeleteService;
  readonly reads: ReadService;
  readonly features: FeaturesService;
}

/** Host and port of a node. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The handler of a method as grpc-js calls it; `answer` exists if the answer is a single message. */
type Handler = (call: Call, answer?: unknown) => void;
interface Call {
  readonly metadata: GrpcMetadata;
  emit(event: 'error', error: CallError): boolean;
}

/** The error that refuses a call about streams; undefined: the call is served. */
export type CallCheck = (call: Call) => CallError | undefined;

/** A gRPC server with everything that the client calls; calls about streams pass the check first. */
export function serverOf({ appends, deletes, reads, features }: Services, check: CallCheck): GrpcServer {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  const allow = (handler: unknown) => checked(handler as Handler, check);
  // Events are stored as encoded messages.
  const read = { ...StreamsService.read, responseSerialize: (message: Buffer) => message };
  server.addService(
    { ...StreamsService, read },
    {
      read: allow(reads.read),
      append: allow(appends.append),
      batchAppend: allow(appends.batchAppend),
      delete: allow(deletes.delete),
      tombstone: allow(deletes.tombstone),
    },
  );
  server.addService(featuresService.ServerFeaturesService, { getSupportedMethods: features.getSupportedMethods });
  server.addService(gossipService.GossipService, { read: features.gossip });
  return server;
}

function checked(handler: Handler, check: CallCheck): Handler {
  return (call, answer) => {
    const refusal = check(call);
    if (refusal === undefined) handler(call, answer);
    else if (typeof answer === 'function') answer(refusal);
    else call.emit('error', refusal);
  };
}

/** Refuses the credentials of every client. */
export const rejectUnauthenticated: CallCheck = () => callError(code.UNAUTHENTICATED, 'Unauthenticated');

/** Behaves like a follower node: refuses calls that require the leader with its address, serves all others. */
export function rejectWithoutLeader({ host, port }: Endpoint): CallCheck {
  const refusal = callError(code.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
  return ({ metadata }) => (metadata.get('requires-leader').includes('true') ? refusal : undefined);
}

/** @returns the port; it is bound to this machine only. */
export function listen(server: GrpcServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
