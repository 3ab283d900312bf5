import { type AppendResult, type ExpectedRevision, WrongExpectedRevisionError } from '#event-store';
import { instant, type Instant, type NewEvent, type Position, type RecordedEvent } from '#kernel';
import { ERASURES, type ErasureRow } from '#contacts/domain';
import { recorded, TEST_START, testId } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import { MemoryParking, settled, WorkerHarness } from '#workers/testing';
import { SecretBoxError, WORKSPACES, type WorkspaceRow } from '#workspaces/domain';
import {
  type AttemptAnswered,
  type AttemptFailed,
  type AttemptResult,
  DELIVERIES,
  deliveryOrder,
  type DeliveryRow,
  DUE_DELIVERIES,
  type EndpointRow,
  evolveDelivery,
  evolveDueDelivery,
  isDeliveryEvent,
  WEBHOOK_ENDPOINTS,
} from '../domain/index.js';
import type { WebhookRequest } from '../sending/webhook-sender.js';
import type { AttemptReport } from '../workers/attempt/attempt-report.js';
import type { DeliveryPorts } from '../workers/delivery-worker.js';

export const WORKSPACE = testId(8);
/** Whom every delivery is about. */
const CONTACT = testId(9);

const WORLD_START = Date.parse('2027-01-01T00:00:00.000Z');

/** An instant, in seconds since the beginning of the tests. */
export const at = (seconds: number): Instant => instant(TEST_START + seconds * 1_000);

export function answered(status: number, more: Partial<AttemptAnswered> = {}): AttemptAnswered {
  return {
    kind: 'answered',
    status,
    retryAfter: null,
    responseBody: '',
    resolvedIp: '192.0.2.1',
    durationMs: 5,
    ...more,
  };
}

export function failed(more: Partial<AttemptFailed> = {}): AttemptFailed {
  return {
    kind: 'failed',
    stage: 'headers',
    error: 'headers: nothing came',
    status: null,
    resolvedIp: '192.0.2.1',
    durationMs: 15_000,
    reached: 'yes',
    retryAfter: null,
    responseBody: null,
    ...more,
  };
}

/** An attempt under way: the test decides on its result. */
export interface UnderWay extends WebhookRequest {
  readonly host: string;
  end(result: AttemptResult): void;
  readonly fail: (error: Error) => void;
}

/** The ports of the worker, with the failures that each test sets. */
export class AroundDeliveries extends WorkerHarness implements DeliveryPorts {
  readonly readModel = new MemoryReadModel();
  readonly parking = new MemoryParking();
  /** The appended events, in order. */
  readonly log: RecordedEvent[] = [];
  /** Attempts without a result yet, in the order in which they began. */
  readonly underWay: UnderWay[] = [];
  /** Every attempt, in the order in which they began. */
  readonly sent: WebhookRequest[] = [];
  readonly warnings: string[] = [];
  readonly warn = (sentence: string) => void this.warnings.push(sentence);
  /** Every attempt that has ended, in the order of their ends. */
  readonly reported: AttemptReport[] = [];
  /** The immediate result of an attempt; undefined: the test ends it. */
  answering: (request: WebhookRequest) => AttemptResult | undefined = () => undefined;
  /** Errors of the next appends, one each. */
  readonly refusing: Error[] = [];
  /** False: rows follow the log only at `show`. */
  visible = true;
  private shown = 0;
  private stamp = 0;
  readonly changes = { stamp: () => this.stamp };
  readonly box = {
    open: (sealed: string) => {
      if (sealed === 'foreign') throw new SecretBoxError('it was sealed by another key');
      return `opened ${sealed}`;
    },
  };
  /** A sentence while the clock is wrong. */
  trouble: string | undefined;
  readonly clockTrouble = () => this.trouble;
  readonly random = () => 0.5;
  readonly soon = (callback: () => void): void => void setImmediate(callback);
  private passed = 0;
  /** Real time; years behind the clock of due times, as it may be under a test clock. */
  readonly realClock = { now: () => WORLD_START + this.passed };
  private made = 0;
  readonly ids = { next: () => testId(90_000 + (this.made += 1)) };
  readonly onAttempt = (report: AttemptReport) => void this.reported.push(report);

  override async pass(milliseconds: number): Promise<void> {
    this.passed += milliseconds;
    await super.pass(milliseconds);
  }

  /** A workspace with these secrets, newest first; none expires unless it says so. */
  async workspace(...secrets: readonly { readonly ciphertext: string; readonly expires_at: Instant | null }[]) {
    const signing_secrets = secrets.map((secret) => ({ ...secret, created_at: at(-100) }));
    const open = { writes_paused: false, arrival_id: null };
    const document = { workspace_id: WORKSPACE, signing_secrets, ...open, revision: 0 } as unknown as WorkspaceRow;
    await this.readModel.putRows([{ collection: WORKSPACES, key: [WORKSPACE], document }]);
  }

  /** The workspace's row says that it is deleted, while the rows of its deliveries are still present. */
  async deleteWorkspace(): Promise<void> {
    const document = { workspace_id: WORKSPACE, live: 0, signing_secrets: [], revision: 1 } as unknown as WorkspaceRow;
    await this.readModel.putRows([{ collection: WORKSPACES, key: [WORKSPACE], document }]);
  }

