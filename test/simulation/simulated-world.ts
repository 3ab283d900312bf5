import { MemoryKeyStore } from '#personal-data/testing';
import { BrokenSteps } from './broken-steps.js';
import { type Conditions, drawConditions } from './conditions.js';
import { Kernel } from './kernel/kernel.js';
import type { SeededRandom } from './kernel/seeded-random.js';
import { ProcessSlots } from './process/process-slots.js';
import type { SimulatedProcess } from './process/simulated-process.js';
import { drawSize } from './size.js';
import { Network } from './stores/network.js';
import { RowsDatabase } from './stores/rows-database.js';
import type { KeysDatabase } from './stores/simulated-keys.js';
import { SimulatedLog } from './stores/simulated-log.js';
import { Troubles } from './troubles.js';
import type {
  Ask,
  Client,
  Incident,
  Random,
  ReceivedRecord,
  ReceivedWebhook,
  ReceiverAnswer,
  RequestRecord,
  Size,
  Told,
  WorkerStep,
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

/** What is not left to the seed. */
export interface WorldOptions {
  readonly size?: Size;
  readonly conditions?: Conditions;
}

/** Everything there is in one world, and what goes wrong in it. */
export class SimulatedWorld implements World {
  readonly kernel: Kernel;
  readonly random: Random;
  readonly size: Size;
  readonly conditions: Conditions;
  readonly log: SimulatedLog;
  readonly database = new RowsDatabase();
  readonly keys: KeysDatabase;
  readonly requests: RequestRecord[] = [];
  readonly received: ReceivedRecord[] = [];
  readonly incidents: Incident[] = [];
  readonly faults: string[] = [];
  readonly startedAt = STARTED_AT;
  /** Requests that are not answered yet. */
  underWay = 0;
  private readonly chance: SeededRandom;
  private readonly networks: readonly Network[];
  private readonly slots: ProcessSlots;
  private readonly troubles: Troubles;
  private readonly brokenSteps: BrokenSteps;
  private receiver: (request: ReceivedWebhook) => ReceiverAnswer = () => ({ status: 200 });
  private isHealed = false;
  private asked = 0;

  constructor(
    readonly seed: number,
    { size = drawSize(seed), conditions }: WorldOptions = {},
  ) {
    this.kernel = new Kernel(seed, STARTED_AT);
    this.random = this.kernel.random.fork('work');
    this.chance = this.kernel.random.fork('world');
    this.size = size;
    this.conditions = conditions ?? drawConditions(this.kernel.random.fork('conditions'), this.size);
    this.log = new SimulatedLog(
      () => this.kernel.now(),
      (stream) => this.brokenSteps.checkStream(stream),
    );
    this.brokenSteps = new BrokenSteps(this.log);
    const checkShredding = (subject: string): void => this.brokenSteps.checkSubject(subject);
    this.keys = { store: new MemoryKeyStore(), everGiven: new Map(), checkShredding };
    const { kernel, chance, log, database } = this;
    const tell = (incident: Omit<Incident, 'at'>): void => this.tell(incident);
    const logNetwork = new Network(kernel, kernel.random.fork('log'), 'log', this.conditions.log, tell);
    const rowsNetwork = new Network(kernel, kernel.random.fork('rows'), 'rows', this.conditions.rows, tell);
    const keysNetwork = new Network(kernel, kernel.random.fork('keys'), 'keys', this.conditions.keys, tell);
    this.networks = [logNetwork, rowsNetwork, keysNetwork];
    const stores = { log, database, keys: this.keys, logNetwork, rowsNetwork, keysNetwork };
    const receive = (request: ReceivedWebhook): ReceiverAnswer => this.receive(request);
    const fault = (sentence: string): void => void this.faults.push(sentence);
    this.slots = new ProcessSlots({ kernel, ...stores, receive, tell, fault }, chance, this.conditions);
    this.troubles = new Troubles({
      ...{ kernel, chance, conditions: this.conditions, slots: this.slots },
      ...{ database, logNetwork, rowsNetwork, keysNetwork, tell },
    });
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

  breakSteps(isBroken: (step: WorkerStep) => boolean): void {
    this.brokenSteps.set(isBroken);
  }

  restartOne(): void {
    const { alive } = this.slots;
    if (alive.length > 0) this.chance.pick(alive).stop();
  }

  client(name: string): Client {
    return { name, request: (ask) => this.request(name, ask) };
  }

  get processes(): readonly SimulatedProcess[] {
    return this.slots.processes;
  }

  /** Of the processes that run: each has a copy of the rows. */
  get versions(): readonly string[] {
    return [...new Set(this.slots.alive.map(({ version }) => version))].sort();
  }

  /** Messages that were sent to the stores. */
  get messages(): number {
    return this.networks.reduce((sum, { sent }) => sum + sent, 0);
  }

  /** Starts the processes, and what goes wrong. */
  begin(): void {
    this.slots.begin();
    this.troubles.begin();
  }

  /** Ends all trouble: what is away is there again, and no new trouble comes. */
  heal(): void {
    this.isHealed = true;
    this.brokenSteps.set(() => false);
    this.troubles.heal();
  }

  /** What has moved since the world began: it stands still once nothing is left to do. */
  get progress(): string {
    const copies = this.versions.map((version) => {
      const copy = this.database.copy(version);
      const { generation, complete } = copy.mark ?? { generation: '', complete: false };
      const { kept, building } = copy.mark ?? {};
      const marks = [generation, complete, kept?.generation, building?.generation];
      return [version, ...marks, ...copy.storage({ ...copy.mark, generation }).checkpoints.values()].join();
    });
    const ready = this.processes.filter(({ isReady }) => isReady).length;
    return [this.log.events.length, ...copies, ready, this.received.length].join();
  }

  /**
   * Whether every process is ready, and the rows are at the end of the log with nothing on their to-do lists but what
   * is parked, and no deleted workspace's keys are left: they are shredded half a minute after the start of a process.
   */
  get isCaughtUp(): boolean {
    if (this.processes.some(({ isReady }) => !isReady) || !this.brokenSteps.areSettled) return false;
    const end = this.log.events.at(-1)?.position;
    return this.versions.every((version) => {
      const copy = this.database.copy(version);
      if (!copy.mark?.complete || copy.mark.building || copy.isRebuilding) return false;
      if (copy.hasToDos((each) => this.brokenSteps.isParkedErasure(each))) return false;
      if ([...copy.deletedWorkspaces()].some((id) => this.keys.store.workspaces.get(id)?.key)) return false;
      const checkpoints = [...copy.storage(copy.mark).checkpoints.values()];
      // A copy that was complete while the log was empty has no checkpoint yet.
      if (end !== undefined && checkpoints.length === 0) return false;
      return checkpoints.every((at) => at === end);
    });
  }

  private async request(client: string, ask: Ask): Promise<Told> {
    const process = await this.anyServing();
    const record = { ...ask, client, number: this.asked, process: process.name, version: process.version };
    const [askedAt, logAtAsk] = [this.now(), this.log.events.length];
    this.asked += 1;
    this.underWay += 1;
    await this.kernel.sleep(this.way(), `${ask.method} ${ask.path}`);
    const offset = process.clock.offsetMs;
    const arrived: Told = process.isServing ? await process.request(ask) : { kind: 'lost' };
    const clockMs = [offset, process.clock.offsetMs] as const;
    await this.kernel.sleep(this.way(), `answer to ${ask.method} ${ask.path}`);
    const isLost = !this.isHealed && this.chance.chance(this.conditions.lostAnswers);
    const told: Told = isLost ? { kind: 'lost' } : arrived;
    this.underWay -= 1;
    this.kernel.note(told.kind === 'lost' ? 'lost' : `${told.status} ${JSON.stringify(told.body)}`);
    const [answeredAt, logAtAnswer] = [this.now(), this.log.events.length];
    this.requests.push({ ...record, askedAt, answeredAt, clockMs, logAtAsk, logAtAnswer, told });
    if (told.kind === 'answered' && told.status === 500) this.faults.push(`500 for ${ask.method} ${ask.path}`);
    return told;
  }

  private async anyServing(): Promise<SimulatedProcess> {
    for (;;) {
      const isCareless = this.chance.chance(CARELESS);
      const serving = this.processes.filter(({ isServing, isReady }) => isServing && (isCareless || isReady));
      if (serving.length > 0) return this.chance.pick(serving);
      await this.kernel.sleep(NO_PROCESS_MS, 'client finds no process');
    }
  }

  private receive(request: ReceivedWebhook): ReceiverAnswer {
    this.brokenSteps.checkSending(request.deliveryId);
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
