import { type Conditions, drawConditions } from './conditions.js';
import { Kernel } from './kernel/kernel.js';
import type { SeededRandom } from './kernel/seeded-random.js';
import { SimulatedProcess, type Surroundings } from './process/simulated-process.js';
import { Network } from './stores/network.js';
import { RowsDatabase } from './stores/rows-database.js';
import { SimulatedLog } from './stores/simulated-log.js';
import type {
  Ask,
  Client,
  Incident,
  Random,
  ReceivedRecord,
  ReceivedWebhook,
  ReceiverAnswer,
  RequestRecord,
  Told,
  World,
} from './world.js';

/** Every world begins here: a Monday, seven hours before midnight in UTC, so that days end in some worlds. */
const STARTED_AT = Date.parse('2031-03-03T17:00:00.000Z');
/** Milliseconds that a request takes one way. */
const WAY_MS = { least: 0.2, spread: 5 };
/**
 * Of requests: that they go to a process whatever its readiness says, as through a balancer that has not looked yet.
 */
const CARELESS = 0.03;
/** Milliseconds until a client that found no process looks again. */
const NO_PROCESS_MS = 200;
/** Milliseconds that a process is gone at most before another one takes its place. */
const GONE_MS = 4_000;
/** Milliseconds that an outage takes at most: longer than any time limit of the service. */
const OUTAGE_MS = 15_000;
/** Milliseconds that a thread is paused at most: longer than another process waits before it takes over a lease. */
const PAUSE_MS = 20_000;

/** Everything there is in one world, and what goes wrong in it. */
export class SimulatedWorld implements World {
  readonly kernel: Kernel;
  readonly random: Random;
  readonly conditions: Conditions;
  readonly log: SimulatedLog;
  readonly database = new RowsDatabase();
  readonly requests: RequestRecord[] = [];
  readonly received: ReceivedRecord[] = [];
  readonly incidents: Incident[] = [];
  readonly faults: string[] = [];
  processes: SimulatedProcess[] = [];
  readonly startedAt = STARTED_AT;
  /** Requests that are not answered yet. */
  underWay = 0;
  private readonly chance: SeededRandom;
  private readonly logNetwork: Network;
  private readonly rowsNetwork: Network;
  private readonly around: Surroundings;
  private readonly ended = new Set<string>();
  private receiver: (request: ReceivedWebhook) => ReceiverAnswer = () => ({ status: 200 });
  private isHealed = false;
  private started = 0;
  private asked = 0;

  constructor(
    readonly seed: number,
    conditions?: Conditions,
  ) {
    this.kernel = new Kernel(seed, STARTED_AT);
    this.random = this.kernel.random.fork('work');
    this.chance = this.kernel.random.fork('world');
    this.conditions = conditions ?? drawConditions(this.kernel.random.fork('conditions'));
    this.log = new SimulatedLog(() => this.kernel.now());
    const tell = (incident: Omit<Incident, 'at'>): void => this.tell(incident);
    this.logNetwork = this.network('log', this.conditions.log);
    this.rowsNetwork = this.network('rows', this.conditions.rows);
    this.around = {
      kernel: this.kernel,
      log: this.log,
      database: this.database,
      logNetwork: this.logNetwork,
      rowsNetwork: this.rowsNetwork,
      receive: (request) => this.receive(request),
      isGone: (owner) => this.conditions.endsAreSeen && this.ended.has(owner),
      tell,
      fault: (sentence) => void this.faults.push(sentence),
    };
  }

  now(): number {
    return this.kernel.now();
  }

  sleep(milliseconds: number): Promise<void> {
    return this.kernel.sleep(milliseconds, 'client sleeps');
  }

  receivers(answer: (request: ReceivedWebhook) => ReceiverAnswer): void {
    this.receiver = answer;
  }

  client(name: string): Client {
    return { name, request: (ask) => this.request(name, ask) };
  }

  /** Starts the processes, and what goes wrong. */
  begin(): void {
    for (let slot = 0; slot < this.conditions.processes; slot += 1) this.startProcess(slot);
    const { killsEveryMs, stopsEveryMs, pausesEveryMs, logOutagesEveryMs, rowsOutagesEveryMs, dropsEveryMs } =
      this.conditions;
    this.trouble('kill', killsEveryMs, () => this.withOne((process) => process.kill()));
    this.trouble('stop', stopsEveryMs, () => this.withOne((process) => process.stop()));
    this.trouble('pause', pausesEveryMs, () => this.withOne((process) => this.pause(process)));
    this.trouble('outage of the log', logOutagesEveryMs, () => this.outage(this.logNetwork));
    this.trouble('outage of the rows', rowsOutagesEveryMs, () => this.outage(this.rowsNetwork));
    this.trouble('drop', dropsEveryMs, () => {
      this.tell({ what: 'the rows are dropped' });
      this.database.drop();
    });
  }

  /** Ends all trouble: what is away is there again, and no new trouble comes. */
  heal(): void {
    this.isHealed = true;
    this.tell({ what: 'healed' });
    this.logNetwork.heal();
    this.rowsNetwork.heal();
    this.processes = this.processes.map((process, slot) => (process.isAlive ? process : this.newProcess(slot)));
  }

