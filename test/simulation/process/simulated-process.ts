import { pino } from 'pino';
import { SkippedEvents } from '#event-store';
import { KeyCache } from '#personal-data';
import type { ProgressBoard } from '#read-model';
import { assemble, type AssembledService } from '../../../apps/service/assemble.js';
import { SCHEMAS } from '../../../apps/service/catalogue.js';
import type { Config } from '../../../apps/service/config.js';
import { ConfigError } from '../../../apps/service/config-error.js';
import { FOREIGN_ROWS, isForeign } from '../../../apps/service/foreign-rows.js';
import type { Machine } from '../../../apps/service/machine.js';
import type { StartBuilding } from '../../../apps/service/rebuild/shared-rebuild-run.js';
import { STOP_MS } from '../../../apps/service/serving.js';
import { sealedLog } from '../../../apps/service/sealed-log.js';
import { openSharedPair, type Projecting } from '../../../apps/service/shared-pair.js';
import type { SharedStores } from '../../../apps/service/shared-stores.js';
import type { StorePair } from '../../../apps/service/store-pair.js';
import type { Owner } from '../kernel/event-heap.js';
import type { Kernel } from '../kernel/kernel.js';
import type { SeededRandom } from '../kernel/seeded-random.js';
import type { Network } from '../stores/network.js';
import type { RowsDatabase } from '../stores/rows-database.js';
import { SimulatedEventStore } from '../stores/simulated-event-store.js';
import { type KeysDatabase, SimulatedKeys } from '../stores/simulated-keys.js';
import type { SimulatedLog } from '../stores/simulated-log.js';
import { SimulatedRows } from '../stores/simulated-rows.js';
import type { Ask, Incident, ReceivedWebhook, ReceiverAnswer, Told } from '../world.js';
import { configOf } from './simulated-config.js';
import { SimulatedClock } from './simulated-clock.js';
import { simulatedMachine } from './simulated-machine.js';
import { simulatedBuilding } from './simulated-building.js';
import { startSimulatedProjecting } from './simulated-projecting.js';
import { SimulatedSender } from './simulated-sender.js';
import { Thread } from './thread.js';

/** What all processes of a world share. */
export interface Surroundings {
  readonly kernel: Kernel;
  readonly log: SimulatedLog;
  readonly database: RowsDatabase;
  /** The keys of personal data. */
  readonly keys: KeysDatabase;
  readonly logNetwork: Network;
  readonly rowsNetwork: Network;
  readonly keysNetwork: Network;
  readonly receive: (request: ReceivedWebhook) => ReceiverAnswer;
  /** Whether a process that a lease names has certainly ended, as far as others can know. */
  readonly isGone: (owner: string) => boolean;
  readonly tell: (incident: Omit<Incident, 'at'>) => void;
  /** What must never be: a line of the log of level error, and the like. */
  readonly fault: (sentence: string) => void;
}

export interface ProcessOptions {
  /** Processes of one version share a copy of the rows. */
  readonly version: string;
  /** As in ROLES. */
  readonly roles: string;
  /** Whether it is the only process, and answers writes before their rows: see StorePair. */
  readonly answersAhead: boolean;
  readonly clockOffsetMs: number;
}

const NEVER = new AbortController().signal;

/** One process of the service: the service's own composition, over simulated stores and a simulated machine. */
export class SimulatedProcess implements Owner {
  isAlive = true;
  pausedUntil = 0;
  /** The thread that projects. */
  readonly projector = new Thread(this, 'projector');
  /** The thread that rebuilds the rows. */
  readonly builder = new Thread(this, 'builder');
  /** Processes of one version share a copy of the rows. */
  readonly version: string;
  readonly clock: SimulatedClock;
  private readonly answersAhead: boolean;
  private readonly config: Config;
  private readonly machine: Machine;
  private readonly projectorMachine: Machine;
  private readonly builderMachine: Machine;
  private service: AssembledService | undefined;
  private pair: StorePair | undefined;
  private isStopping = false;
  private readonly waiting = new Set<() => void>();

  /** @param name of this run of the process, unlike that of any other run */
  constructor(
    readonly name: string,
    private readonly around: Surroundings,
    random: SeededRandom,
    { version, roles, answersAhead, clockOffsetMs }: ProcessOptions,
  ) {
    this.version = version;
    this.answersAhead = answersAhead;
    this.config = configOf(roles);
    this.clock = new SimulatedClock(clockOffsetMs);
    const offset = () => this.clock.offsetMs;
    this.machine = simulatedMachine(around.kernel, this, random, offset);
    this.projectorMachine = simulatedMachine(around.kernel, this.projector, random.fork('projector'), offset);
    this.builderMachine = simulatedMachine(around.kernel, this.builder, random.fork('builder'), offset);
  }

  /** Whether it takes requests. */
  get isServing(): boolean {
    return this.isRunning && this.config.roles.has('api');
  }

  /** Whether its copy of the rows is complete and everything in it goes on. */
  get isReady(): boolean {
    return this.isRunning && this.pair!.progress.ready;
  }

  private get isRunning(): boolean {
    return this.isAlive && !this.isStopping && this.service !== undefined;
  }

