import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { AppendService } from './append-service.js';
import { DeleteService } from './delete-service.js';
import type { Faults } from './faults.js';
import { grpc, type GrpcServer } from './grpc.js';
import { ReadService } from './read-service.js';
import type { Store } from './store.js';

const { StreamsService } = streamsService;
const { ServerFeaturesService } = featuresService;

// The largest message that the real server takes.
const MAX_MESSAGE_BYTES = 16 * 1_048_576;

export interface Parts {
  readonly store: Store;
  readonly faults: Faults;
  readonly liveBuffer: number;
  /** Ends the connection of a client, named by the peer of its call. */
  readonly cut: (peer: string) => void;
}

/** A gRPC server with everything that the client calls. */
export function serverOf({ store, faults, liveBuffer, cut }: Parts): GrpcServer {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  const { batchAppend, append } = new AppendService(store, faults, cut);
  const { delete: softDelete, tombstone } = new DeleteService(store);
  const { read } = new ReadService(store.log, faults, liveBuffer);
  // Events are kept as they go over the wire.
  const encodedRead = { ...StreamsService.read, responseSerialize: (message: Buffer) => message };
  const streams = { ...StreamsService, read: encodedRead };
  server.addService(streams, { read, append, batchAppend, delete: softDelete, tombstone });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: (error: null, methods: SupportedMethods) => void) =>
      answer(null, supportedMethods()),
  });
  return server;
}

function supportedMethods(): SupportedMethods {
  const methods = new features.SupportedMethods();
  methods.setEventStoreServerVersion('23.10.6.0');
  for (const { path } of Object.values(StreamsService) as { path: string }[]) {
    const [, service = '', name = ''] = path.split('/');
    const method = new features.SupportedMethod();
    method.setServiceName(service);
    method.setMethodName(name.toLowerCase());
    methods.addMethods(method);
  }
  return methods;
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
