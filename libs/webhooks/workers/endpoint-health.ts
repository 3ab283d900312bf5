import type { CommandBus } from '@nestjs/cqrs';
import type { IdSource, Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { JudgeHealth } from '../commands/judge-health.command.js';
import { DELIVERIES, type EndpointAttempt, isTelling, WEBHOOK_ENDPOINTS } from '../domain/index.js';
import type { AttemptReport } from './attempt/attempt-report.js';

export interface EndpointHealthPorts {
  readonly readModel: Pick<ReadModel, 'getMany' | 'page'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  readonly ids: IdSource;
  /** Logs a sentence for the operator. */
  readonly warn: (sentence: string) => void;
}

/** An attempt of an endpoint, with the event that records it. */
interface Told extends EndpointAttempt {
  readonly workspaceId: string;
  readonly eventId: string;
}

/** Delivered deliveries of an endpoint among which a success that nobody was told of is looked for. */
const LOOKED_THROUGH = 100;

/**
 * Tells the log what attempts say of the health of their endpoints (docs/adr/0057-events-reach-endpoints-by-a-feed.md).
 * Of each endpoint one attempt is judged at a time, and of those that end meanwhile the last success and the last
 * failure. What cannot be told, or is lost with the process, is told again by the next attempt: nothing depends on a
 * single one.
 */
export class EndpointHealth {
  /** By endpoint, while one of its attempts is judged: those that are judged next. */
  private readonly waiting = new Map<string, readonly Told[]>();
  private readonly underWay = new Set<Promise<void>>();
  private stopped = false;

  constructor(private readonly ports: EndpointHealthPorts) {}

  /** An attempt has ended. Those that are not on record say nothing. */
  onAttempt({ workspaceId, endpointId, eventId, at, result }: AttemptReport): void {
    if (endpointId === '' || eventId === null || this.stopped) return;
    const told = { workspaceId, endpointId, eventId, at, delivered: result === 'delivered' };
    const waiting = this.waiting.get(endpointId);
    const kept = waiting?.filter(({ delivered }) => delivered !== told.delivered);
    this.waiting.set(endpointId, kept ? [...kept, told] : []);
    if (waiting) return;
    const work = this.judge(told).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
  }

  /** Judges nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.underWay);
  }

  private async judge(first: Told): Promise<void> {
    const { endpointId } = first;
    for (let told: Told | undefined = first; told && !this.stopped;) {
      await this.tell(told).catch(() => undefined);
      const [next, ...later]: readonly Told[] = this.waiting.get(endpointId) ?? [];
      this.waiting.set(endpointId, later);
      told = next;
    }
    this.waiting.delete(endpointId);
  }

  private async tell({ workspaceId, eventId, ...attempt }: Told): Promise<void> {
    const { readModel, bus, ids, warn } = this.ports;
    const { endpointId } = attempt;
    const [endpoint] = await readModel.getMany(WEBHOOK_ENDPOINTS, [[workspaceId, endpointId]]);
    if (!endpoint || !isTelling(endpoint, attempt)) return;
    const lastSuccess = attempt.delivered ? '' : await this.lastSuccess(workspaceId, endpointId);
    const actor = { kind: 'system', id: 'endpoint_health' } as const;
    const context = { workspaceId, actor, correlationId: ids.next(), causationId: eventId };
    await bus.execute(new JudgeHealth(context, attempt, lastSuccess));
    if (!attempt.delivered && endpoint.failing_since !== null && lastSuccess < endpoint.failing_since)
      warn(`Webhook endpoint ${endpointId} of workspace ${workspaceId} is paused: every attempt has failed for days.`);
  }

  /**
   * When the last successful attempt began, among those of the deliveries that were requested last; '': there was none.
   */
  private async lastSuccess(workspaceId: string, endpointId: string): Promise<Instant> {
    const page = { index: 'by_status', prefix: [workspaceId, 'delivered', endpointId], descending: true };
    const rows = await this.ports.readModel.page(DELIVERIES, { ...page, limit: LOOKED_THROUGH });
    const ends = rows.map(({ attempts }) => attempts.at(-1)!.at);
    return ends.reduce((last, at) => (at > last ? at : last), '');
  }
}
