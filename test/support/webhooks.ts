import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type Answering,
  authority,
  type Received,
  type Receiver,
  startReceiver,
} from '../../libs/webhooks/testing/index.js';
import { type Client, success } from './client.js';
import { until } from './until.js';
import type { TestWorkspace } from './workspace.js';

export type { Answering, Received, Receiver };

/** A delivery as the API shows it (docs/reference/http-contract.md#endpoints). */
export interface Delivery {
  readonly delivery_id: string;
  readonly type: 'outcome.applied' | 'contact.erased';
  readonly outcome_id: string;
  readonly call_id: string;
  readonly webhook_url: string;
  readonly status: 'pending' | 'delivered' | 'retrying' | 'exhausted' | 'cancelled';
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly redelivery_of: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly duration_ms: number;
    readonly resolved_ip: string | null;
    readonly response_body: string | null;
    readonly error: string | null;
  }[];
  readonly erased_at: string | null;
}

let file: string | undefined;

/** The setting that lets a service send to receivers on this machine. */
export function toReceiversHere(): Readonly<Record<string, string>> {
  if (file === undefined) {
    file = join(mkdtempSync(join(tmpdir(), 'smart-lists-authority-')), 'authority.pem');
    writeFileSync(file, authority.certificate);
  }
  return { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: file };
}

/** Receivers for the tests of a file, closed after the last test. */
export function shareReceivers(): (answer?: Answering) => Promise<Receiver & { readonly url: string }> {
  const started: Receiver[] = [];
  afterAll(async () => {
    await Promise.all(started.map((receiver) => receiver.close()));
    if (file !== undefined) await rm(dirname(file), { recursive: true, force: true });
  });
  return async (answer) => {
    const receiver = await startReceiver(answer);
    started.push(receiver);
    return Object.assign(receiver, { url: `https://127.0.0.1:${receiver.port}/hook` });
  };
}

/** Deliveries of one workspace, by the API. */
export class Webhooks {
  constructor(private readonly workspace: TestWorkspace) {}

  /** Creates an action outcome that sends to this URL; returns its id. */
  async action(webhook_url: string, more: object = {}): Promise<string> {
    const { outcome } = await this.workspace.api.createOutcome({ outcome_type: 'action', webhook_url, ...more });
    return outcome.outcome_id;
  }

  /** Applies an action to a new call; returns the id of the delivery. */
  async apply(outcomeId: string): Promise<string> {
    const { call_id } = await this.workspace.call();
    return (await this.workspace.api.applyOutcome(call_id, outcomeId)).delivery_id!;
  }

  async get(id: string): Promise<Delivery> {
    return (await this.workspace.client.read<{ delivery: Delivery }>(`/webhook-deliveries/${id}`)).delivery;
  }

  list(filter = '', pageSize?: number): Promise<Delivery[]> {
    return this.workspace.client.walk(`/webhook-deliveries${filter}`, 'deliveries', pageSize);
  }

  /** Waits until the delivery has this status, after this number of attempts if given; returns it. */
  async whenIs(id: string, status: Delivery['status'], attempts = 1): Promise<Delivery> {
    let found = await this.get(id);
    const wanted = `delivery ${id} is ${status} after ${attempts} attempts`;
    await until(
      () => `${wanted}; last seen: ${JSON.stringify(found)}`,
      async () => {
        found = await this.get(id);
        return found.status === status && found.attempts.length === attempts;
      },
    );
    return found;
  }

  /** Creates a new signing secret. */
  async rotate(body?: object): Promise<string> {
    const answer = await this.workspace.service.admin.post(
      `/admin/workspaces/${this.workspace.id}/signing-secrets`,
      body,
    );
    return success<{ signing_secret: string }>(answer, 201).signing_secret;
  }
}

/** Requests a redelivery; returns the id of the new delivery. */
export async function redeliver(client: Client, id: string): Promise<string> {
  const answer = await client.post(`/webhook-deliveries/${id}/redeliver`);
  return success<{ delivery_id: string }>(answer, 202).delivery_id;
}

/** The expected X-Service-Signature for a secret, computed over the raw body. */
export function bareSignature({ body }: Received, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