  /** The workspace's row says whether its writes are paused. */
  async pauseWrites(writes_paused: boolean): Promise<void> {
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[WORKSPACE]]);
    const document = { ...workspace!, writes_paused };
    await this.readModel.putRows([{ collection: WORKSPACES, key: [WORKSPACE], document }]);
  }

  /** The messages that were requested on days before this one have ended; none of them is cancelled yet. */
  async expireDeliveries(deliveries_expired_before: string): Promise<void> {
    const [workspace] = await this.readModel.getMany(WORKSPACES, [[WORKSPACE]]);
    const document = { ...workspace!, deliveries_expired_before };
    await this.readModel.putRows([{ collection: WORKSPACES, key: [WORKSPACE], document }]);
  }

  /** The contact of the deliveries is erased by an event with this revision, which no delivery shows yet. */
  async eraseContact(erased_revision: number): Promise<void> {
    const document = { workspace_id: WORKSPACE, contact_id: CONTACT, erased_revision } as unknown as ErasureRow;
    await this.readModel.putRows([{ collection: ERASURES, key: [WORKSPACE, CONTACT], document }]);
  }

  /** Requests a delivery, `seconds` after TEST_START. @returns its id */
  async request(n: number, seconds = 0, host = 'one.example.com', outcome_id = 'o'): Promise<string> {
    const delivery_id = testId(n);
    const webhook = { webhook_url: `https://${host}/hook`, body: `body ${n}` };
    const data = { delivery_id, outcome_id, call_id: 'c', contact_id: CONTACT, ...webhook };
    return this.requested(data, n, seconds);
  }

  /** Requests a delivery to an endpoint; `more` are further fields of its event. @returns its id */
  async requestTo(endpoint_id: string, n: number, more: object = {}): Promise<string> {
    const about = { delivery_id: testId(n), outcome_id: '', call_id: 'c', contact_id: CONTACT, endpoint_id };
    const webhook = { webhook_url: 'https://one.example.com/hook', message_type: 'call.ended', body: `body ${n}` };
    return this.requested({ ...about, ...webhook, ...more }, n, 0);
  }

  /** An endpoint that is live and not paused, unless these fields say so. */
  async endpoint(endpoint_id: string, fields: Partial<EndpointRow>): Promise<void> {
    const row = {
      workspace_id: WORKSPACE,
      endpoint_id,
      live: 1,
      signing_secrets: [],
      paused_revision: -1,
      revision: 0,
    };
    const document = { ...row, ...fields } as unknown as EndpointRow;
    await this.readModel.putRows([{ collection: WEBHOOK_ENDPOINTS, key: [WORKSPACE, endpoint_id], document }]);
  }

  private async requested(data: { readonly delivery_id: string }, n: number, seconds: number): Promise<string> {
    const event = recorded({ type: 'DeliveryRequested', data }, n, { workspaceId: WORKSPACE, at: at(seconds) });
    await this.fold([event]);
    return data.delivery_id;
  }

  /**
   * Another process has recorded a first attempt of the delivery; the next one is due `next` seconds after TEST_START.
   */
  async attempted(
    delivery_id: string,
    { status, next }: { readonly status: number; readonly next: number },
  ): Promise<void> {
    const data = { delivery_id, attempt: { at: at(0), status }, delivered: false, next_attempt_at: at(next) };
    const metadata = { workspace_id: WORKSPACE } as NewEvent['metadata'];
    const event = { id: 'theirs', type: 'DeliveryAttempted', data, metadata };
    await this.events.append(`delivery-${delivery_id}`, [event], 'no_stream');
  }

  /** The rows follow the log. */
  async show(): Promise<void> {
    await this.fold(this.log.slice(this.shown));
    this.shown = this.log.length;
  }

  /** The row of a delivery. */
  async row(deliveryId: string): Promise<DeliveryRow> {
    return (await this.readModel.getMany(DELIVERIES, [[WORKSPACE, deliveryId]]))[0]!;
  }

  /** The receivers of the attempts under way. */
  get hosts(): readonly string[] {
    return this.underWay.map(({ host }) => host);
  }

  /** Ends the attempt (to this host, if given) that has been under way longest. */
  async end(result: AttemptResult, host?: string): Promise<void> {
    const index = this.underWay.findIndex((each) => host === undefined || each.host === host);
    this.underWay.splice(index, 1)[0]!.end(result);
    await settled();
  }

  readonly sender = {
    send: (request: WebhookRequest) => {
      this.sent.push(request);
      const result = this.answering(request);
      if (result) return Promise.resolve(result);
      const { host } = new URL(request.url);
      return new Promise<AttemptResult>((end, fail) => this.underWay.push({ ...request, host, end, fail }));
    },
    abortAll: () => {
      for (const { fail } of this.underWay.splice(0)) fail(new Error('aborted'));
    },
  };

  readonly events = {
    read: async (stream: string) => this.log.filter((event) => event.stream === stream).slice(-1),
    append: async (stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> => {
      const refusal = this.refusing.shift();
      if (refusal) throw refusal;
      const before = this.log.filter((event) => event.stream === stream).length;
      const actual = before === 0 ? 'no_stream' : before - 1;
      if (expected !== actual) throw new WrongExpectedRevisionError(stream, expected, actual);
      this.log.push(...events.map((event, i) => ({ ...event, stream, revision: before + i })));
      if (this.visible) await this.show();
      return { revision: before + events.length - 1, position: String(this.log.length) as Position };
    },
  };

  private async fold(events: readonly RecordedEvent[]): Promise<void> {
    for (const event of events) {
      if (!isDeliveryEvent(event)) continue;
      const key = [event.metadata.workspace_id, event.data.delivery_id];
      const [[row], [due]] = await Promise.all([
        this.readModel.getMany(DELIVERIES, [key]),
        this.readModel.getMany(DUE_DELIVERIES, [key]),
      ]);
      const revision = deliveryOrder(event);
      await this.readModel.putRows([
        { collection: DELIVERIES, key, document: { ...evolveDelivery(row, event)!, revision } },
        { collection: DUE_DELIVERIES, key, document: { ...evolveDueDelivery(due, event)!, revision } },
      ]);
      this.stamp += 1;
    }
  }
}