  /** What has moved since the world began: it stands still once nothing is left to do. */
  get progress(): string {
    const { generation, isComplete } = this.database.mark ?? { generation: '', isComplete: false };
    const { checkpoints } = this.database.storage(generation);
    const ready = this.processes.filter(({ isReady }) => isReady).length;
    return [
      this.log.events.length,
      generation,
      isComplete,
      ...checkpoints.values(),
      ready,
      this.received.length,
    ].join();
  }

  /** Whether every process is ready and the rows are at the end of the log. */
  get isCaughtUp(): boolean {
    const { mark } = this.database;
    if (!mark?.isComplete || this.processes.some(({ isReady }) => !isReady)) return false;
    const end = this.log.events.at(-1)?.position;
    return [...this.database.storage(mark.generation).checkpoints.values()].every((at) => at === end);
  }

  private network(store: string, rates: Conditions['log']): Network {
    const tell = (incident: Omit<Incident, 'at'>): void => this.tell(incident);
    return new Network(this.kernel, this.kernel.random.fork(store), store, rates, tell);
  }

  private startProcess(slot: number): void {
    this.processes[slot] = this.newProcess(slot);
  }

  private newProcess(slot: number): SimulatedProcess {
    this.started += 1;
    const name = `p${slot + 1}.${this.started}`;
    const random = this.kernel.random.fork(name);
    const offset = (2 * random.fraction() - 1) * this.conditions.clockOffsetMs;
    const process = new SimulatedProcess(name, this.around, random, () => offset);
    this.tell({ what: 'start', process: name });
    void process.start();
    this.watch(process, slot);
    return process;
  }

  /** A process that has ended is followed by another one in its slot, as a supervisor would see to it. */
  private watch(process: SimulatedProcess, slot: number): void {
    this.kernel.after(1_000, `look at ${process.name}`, () => {
      if (process.isAlive) return this.watch(process, slot);
      this.ended.add(process.name);
      this.kernel.after(this.chance.below(GONE_MS), `replace ${process.name}`, () => {
        if (this.processes[slot] === process) this.startProcess(slot);
      });
    });
  }

  private withOne(happen: (process: SimulatedProcess) => void): void {
    const alive = this.processes.filter(({ isAlive }) => isAlive);
    if (alive.length > 0) happen(this.chance.pick(alive));
  }

  private pause(process: SimulatedProcess): void {
    const until = this.now() + this.chance.fraction() * PAUSE_MS;
    const part = this.chance.pick(['main', 'projector', 'both'] as const);
    if (part !== 'projector') process.pausedUntil = until;
    if (part !== 'main') process.projector.pausedUntil = until;
    this.tell({ what: `pause of ${part}`, process: process.name, detail: `for ${Math.round(until - this.now())} ms` });
  }

  private outage(network: Network): void {
    network.setOut(true);
    this.kernel.after(this.chance.fraction() * OUTAGE_MS, `end of the outage of the ${network.store}`, () =>
      network.setOut(false),
    );
  }

  /** Lets something happen again and again, at random, while there are troubles. */
  private trouble(what: string, everyMs: number, happen: () => void): void {
    if (everyMs === Infinity) return;
    this.kernel.after(-Math.log(1 - this.chance.fraction()) * everyMs, what, () => {
      if (this.isHealed || this.now() > this.startedAt + this.conditions.troubleMs) return;
      happen();
      this.trouble(what, everyMs, happen);
    });
  }

  private async request(client: string, ask: Ask): Promise<Told> {
    const process = await this.anyServing();
    const record = { ...ask, client, number: this.asked, process: process.name };
    const [askedAt, logAtAsk] = [this.now(), this.log.events.length];
    this.asked += 1;
    this.underWay += 1;
    await this.kernel.sleep(this.way(), `${ask.method} ${ask.path}`);
    const arrived: Told = process.isServing ? await process.request(ask) : { kind: 'lost' };
    await this.kernel.sleep(this.way(), `answer to ${ask.method} ${ask.path}`);
    const isLost = !this.isHealed && this.chance.chance(this.conditions.lostAnswers);
    const told: Told = isLost ? { kind: 'lost' } : arrived;
    this.underWay -= 1;
    this.kernel.note(told.kind === 'lost' ? 'lost' : `${told.status} ${JSON.stringify(told.body)}`);
    const [answeredAt, logAtAnswer] = [this.now(), this.log.events.length];
    this.requests.push({ ...record, askedAt, answeredAt, logAtAsk, logAtAnswer, told });
    if (told.kind === 'answered' && told.status === 500) this.faults.push(`500 for ${ask.method} ${ask.path}`);
    return told;
  }

  private async anyServing(): Promise<SimulatedProcess> {
    for (;;) {
      const isCareless = this.chance.chance(CARELESS);
      const serving = this.processes.filter(({ isServing, isReady }) => (isCareless ? isServing : isReady));
      if (serving.length > 0) return this.chance.pick(serving);
      await this.kernel.sleep(NO_PROCESS_MS, 'client finds no process');
    }
  }

  private receive(request: ReceivedWebhook): ReceiverAnswer {
    const answer = this.receiver(request);
    this.received.push({ ...request, answer });
    return answer;
  }

  private tell(incident: Omit<Incident, 'at'>): void {
    this.incidents.push({ at: this.now(), ...incident });
  }

  private way(): number {
    return WAY_MS.least + this.chance.fraction() * WAY_MS.spread;
  }
}
