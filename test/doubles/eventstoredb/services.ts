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

/** A gRPC server with everything that the client calls; to `strangers` it refuses everything about streams. */
export function serverOf({ appends, deletes, reads, features }: Services, strangers: boolean): GrpcServer {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  const allow = strangers ? turnAway : <Handler>(handler: Handler) => handler;
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

/** In place of a handler: the answer to credentials that are wrong. */
function turnAway(): (call: { emit(event: 'error', error: CallError): boolean }, answer: unknown) => void {
  return (call, answer) => {
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
