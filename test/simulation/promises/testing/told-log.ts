import type { EventType } from '../model/events.js';
import type { Logged } from '../model/events.js';

export const WORKSPACE = '00000000-0000-7000-8000-000000000001';
export const KEY = 'key';
const BEGINS = Date.parse('2030-01-14T12:00:00.000Z');

interface By {
  /** `api_key`, `admin`, or the name of a worker. */
  readonly by?: string;
  /** Of the request; left out: one of its own. */
  readonly correlation?: string;
  readonly idempotencyKey?: string;
}

/** One event of a write, as a test tells it. */
export type Part = readonly [type: EventType, data: object];

/** A log told by hand: each write is of one request and instant; time passes where the test says so. */
export class ToldLog {
  readonly events: Logged[] = [];
  /** From and up to which event each write stands in the log. */
  readonly appends: { readonly from: number; readonly to: number }[] = [];
  private seconds = 0;
  private readonly revisions = new Map<string, number>();

  /** Time passes; seconds. */
  wait(seconds: number): this {
    this.seconds += seconds;
    return this;
  }

  write(parts: readonly Part[], { by = 'api_key', correlation, idempotencyKey }: By = {}): this {
    const from = this.events.length;
    for (const [n, [type, data]] of parts.entries()) {
      const isLast = n === parts.length - 1;
      this.add(type, data, { by, correlation: correlation ?? `request ${from}` }, isLast ? idempotencyKey : undefined);
    }
    this.appends.push({ from, to: this.events.length });
    return this;
  }

  get now(): number {
    return BEGINS + this.seconds * 1_000;
  }

  /** The instant some seconds from now, as events tell it. */
  at(seconds = 0): string {
    return new Date(this.now + seconds * 1_000).toISOString();
  }

  get revision(): number {
    return this.revisions.get(`workspace-${WORKSPACE}`)!;
  }

  private add(type: string, data: object, { by, correlation }: Required<Pick<By, 'by' | 'correlation'>>, key?: string) {
    const ofDelivery = ['DeliveryAttempted', 'DeliveryCancelled', 'DeliveryErased'].includes(type);
    const stream = ofDelivery
      ? `delivery-${(data as { readonly delivery_id: string }).delivery_id}`
      : `workspace-${WORKSPACE}`;
    const revision = (this.revisions.get(stream) ?? -1) + 1;
    this.revisions.set(stream, revision);
    const person = { api_key: { kind: 'api_key', id: KEY }, admin: { kind: 'admin', id: null } } as const;
    const actor = by === 'api_key' || by === 'admin' ? person[by] : ({ kind: 'system', id: by } as const);
    const record = { fingerprint: '', status: 200, location: null, etag: null, body: {} };
    this.events.push({
      ...{ id: `event ${this.events.length}`, stream, revision, type, data, at: this.now },
      metadata: {
        ...{ schema_version: 1, workspace_id: WORKSPACE, occurred_at: this.at(), actor },
        ...{ correlation_id: correlation, causation_id: null },
        ...(key !== undefined && { idempotency: { ...record, key_hash: key } }),
      },
    });
  }
}