  /** The sentences of health about parked items. */
  async parked(): Promise<readonly string[]> {
    const checks = Object.values(this.service?.workers?.parked ?? {});
    const sentences = await Promise.all(checks.map(async (check) => check()));
    return sentences.filter((sentence) => sentence !== undefined);
  }

  /** Starts it; one that cannot be started is gone. */
  async start(): Promise<void> {
    const { around, machine, config } = this;
    const { isGone } = around;
    const projects = config.roles.has('projections');
    try {
      const shared = await openSharedPair({
        connect: () => this.connect(this, machine),
        startProjecting: projects ? (board) => this.startProjecting(board) : undefined,
        startBuilding: projects ? this.building() : undefined,
        owner: this.name,
        isGone,
        machine,
        logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
        secretsKeyDigests: ['digest'],
        isKeyLost: false,
      });
      this.pair = { ...shared, isSoleProcess: this.answersAhead };
      const service = await assemble(config, this.pair, {
        machine,
        logger: pino({ level: config.logLevel }, { write: (line: string) => this.logged(line) }),
        openSender: () =>
          new SimulatedSender({
            kernel: around.kernel,
            owner: this,
            chance: machine.chance,
            receive: around.receive,
          }),
      });
      await service.app.getHttpAdapter().getInstance().ready();
      // It does not know what the process before it has answered: it serves once the rows have all of it.
      if (this.answersAhead) while (!(await this.pair.rowsCaughtUp(NEVER)));
      this.service = service;
      around.tell({ what: 'serves', process: this.name });
    } catch (error) {
      around.tell({ what: 'did not start', process: this.name, detail: String(error) });
      this.end();
    }
  }

  private startProjecting(board: ProgressBoard): Promise<Projecting> {
    const { kernel, isGone } = this.around;
    return startSimulatedProjecting(board, {
      ...{ kernel, owner: this, machine: this.projectorMachine },
      connect: () => this.connect(this.projector, this.projectorMachine),
      isGone,
      ownerName: this.name,
    });
  }

  private building(): StartBuilding {
    return simulatedBuilding({
      ...{ kernel: this.around.kernel, owner: this, thread: this.builder, machine: this.builderMachine },
      connect: () => this.connect(this.builder, this.builderMachine),
    });
  }

  /** As by kill -9: nothing of it happens any more, and clients see their connections break. */
  kill(): void {
    if (!this.isAlive) return;
    this.around.tell({ what: 'kill', process: this.name });
    this.end();
  }

  /** As by SIGTERM: ends in good order, or by force when its time is up. */
  stop(): void {
    if (!this.isRunning) return this.kill();
    const { service, pair } = this;
    this.isStopping = true;
    this.around.tell({ what: 'stop', process: this.name });
    this.machine.timers.set(STOP_MS, () => this.kill());
    const stopped = async (): Promise<void> => {
      await service!.end();
      await pair!.close();
    };
    stopped().then(
      () => this.end(),
      (error: unknown) => {
        this.around.fault(`${this.name} did not stop in good order: ${String(error)}`);
        this.end();
      },
    );
  }

  /** Answers a request that has reached it; lost when the process ends first. */
  request(ask: Ask): Promise<Told> {
    return new Promise((resolve) => {
      const lose = (): void => resolve({ kind: 'lost' });
      this.waiting.add(lose);
      void this.inject(ask)
        .catch((error: unknown): Told => {
          this.around.fault(`${this.name} answered ${ask.method} ${ask.path} with no answer: ${String(error)}`);
          return { kind: 'lost' };
        })
        .then((told) => {
          if (this.waiting.delete(lose)) resolve(told);
        });
    });
  }

  private async inject({ method, path, body, key, idempotencyKey, headers }: Ask): Promise<Told> {
    const fastify = this.service!.app.getHttpAdapter().getInstance();
    const response = await fastify.inject({
      method,
      url: path,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = response.payload;
    const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return {
      kind: 'answered',
      status: response.statusCode,
      headers: Object.fromEntries(answered) as Record<string, string>,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  private async connect(owner: Owner, machine: Machine): Promise<SharedStores> {
    const { kernel, log, database, logNetwork, rowsNetwork, keysNetwork } = this.around;
    const { monotonic } = machine;
    const skipped = new SkippedEvents();
    const { upcast } = SCHEMAS;
    const store = new SimulatedEventStore({
      kernel,
      log,
      network: logNetwork,
      owner,
      monotonic,
      upcast,
      skipped,
    });
    await skipped.refresh(store);
    const { version } = this;
    const rows = new SimulatedRows({ kernel, database, version, network: rowsNetwork, owner, monotonic });
    await rows.ensure();
    if (await isForeign(store, rows)) throw new ConfigError([FOREIGN_ROWS]);
    const keys = new KeyCache(new SimulatedKeys({ database: this.around.keys, network: keysNetwork, owner }), machine);
    const sealed = sealedLog(store, keys, machine.timers);
    const close = async (): Promise<void> => {
      await sealed.close();
      rows.close();
      await keys.close();
    };
    const keysTrouble = () => undefined;
    return { store: sealed, keys, keysTrouble, skipped, rows, close };
  }

  private end(): void {
    this.isAlive = false;
    for (const lose of [...this.waiting]) lose();
    this.waiting.clear();
  }

  private logged(line: string): void {
    this.around.fault(`${this.name} logged ${line.trim()}`);
  }
}
