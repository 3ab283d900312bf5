import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { instant } from '#kernel';
import { authority, type Receiver, startReceiver } from '../../libs/webhooks/testing/index.js';
import { ClockedService, type Rows } from '../dialing/support/clocked-service.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { Random } from '../support/random.js';
import { Recorder } from './recorder.js';
import type { RecordedAnswers } from './recorded-answers.js';
import { Tally } from './tally.js';
import type { Forgotten } from './differences.js';
import { Caller } from './workload/caller.js';
import { Tenant } from './workload/tenant.js';
import { drawWrite, OPENING } from './workload/writes.js';
import type { Writing } from './workload/writing.js';

export interface WritingOptions {
  readonly deployment: Deployment;
  readonly directory: string;
  readonly events: number;
  readonly instants: number;
  readonly gets: number;
  readonly seed: number;
  /** Times that the service is killed. The first time its rows are deleted, too: to fold a long log takes minutes. */
  readonly kills: number;
  readonly say: (line: string) => void;
}

export interface LogWritten {
  /** By their types. */
  readonly types: ReadonlyMap<string, number>;
  readonly events: number;
  readonly seconds: number;
  /** Instants that were given up because an event was written meanwhile. */
  readonly discarded: number;
  readonly forgotten: Forgotten;
}

/** In the future: timers of a process that has just started, with the real time, are not due. */
const BEGINS = Date.parse('2030-03-09T07:00:00Z');

/** Workspaces that are written to by turns; in the last one personal data ends by its age. */
const TENANTS = 3;

/** Steps between two instants, about. */
const STEPS = 40;

/** Events of a step, about, at the least and at the most: batches have at most 100 members. */
const [LEAST, MOST] = [20, 2_000];

/** Requests of one step that are sent side by side. */
const SIDE_BY_SIDE = 16;

/** Milliseconds that the clock moves between two steps. */
const WAITS = [1_000, 10_000, 60_000, 60_000, 600_000, 600_000, 3_600_000] as const;

/** Responses of receivers end 30 days after the day of their attempt at the earliest. */
const RESPONSES_KEPT_MS = 30 * 86_400_000;

/** Writes a log by all kinds of writes, and records answers at random instants as it goes. */
export async function writeLog(options: WritingOptions, recorded: RecordedAnswers): Promise<LogWritten> {
  const began = performance.now();
  const writer = await LogWriter.start(options, recorded);
  try {
    await writer.write();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  await writer.close();
  return { ...writer.written, seconds: (performance.now() - began) / 1_000 };
}

class LogWriter {
  private readonly random: Random;
  private readonly recorder: Recorder;
  private readonly tally: Tally;
  private now = BEGINS;
  private step = 0;

  private constructor(
    private readonly options: WritingOptions,
    private readonly recorded: RecordedAnswers,
    private readonly receiver: Receiver,
    private readonly clocked: ClockedService,
    private readonly caller: Caller,
    private readonly tenants: readonly Tenant[],
  ) {
    this.random = new Random(options.seed);
    this.recorder = new Recorder({ clocked, caller, tenants, random: this.random, gets: options.gets }, recorded);
    this.tally = new Tally(clocked);
  }

  static async start(options: WritingOptions, recorded: RecordedAnswers): Promise<LogWriter> {
    const receiver = await startReceiver(({ path }, response) => {
      response.writeHead({ '/busy': 503, '/gone': 410 }[path] ?? 200).end(`Thanks, ${path}`);
    });
    const { deployment, directory } = options;
    const clocked = await ClockedService.start({ deployment, env: toReceiver(directory) });
    const caller = new Caller(clocked.service.port);
    await clocked.setClock(BEGINS);
    const tenants: Tenant[] = [];
    for (let n = 0; n < TENANTS; n += 1) tenants.push(await Tenant.make(caller, n, n === TENANTS - 1));
    return new LogWriter(options, recorded, receiver, clocked, caller, tenants);
  }

  async write(): Promise<void> {
    const { random, tally, options, tenants } = this;
    const { events, instants, kills } = options;
    const toRecord = Array.from({ length: instants - 1 }, () => random.below(events)).sort((a, b) => a - b);
    const toKill = Array.from({ length: kills }, (_, n) => ((n + 0.5) * events) / kills);
    const isNext = (thresholds: number[]): boolean => {
      const isReached = thresholds.length > 0 && tally.events >= thresholds[0]!;
      if (isReached) thresholds.shift();
      return isReached;
    };
    for (const tenant of tenants) {
      for (const requests of OPENING) await inParts(requests(this.writing(tenant)));
    }
    while (tally.events < events) {
      const writing = this.writing(random.oneOf(tenants));
      if (isNext(toKill)) await this.killWithin(writing, toKill.length === kills - 1 ? 'lost' : 'kept');
      else await inParts(drawWrite(random)(writing));
      await this.caller.becomeVisible(tenants[0]!.workspaceId);
      await tally.count();
      if (isNext(toRecord)) await this.record();
      else await this.clocked.setClock((this.now += random.oneOf(WAITS)));
    }
    await this.record();
    await tally.count();
    // Instants that were drawn within one step are recorded at its end, one after another.
    while (toRecord.shift() !== undefined) await this.record();
  }

  get written(): Omit<LogWritten, 'seconds'> {
    const { types, events, erased } = this.tally;
    const tokens = new Set(this.tenants.filter(({ forgets }) => forgets).flatMap((tenant) => tenant.tokens));
    const responsesBefore = instant(this.now - RESPONSES_KEPT_MS);
    const forgotten = { ...erased, tokens, responsesBefore };
    return { types, events, discarded: this.recorder.discarded, forgotten };
  }

  async close(): Promise<void> {
    this.caller.close();
    await this.clocked.service.stop();
    await this.receiver.close();
  }

  /** Ends what runs, however it stands. */
  async abandon(): Promise<void> {
    this.caller.close();
    await Promise.all([this.clocked.service.kill(), this.receiver.close()]);
  }

  private writing(tenant: Tenant): Writing {
    const { caller, options, random, receiver } = this;
    const { events, instants } = options;
    const size = Math.round(Math.min(MOST, Math.max(LEAST, events / (instants * STEPS))));
    return { caller, tenant, random, size, step: (this.step += 1), receiver: `https://127.0.0.1:${receiver.port}` };
  }

  private async record(): Promise<void> {
    this.now = await this.recorder.record(this.now, this.tally.events);
    this.options.say(`${this.tally.events} events, ${this.recorded.moments.length} instants recorded`);
  }

  /** Kills the service in the middle of writes, whose answers are lost, and starts it again. */
  private async killWithin(writing: Writing, rows: Rows): Promise<void> {
    const requests = Array.from({ length: 6 }, () => drawWrite(this.random)(writing)).flat();
    const sent = requests.slice(0, SIDE_BY_SIDE).map((send) => send());
    const settled = Promise.allSettled(sent);
    await Promise.race([Promise.any(sent).catch(() => undefined), settled]);
    const restarted = this.clocked.restart(rows);
    await settled;
    await restarted;
    this.caller.moveTo(this.clocked.service.port);
  }
}

function toReceiver(directory: string): Readonly<Record<string, string>> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'authority.pem');
  writeFileSync(file, authority.certificate);
  return { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_CA_FILE: file };
}

async function inParts(requests: readonly (() => Promise<void>)[]): Promise<void> {
  for (let at = 0; at < requests.length; at += SIDE_BY_SIDE)
    await Promise.all(requests.slice(at, at + SIDE_BY_SIDE).map((send) => send()));
}
