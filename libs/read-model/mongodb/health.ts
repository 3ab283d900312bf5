import type { MongoClient, ServerDescription } from 'mongodb';

/** Servers that take writes. */
const WRITABLE: ReadonlySet<string> = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/** What the driver's watch over the servers, and the last call, say of the read model. */
export class Health {
  private topology: string | undefined;
  private call: string | undefined;

  constructor(client: MongoClient) {
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      const servers = [...newDescription.servers.values()];
      this.topology = servers.some(({ type }) => WRITABLE.has(type)) ? undefined : noPrimary(servers);
    });
    // A call that failed is no news once the server answers again, though nobody calls.
    client.on('serverHeartbeatSucceeded', () => this.succeeded());
  }

  /** One sentence while writes cannot be expected to work; undefined while all is well. */
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
