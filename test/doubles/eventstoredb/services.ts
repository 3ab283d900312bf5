import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendService } from './append-service.js';
import type { DeleteService } from './delete-service.js';
import type { FeaturesService } from './features-service.js';
import { callError, code, grpc, type CallError, type GrpcServer } from './grpc.js';
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

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** A gRPC server with everything that the client calls; streams are only for who brings these credentials, if any are given. */
export function serverOf({ appends, deletes, reads, features }: Services, credentials?: Credentials): GrpcServer {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  const allow = gate(credentials);
  // Events are kept as they go over the wire.
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

interface Call {
  readonly metadata: { get(key: string): readonly (string | Buffer)[] };
  emit(event: 'error', error: CallError): boolean;
}

/** What lets calls through to a handler that bring the credentials, and all of them where there are none to bring. */
function gate(credentials: Credentials | undefined) {
  const { username, password } = credentials ?? {};
  const wanted = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return <C extends Call, Answer>(handler: (call: C, answer: Answer) => void) =>
    (call: C, answer: Answer): void => {
      if (credentials === undefined || call.metadata.get('authorization')[0] === wanted) return handler(call, answer);
      const error = callError(code.UNAUTHENTICATED, 'Unauthenticated');
      if (typeof answer === 'function') answer(error);
      else call.emit('error', error);
    };
}

/** @returns the port, of this machine only. */
export function listen(server: GrpcServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}
