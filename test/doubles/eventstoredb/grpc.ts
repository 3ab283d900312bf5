import { createRequire } from 'node:module';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';

/** The part of `@grpc/grpc-js` that is used: it is a dependency of the client, not of this project. */
interface Grpc {
  readonly Server: new (options: Record<string, number>) => GrpcServer;
  readonly ServerCredentials: { createInsecure(): unknown };
  readonly Metadata: new () => GrpcMetadata;
}

export interface GrpcServer {
  addService(definition: object, implementation: object): void;
  bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void;
  tryShutdown(done: () => void): void;
  forceShutdown(): void;
}

export interface GrpcMetadata {
  set(key: string, value: string): void;
  get(key: string): readonly unknown[];
}

/** Calls as grpc-js hands them to the services. */
export type ReadCall = Parameters<IStreamsServer['read']>[0];
export type BatchAppendCall = Parameters<IStreamsServer['batchAppend']>[0];
export type AppendCall = Parameters<IStreamsServer['append']>[0];
export type AppendAnswer = Parameters<IStreamsServer['append']>[1];
export type DeleteCall = Parameters<IStreamsServer['delete']>[0];
export type DeleteAnswer = Parameters<IStreamsServer['delete']>[1];
export type TombstoneCall = Parameters<IStreamsServer['tombstone']>[0];
export type TombstoneAnswer = Parameters<IStreamsServer['tombstone']>[1];

const clientRequire = createRequire(createRequire(import.meta.url).resolve('@eventstore/db-client'));

/** The client's own copy: the generated service classes work with no other. */
export const grpc = clientRequire('@grpc/grpc-js') as Grpc;

/** `google.protobuf.Any` with a message of the given name packed into it. */
export function anyOf<Any>(name: string, message: { serializeBinary(): Uint8Array }): Any {
  const { Any: Packed } = clientRequire('google-protobuf/google/protobuf/any_pb') as {
    Any: new () => { pack(bytes: Uint8Array, name: string): void };
  };
  const any = new Packed();
  any.pack(message.serializeBinary(), `event_store.client.${name}`);
  return any as Any;
}

export function protobufEmpty<Empty>(): Empty {
  const { Empty: Message } = clientRequire('google-protobuf/google/protobuf/empty_pb') as { Empty: new () => Empty };
  return new Message();
}

/** Status codes of gRPC that the server answers with. */
export const code = {
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** An error that ends a call. */
export interface CallError {
  readonly code: number;
  readonly details: string;
  readonly metadata?: GrpcMetadata;
}

/** An error as the server reports it in the trailers: `exception` decides which class the client throws. */
export function callError(status: number, details: string, trailers: Readonly<Record<string, string>> = {}): CallError {
  const metadata = new grpc.Metadata();
  // Trailers hold printable ASCII only; a stream may be named otherwise.
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value.replace(/[^\x20-\x7e]/g, '?'));
  return { code: status, details, metadata };
}
