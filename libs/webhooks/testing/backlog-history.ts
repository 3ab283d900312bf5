import { instant, type Instant } from '#kernel';
import { TEST_START } from '#kernel/testing';
import type { DueDeliveryRow } from '../domain/index.js';
import type { HeldDelivery } from '../workers/backlog/held-delivery.js';
import { QUEUE_CAPACITY } from '../workers/backlog/receiver-queues.js';
import { isDueBefore } from '../workers/queued-delivery.js';
import { dueRow, BacklogRows } from './backlog-rows.js';
import { HOSTS, type Look, type Step } from './backlog-steps.js';

/** A backlog and a model of it: throws as soon as the two differ. */
export class BacklogHistory {
  readonly rows: BacklogRows;
  private readonly underWay = new Map<string, HeldDelivery>();
  private readonly resting = new Set<string>();
  /** Changes that are in the log and not in the rows yet. */
  private readonly unshown = new Map<string, DueDeliveryRow>();
  /** Deliveries that were never taken: only their order follows from their due times alone. */
  private readonly untouched = new Set<string>();
  private readonly lastOf = new Map<string, HeldDelivery>();
  private made = 0;
  private milliseconds = 0;

  /** @param backlogs deliveries of each receiver that have long been due, mixed */
  constructor(backlogs: readonly number[]) {
    const rows = backlogs.flatMap((length, host) =>
      Array.from({ length }, (_, n) => dueRow((this.made += 1), this.at(n / 100 - 3_600), HOSTS[host])),
    );
    this.rows = new BacklogRows(rows);
    for (const { delivery_id } of rows) this.untouched.add(delivery_id);
  }

  get now(): Instant {
    return this.at(0);
  }

  async play(event: Step | Look): Promise<void> {
    if (!('meanwhile' in event)) this.happen(event);
    else if (event.kind === 'looked') await this.look(event.meanwhile);
    else await this.lookAtAll(event.meanwhile);
  }

  /**
   * Scans as the worker does, and takes everything, until nothing can be left; the rows do not change meanwhile.
   * @returns the deliveries that were never taken
   */
  async quiesce(): Promise<readonly string[]> {
    this.happen({ kind: 'shown' });
    for (let rounds = 0; rounds < 4; rounds += 1) {
      this.happen({ kind: 'passed', seconds: 20 });
      while (await this.look([])) this.happen({ kind: 'taken', hosts: HOSTS, count: Infinity });
      this.happen({ kind: 'taken', hosts: HOSTS, count: Infinity });
    }
    return this.missing().map(({ delivery_id }) => delivery_id);
  }

  private async look(meanwhile: readonly Step[]): Promise<boolean> {
    const { backlog, stamp } = this.rows;
    return (await this.during(meanwhile, () => backlog.collect(this.now, stamp))).goOn;
  }

  private async lookAtAll(meanwhile: readonly Step[]): Promise<void> {
    const { backlog } = this.rows;
    const all = await this.during(meanwhile, () => backlog.collectAll(this.now));
    if (meanwhile.length > 0) return;
    const missing = this.missing().filter(({ delivery_id }) => !this.resting.has(delivery_id)).length;
    check(
      all ? backlog.waiting >= missing : backlog.waiting >= QUEUE_CAPACITY,
      `${backlog.waiting} of ${missing} held, all: ${all}`,
    );
  }

  private async during<T>(meanwhile: readonly Step[], work: () => Promise<T>): Promise<T> {
    const steps = [...meanwhile];
    this.rows.whileReading = () => {
      const next = steps.shift();
      if (next) this.happen(next);
    };
    const result = await work();
    this.rows.whileReading = () => undefined;
    return result;
  }

  private happen(event: Step): void {
    switch (event.kind) {
      case 'requested':
        for (let n = 0; n < event.count; n += 1)
          this.rows.put(dueRow((this.made += 1), this.at(-event.ago), event.host));
        return;
      case 'taken':
        for (let n = 0; n < event.count && this.take(event.hosts); n += 1);
        return;
      case 'passed':
        this.milliseconds += event.seconds * 1_000;
        this.rows.realNow += event.seconds * 1_000;
        this.rows.timers.advance(event.seconds * 1_000);
        return;
      case 'called back':
        this.rows.backlog.requeueResting();
        this.resting.clear();
        return;
      case 'shown':
        this.rows.put(...this.unshown.values());
        this.unshown.clear();
        return;
      case 'moved':
        return this.move(event.which, event.again);
      default:
        return this.end(event);
    }
  }

  private take(hosts: readonly string[]): boolean {
    const held = this.rows.backlog.takeNext({ allows: ({ host }) => hosts.includes(host), precedes: isDueBefore });
    if (!held) return false;
    const { delivery_id, host } = held;
    check(!this.underWay.has(delivery_id), `${delivery_id} is taken twice`);
    check(!this.resting.has(delivery_id), `${delivery_id} is taken while it rests`);
    check(!this.unshown.has(delivery_id), `${delivery_id} is taken before the rows show what was done`);
    check(held.due_at <= this.now, `${delivery_id} is taken too early`);
    const last = this.lastOf.get(host);
    if (this.untouched.delete(delivery_id)) {
      check(!last || isDueBefore(last, held), `${delivery_id} is taken behind ${last?.delivery_id}`);
      this.lastOf.set(host, held);
    }
    // The worker does the same with a delivery that has changed while it was queued.
    if (this.rows.get(delivery_id).revision !== held.revision) this.rows.backlog.forget(held);
    else this.underWay.set(delivery_id, held);
    return true;
  }

  private end(event: Extract<Step, { readonly which: number }>): void {
    const held = [...this.underWay.values()][event.which % this.underWay.size];
    if (!held) return;
    const { delivery_id } = held;
    const { backlog } = this.rows;
    this.underWay.delete(delivery_id);
    if (event.kind === 'forgotten') return backlog.forget(held);
    if (event.kind === 'rested') {
      this.resting.add(delivery_id);
      return backlog.requeueAfter(held, event.seconds * 1_000, () => this.resting.delete(delivery_id));
    }
    const row = this.changed(this.rows.get(delivery_id), event.again);
    backlog.awaitProjection(held, row.revision);
    if (event.kind === 'finished' && !event.shown) this.unshown.set(delivery_id, row);
    else this.rows.put(row);
  }

  /** Another process has made an attempt of a delivery that is not under way here. */
  private move(index: number, due: number | undefined): void {
    const row = this.rows.open[index];
    if (!row || this.underWay.has(row.delivery_id) || this.unshown.has(row.delivery_id)) return;
    this.untouched.delete(row.delivery_id);
    this.rows.put(this.changed(row, due));
  }

  private changed(row: DueDeliveryRow, due: number | undefined): DueDeliveryRow {
    const next = due === undefined ? { open: 0 as const, due_at: '' } : { due_at: this.at(due) };
    return { ...row, ...next, revision: row.revision + 1 };
  }

  /** Due deliveries that are neither under way nor done. */
  private missing(): readonly DueDeliveryRow[] {
    return this.rows.open.filter(
      ({ delivery_id, due_at }) =>
        due_at <= this.now && !this.underWay.has(delivery_id) && !this.unshown.has(delivery_id),
    );
  }

  private at(second: number): Instant {
    return instant(TEST_START + this.milliseconds + Math.round(second * 1_000));
  }
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
