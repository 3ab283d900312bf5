import { ADMIN_TOKEN, type Client, type Random, type World, type WorkerStep } from '../world.js';

/** Share of whole worlds in which steps of workers fail for reasons of their own. */
const BROKEN = 0.12;
/** Milliseconds until they begin to, at most. */
const BEGINS_MS = 5_000;
/** Milliseconds for which they do: an item fails ten times within some three minutes, then it is parked. */
const LASTS_MS = [60_000, 240_000, 500_000];
/** Milliseconds between two looks of the operator at what is parked, at most. */
const LOOK_MS = 40_000;
/** Of the operator's looks: that a process is restarted before it, so that another one has its work. */
const RESTARTED = 0.15;
/** Milliseconds for which the operator goes on once the steps work again. */
const AFTERWARDS_MS = 60_000;

interface ParkedItem {
  readonly item_id: string;
}

/**
 * Steps of workers fail for a time, one after another of some deliveries and erasures, and an operator decides about
 * what is parked: it is tried again, skipped, or left as it is.
 */
export class BrokenWork {
  private readonly random: Random;
  private readonly operator: Client;
  private readonly shares: Readonly<Record<WorkerStep['kind'], number>>;
  private hasFailed = false;

  /** @param most the share of items whose steps fail, at most */
  constructor(
    private readonly world: World,
    most: number,
  ) {
    this.random = world.random.fork('broken steps');
    this.operator = world.client('operator of what is parked');
    const drawn = { send: [0, 0.3, 1], record: [0, 0, 0.3], shred: [0, 0.3, 1] };
    const share = (of: readonly number[]): number => Math.min(this.random.pick(of), most);
    const isBroken = this.random.chance(BROKEN) && world.size === 'whole';
    const shares = { send: share(drawn.send), record: share(drawn.record), shred: share(drawn.shred) };
    this.shares = isBroken ? shares : { send: 0, record: 0, shred: 0 };
  }

  /** Ends early where no step has failed by the end of the clients' work. */
  async run(clients: Promise<unknown>): Promise<void> {
    if (Object.values(this.shares).every((share) => share === 0)) return;
    const { world, random } = this;
    const begins = world.now() + random.below(BEGINS_MS);
    const ends = begins + random.pick(LASTS_MS);
    world.breakSteps((step) => world.now() >= begins && world.now() < ends && this.fails(step));
    let isOver = false;
    const end = (): void => void (isOver = true);
    clients.then(end, end);
    while (world.now() < ends + AFTERWARDS_MS && !(isOver && !this.hasFailed)) {
      await world.sleep(random.below(LOOK_MS));
      if (this.hasFailed && random.chance(RESTARTED)) world.restartOne();
      await this.decide();
    }
  }

  /** Every step of an item fails, or none does. */
  private fails({ kind, id }: WorkerStep): boolean {
    const fails = this.random.fork(`${kind} ${id}`).chance(this.shares[kind]);
    this.hasFailed ||= fails;
    return fails;
  }

  private async decide(): Promise<void> {
    const told = await this.operator.request({ method: 'GET', path: '/admin/parked', key: ADMIN_TOKEN });
    if (told.kind === 'lost' || told.status !== 200) return;
    const { parked_items } = told.body as { readonly parked_items: readonly ParkedItem[] };
    for (const { item_id: id } of parked_items) {
      const decision = this.random.weighted({ retry: 4, skip: 2, leave: 3 });
      if (decision === 'leave') continue;
      const body = decision === 'skip' ? { body: { reason: 'Nobody needs it.' } } : {};
      await this.operator.request({
        method: 'POST',
        path: `/admin/parked/${id}/${decision}`,
        ...body,
        key: ADMIN_TOKEN,
      });
    }
  }
}
