import { instant, type Position } from '#kernel';
import type { ClockedService } from '../dialing/support/clocked-service.js';
import type { Random } from '../support/random.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { until } from '../support/until.js';
import { askAll } from './questions.js';
import type { Moment, RecordedAnswers } from './recorded-answers.js';
import type { Caller } from './workload/caller.js';
import type { Tenant } from './workload/tenant.js';

/** Milliseconds until the work that a step has left to workers is done: sweeps of a large list take seconds. */
const QUIET_MS = 60_000;

/** Workers of workspaces that were deleted: no answer shows their work, which is repeated after ten minutes. */
const OF_DELETED: ReadonlySet<string> = new Set(['deleted_workspaces', 'indexes_of_deleted_workspaces']);

/** Tries to record an instant at which no event is written meanwhile. */
const TRIES = 20;

export interface Recording {
  readonly clocked: ClockedService;
  readonly caller: Caller;
  readonly tenants: readonly Tenant[];
  readonly random: Random;
  readonly gets: number;
}

/**
 * Records answers at instants that are exact: the clock stands, the workers have no work, and no event is written
 * between the first question and the next instant.
 */
export class Recorder {
  /** Instants that were given up because an event was written meanwhile. */
  discarded = 0;

  constructor(
    private readonly recording: Recording,
    private readonly recorded: RecordedAnswers,
  ) {}

  /**
   * @param now where the clock stands
   * @param events of the log, before the first try
   * @returns where the clock stands then
   */
  async record(now: number, events: number): Promise<number> {
    const { clocked, caller, gets, random, tenants } = this.recording;
    for (let at = now, tries = 0; tries < TRIES; at += 1, tries += 1) {
      await clocked.setClock(at);
      await this.becomeQuiet(at);
      await caller.passBarrier(tenants[0]!.workspaceId);
      const head = await clocked.service.log.head();
      const answers = await askAll(gets, tenants, random, ({ path, token }) => caller.get(path, token));
      await clocked.setClock(at + 1);
      if (await this.isWrittenSince(head, at)) {
        this.discarded += 1;
        continue;
      }
      const moment: Moment = { at, events };
      this.recorded.add(moment, answers);
      return at + 1;
    }
    throw new Error(`events were written at each of ${TRIES} instants`);
  }

  /** No worker has an item that is due, and every attempt of a webhook that is due is recorded. */
  private async becomeQuiet(at: number): Promise<void> {
    let unfinished: string | undefined;
    const isQuiet = async (): Promise<boolean> => (unfinished = await this.unfinished(at)) === undefined;
    await until('the workers have done all that is due', isQuiet, QUIET_MS).catch((cause: unknown) => {
      throw new Error(`At ${new Date(at).toISOString()} there is left: ${unfinished}`, { cause });
    });
  }

  /** One worker with due items, or one delivery with a due attempt; undefined: there is none. */
  private async unfinished(at: number): Promise<string | undefined> {
    const { caller, tenants } = this.recording;
    const { body } = await caller.get('/metrics', ADMIN_TOKEN);
    const due = [...body.matchAll(/^worker_due_items\{worker="(\w+)"\} (\d+)$/gm)];
    if (due.length === 0) throw new Error('/metrics has no worker_due_items');
    const [busy] = due.find(([, worker, count]) => count !== '0' && !OF_DELETED.has(worker!)) ?? [];
    if (busy !== undefined) return busy;
    for (const { token } of tenants) {
      for (const status of ['pending', 'retrying']) {
        const found = await this.dueDelivery(token, status, at);
        if (found) return JSON.stringify(found);
      }
    }
    return undefined;
  }

  private async dueDelivery(token: string, status: string, at: number): Promise<object | undefined> {
    const { caller } = this.recording;
    for (let next: string | null = ''; next !== null;) {
      const from: string = next === '' ? '' : `&page_token=${encodeURIComponent(next)}`;
      const path = `/webhook-deliveries?page_size=200&status=${status}${from}`;
      const page = JSON.parse((await caller.get(path, token)).body) as {
        readonly deliveries: readonly { readonly next_attempt_at: string | null }[];
        readonly next_page_token: string | null;
      };
      const found = page.deliveries.find(({ next_attempt_at: due }) => due !== null && Date.parse(due) <= at);
      if (found) return found;
      next = page.next_page_token;
    }
    return undefined;
  }

  private async isWrittenSince(head: Position, at: number): Promise<boolean> {
    const later = await this.recording.clocked.service.log.after(head);
    return later.some(({ metadata }) => metadata.occurred_at <= instant(at));
  }
}
