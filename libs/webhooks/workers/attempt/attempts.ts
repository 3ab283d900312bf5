import type { EventStore } from '#event-store';
import {
  type Clock,
  type ClockTrouble,
  type IdSource,
  instant,
  type Instant,
  type Tracer,
  UnknownEventError,
} from '#kernel';
import type { ReadModel } from '#read-model';
import type { TraceAt } from '#workers';
import { ERASURES, isBeforeErasure } from '#contacts/domain';
import { areWritesPaused, liveSecrets, type SecretBox, type SigningSecret, WORKSPACES } from '#workspaces/domain';
import {
  type AttemptResult,
  DELIVERIES,
  type DeliveryRow,
  deliverySchemaVersion,
  deliveryStream,
  type EndpointRow,
  hasMessageEnded,
  judgeAttempt,
  WEBHOOK_ENDPOINTS,
} from '../../domain/index.js';
import type { WebhookSender } from '../../sending/webhook-sender.js';
import { AttemptRecord } from './attempt-record.js';
import { OpenedSecrets } from './opened-secrets.js';

export interface AttemptPorts {
  readonly readModel: Pick<ReadModel, 'getMany'>;
  readonly events: Pick<EventStore, 'append' | 'read'>;
  readonly sender: Pick<WebhookSender, 'send' | 'abortAll'>;
  readonly box: Pick<SecretBox, 'open'>;
  /** The clock of due times; the test clock may replace it. */
  readonly clock: Clock;
  /** Undefined: the clock is taken for right. */
  readonly clockTrouble?: ClockTrouble | undefined;
  /** Real time: receivers compare the timestamp of a signature with their own clocks, and send dates of theirs. */
  readonly realClock: Clock;
  readonly ids: IdSource;
  /** A random number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Logs a sentence for the operator. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** Undefined: deliveries are not traced. */
  readonly tracer?: Tracer | undefined;
  /** Undefined: as `tracer`. */
  readonly traceAt?: TraceAt | undefined;
}

/** A delivery as its row in the to-do list has it. */
export interface DueDelivery {
  readonly workspace_id: string;
  readonly delivery_id: string;
  readonly revision: number;
  /** Revision of its request in the workspace's stream. */
  readonly number: number;
}

/** A delivery that can be sent now. */
export interface PreparedDelivery {
  readonly row: DeliveryRow & { readonly body: string };
  /** All secrets of the endpoint, or else of the workspace, newest first, expired ones too. */
  readonly signing: readonly SigningSecret[];
  /** Why it is cancelled instead, because of its endpoint; undefined: it is sent. */
  readonly unwanted: 'endpoint_deleted' | 'endpoint_paused' | undefined;
  /** The step of a trace that requested it; undefined: there is none, or deliveries are not traced. */
  readonly traceparent: string | undefined;
}

/**
 * `moved`: the delivery's row differs from the to-do list, its contact is erased, its message has ended, or its
 * workspace is deleted.
 * `behind`: the log has events of it that its row does not show, or the rows do not show its endpoint yet.
 * `unreadable`: its stream ends with an event of a newer version.
 * `paused`: the writes of its workspace are.
 */
export type Preparation = PreparedDelivery | 'moved' | 'behind' | 'unreadable' | 'paused';

/** The last event of a stream. */
const LAST = { backwards: true, limit: 1 } as const;

/** The steps of one attempt: prepare, send, and record the result in the delivery's stream. */
export class Attempts {
  private readonly opened: OpenedSecrets;

  constructor(private readonly ports: AttemptPorts) {
    this.opened = new OpenedSecrets(ports.box, ports.warn);
  }

  /**
   * Reads a batch of deliveries, and proves by the log that no attempt is recorded that the rows do not show: rows may
   * lag or be rebuilt at this moment, and an attempt must not be made twice.
   * @returns one preparation for each, in their order
   * @throws ReadModelUnavailableError, StoreUnavailableError
   */
  async prepare(names: readonly DueDelivery[]): Promise<readonly Preparation[]> {
    const { readModel, traceAt } = this.ports;
    const workspaceIds = [...new Set(names.map(({ workspace_id }) => workspace_id))];
    const [{ rows, erasures, endpoints }, workspaces, ends, traces] = await Promise.all([
      this.rowsOf(names),
      readModel.getMany(
        WORKSPACES,
        workspaceIds.map((id) => [id]),
      ),
      Promise.all(names.map(({ delivery_id }) => this.endOf(delivery_id))),
      traceAt ? Promise.all(names.map(({ workspace_id, number }) => traceAt(workspace_id, number))) : [],
    ]);
    const workspaceOf = new Map(workspaceIds.map((id, i) => [id, workspaces[i]]));
    return names.map(({ workspace_id, revision }, i): Preparation => {
      const row = rows[i];
      const workspace = workspaceOf.get(workspace_id);
      // A deleted workspace sends nothing: its rows are being dropped.
      if (workspace?.live === 0) return 'moved';
      if (workspace && areWritesPaused(workspace)) return 'paused';
      if (row?.revision !== revision || row.next_attempt_at === null) return 'moved';
      // It is cancelled soon; until then the row may still show the message.
      const ended = workspace?.deliveries_expired_before ?? null;
      if (row.body === null || isBeforeErasure(row.number, erasures[i]) || hasMessageEnded(row, ended)) return 'moved';
      // The nth event of the stream has revision n - 1; the row counts it as n.
      const end = ends[i]!;
      if (end === 'unreadable') return end;
      if (row.revision !== end + 1) return 'behind';
      const endpoint = endpoints.get(`${workspace_id}|${row.endpoint_id}`);
      if (row.endpoint_id !== '' && !endpoint) return 'behind';
      const { signing_secrets: signing = [] } = endpoint ?? workspace ?? {};
      return { row: { ...row, body: row.body }, signing, unwanted: unwanted(row, endpoint), traceparent: traces[i] };
    });
  }

