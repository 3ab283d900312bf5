import { success } from './client.js';
import { until } from './until.js';
import type { Delivery } from './webhooks.js';
import type { TestWorkspace } from './workspace.js';

/** An endpoint as the API shows it (docs/reference/http-contract.md#webhook-endpoints). */
export interface WebhookEndpoint {
  readonly endpoint_id: string;
  readonly url: string;
  readonly event_types: readonly string[];
  readonly description: string | null;
  readonly health: {
    readonly state: 'healthy' | 'failing' | 'paused';
    readonly failing_since: string | null;
    readonly paused_at: string | null;
  };
  readonly version: number;
}

/** A delivery to an endpoint as the API shows it. */
export interface EndpointDelivery extends Omit<Delivery, 'type' | 'outcome_id' | 'call_id' | 'webhook_url'> {
  readonly endpoint_id: string;
  readonly type: string;
  readonly call_id: string | null;
  readonly contact_id: string | null;
  readonly url: string;
}

/** Endpoints of one workspace, by the API. */
export class Endpoints {
  constructor(private readonly workspace: TestWorkspace) {}

  async create(url: string, event_types: readonly string[]): Promise<WebhookEndpoint & { readonly secret: string }> {
    const answer = await this.workspace.client.post('/webhook-endpoints', { url, event_types });
    const made = success<{ webhook_endpoint: WebhookEndpoint; secret: string }>(answer, 201);
    return { ...made.webhook_endpoint, secret: made.secret };
  }

  async get(id: string): Promise<WebhookEndpoint> {
    const { client } = this.workspace;
    return (await client.read<{ webhook_endpoint: WebhookEndpoint }>(`/webhook-endpoints/${id}`)).webhook_endpoint;
  }

  async list(): Promise<readonly WebhookEndpoint[]> {
    const { client } = this.workspace;
    return (await client.read<{ webhook_endpoints: WebhookEndpoint[] }>('/webhook-endpoints')).webhook_endpoints;
  }

  /** Has a message sent that tries the endpoint out; returns the id of its delivery. */
  async test(id: string): Promise<string> {
    const answer = await this.workspace.client.post(`/webhook-endpoints/${id}/test`);
    return success<{ delivery_id: string }>(answer, 202).delivery_id;
  }

  /** Rotates the secret; returns the new one. */
  async rotate(id: string, body?: object): Promise<string> {
    const answer = await this.workspace.client.post(`/webhook-endpoints/${id}/signing-secrets`, body);
    return success<{ signing_secret: string }>(answer, 201).signing_secret;
  }

  /** Waits until an endpoint is in this state. */
  async whenIs(id: string, state: WebhookEndpoint['health']['state']): Promise<WebhookEndpoint> {
    let found = await this.get(id);
    await until(
      () => `endpoint ${id} is ${state}; last seen: ${JSON.stringify(found.health)}`,
      async () => {
        found = await this.get(id);
        return found.health.state === state;
      },
    );
    return found;
  }

  /** Waits until deliveries to an endpoint are these, as `type status`, the oldest first. */
  async whenAre(id: string, ...wanted: readonly string[]): Promise<readonly EndpointDelivery[]> {
    let found: readonly EndpointDelivery[] = [];
    const said = () => found.map(({ type, status }) => `${type} ${status}`);
    await until(
      () => `deliveries are ${wanted.join(', ')}; last seen: ${said().join(', ')}`,
      async () => {
        found = await this.deliveries(id, '?order=oldest_first');
        return said().join() === wanted.join();
      },
    );
    return found;
  }

  deliveries(id: string, filter = '', pageSize?: number): Promise<EndpointDelivery[]> {
    return this.workspace.client.walk(`/webhook-endpoints/${id}/deliveries${filter}`, 'deliveries', pageSize);
  }
}
