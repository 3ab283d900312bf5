import type { MongoClient, ServerDescription } from 'mongodb';

/** Types of servers that accept writes. */
const WRITABLE: ReadonlySet<string> = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/** The health of the read model by the driver's heartbeats and the last call. */
export class Health {
  private topology: string | undefined;
  private call: string | undefined;

  constructor(client: MongoClient) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()];
      this.topology = servers.some(({ type }) => WRITABLE.has(type)) ? undefined : noPrimary(servers);
    });
    // A failed call no longer counts once the server answers again, even without another call.
    client.on('serverHeartbeatSucceeded', () => this.succeeded());
  }

  /** A sentence while writes are expected to fail; undefined while they are not. */
  get detail(): string | undefined {
    return this.topology ?? this.call;
  }

  succeeded(): void {
    this.call = undefined;
  }

  failed({ message }: Error): void {
    this.call = message;
  }
}

function noPrimary(servers: readonly ServerDescription[]): string {
  const why = servers.map(({ address, type, error }) => `${address}: ${error?.message ?? type}`).join('; ');
  return `MongoDB has no primary within reach (${why}).`;
}