  /** The deliveries, each with the erasure of its contact, and the endpoints that they are for, by key text. */
  private async rowsOf(names: readonly DueDelivery[]) {
    const { readModel } = this.ports;
    const rows = await readModel.getMany(
      DELIVERIES,
      names.map(({ workspace_id, delivery_id }) => [workspace_id, delivery_id]),
    );
    // A delivery without a row has no contact that is known: '' is none.
    const contacts = rows.map((row, i) => [names[i]!.workspace_id, row?.contact_id ?? '']);
    const ofEndpoints = rows.filter((row) => row !== undefined && row.endpoint_id !== '');
    const keys = new Map(ofEndpoints.map((row) => [`${row!.workspace_id}|${row!.endpoint_id}`, row!]));
    const [erasures, endpoints] = await Promise.all([
      readModel.getMany(ERASURES, contacts),
      // Where there are no endpoints, nothing is read for them.
      keys.size === 0
        ? []
        : readModel.getMany(
            WEBHOOK_ENDPOINTS,
            [...keys.values()].map(({ workspace_id, endpoint_id }) => [workspace_id, endpoint_id]),
          ),
    ]);
    return { rows, erasures, endpoints: new Map([...keys.keys()].map((key, i) => [key, endpoints[i]])) };
  }

  /**
   * Revision of the last event of a delivery's own stream; -1 for an empty one. One unreadable stream must not fail the
   * batch.
   */
  private async endOf(deliveryId: string): Promise<number | 'unreadable'> {
    try {
      const [last] = await this.ports.events.read(deliveryStream(deliveryId), LAST);
      return last?.revision ?? -1;
    } catch (error) {
      if (error instanceof UnknownEventError) return 'unreadable';
      throw error;
    }
  }

  /**
   * Signs with the secrets that are live now, and sends.
   * @param traceparent the step of a trace that this attempt is part of; undefined: there is none
   * @throws AttemptAbortedError the sender was told to abort
   * @throws Error the workspace has no secret to sign with
   */
  async send({ row, signing }: PreparedDelivery, traceparent?: string): Promise<AttemptResult> {
    const { clock, realClock, sender } = this.ports;
    const { webhook_url: url, delivery_id: deliveryId, body, workspace_id } = row;
    const live = liveSecrets(signing, instant(clock.now())).map(({ ciphertext }) => ciphertext);
    if (live.length === 0) throw new Error('The workspace has no signing secret.');
    const secrets = this.opened.openAll(live, workspace_id);
    return sender.send({ url, deliveryId, body, secrets, at: instant(realClock.now()), traceparent });
  }

  /**
   * Makes the record of an attempt. Called once per attempt: the store recognises a repeated append by the ids of its
   * events.
   */
  record(row: DeliveryRow, result: AttemptResult, at: Instant, traceparent?: string): AttemptRecord {
    const { realClock, random, ids, events } = this.ports;
    const now = this.endOfAttempt(at, result);
    const moment = { now, realNow: realClock.now(), chance: random() };
    const { workspace_id, correlation_id, event_id: causation_id } = row;
    const actor = { kind: 'system', id: 'deliveries' } as const;
    const trace = traceparent === undefined ? {} : { traceparent };
    const whole = { workspace_id, occurred_at: instant(now), actor, correlation_id, causation_id, ...trace };
    const judged = judgeAttempt(row, result, at, moment);
    const made = judged.map((event) => {
      return { ...event, id: ids.next(), metadata: { ...whole, schema_version: deliverySchemaVersion(event) } };
    });
    return new AttemptRecord(events, row, made);
  }

  /**
   * In milliseconds since 1970. An attempt has to be recorded also where the clock was set wrong since it began: its
   * beginning and its length tell when it ended then.
   */
  private endOfAttempt(at: Instant, { durationMs }: AttemptResult): number {
    const { clock, clockTrouble } = this.ports;
    return clockTrouble?.() === undefined ? clock.now() : Date.parse(at) + durationMs;
  }
}

/**
 * Why the endpoint of a delivery is not sent it; undefined: it is. A pause cancels what was requested before it: what
 * is requested by hand afterwards is sent, and what is forwarded is held.
 */
function unwanted({ number }: DeliveryRow, endpoint: EndpointRow | undefined): PreparedDelivery['unwanted'] {
  if (!endpoint) return undefined;
  if (endpoint.live === 0) return 'endpoint_deleted';
  return number < endpoint.paused_revision ? 'endpoint_paused' : undefined;
}
