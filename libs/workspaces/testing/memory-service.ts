import { Global, Module, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { v7 } from 'uuid';
import {
  CLOCK,
  ID_SOURCE,
  type IdSource,
  type Instant,
  instant,
  type Projection,
  type Row,
  TIMERS,
  type Timers,
} from '#kernel';
import { TEST_START, testId, TestWorkspace } from '#kernel/testing';
import { createHttpApp, ReadyGate } from '#http';
import {
  READ_MODEL,
  READ_MODEL_CACHE_WRITER,
  ROW_CHANGES,
  type RowChanges,
  ROWS_LAG,
  UNSHARED_ROWS,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import {
  COMMAND_DECIDER,
  type CommandDecider,
  type CommandResult,
  DURABLE_EVENTS,
  type DurableEvents,
  type WorkspaceCommand,
} from '#workspace-head';
import { sentCommands } from '../../http/testing/sent-commands.js';
import { AesSecretBox, nodeRandomness } from '../crypto/node-crypto.js';
import {
  authorize,
  DELIVERIES_WAITING,
  type DeliveriesWaiting,
  KEY_KIND,
  RANDOMNESS,
  SECRET_BOX,
} from '../domain/index.js';

/** The admin token of every service in memory. */
export const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';

/** Opens signing secrets, and seals none any more. */
export const OLDER_KEY = new Uint8Array(32).fill(1);

const NONE_WAITING: DeliveriesWaiting = { lastCounted: () => 0, count: () => Promise.resolve(0) };

/** Decides on workspaces in memory, one after the other, and shows the rows at once. */
class MemoryDecider implements CommandDecider {
  constructor(
    private readonly service: MemoryService,
    private readonly projections: readonly Projection[],
  ) {}

  async execute(command: WorkspaceCommand): Promise<CommandResult> {
    const { workspaceId } = command;
    const { workspaces } = this.service;
    const workspace = workspaces.get(workspaceId) ?? new TestWorkspace(this.projections, { workspaceId });
    workspace.append([], instant(this.service.now));
    if (command.scope !== undefined) authorize(workspace, command.actor.id!, command.scope);
    const decision = command.decide(workspace);
    workspaces.set(workspaceId, workspace.append(decision.events, instant(this.service.now)));
    for (const { collection } of this.projections) await this.show(collection, workspace.all(collection));
    return { answer: decision.answer(workspace), replayed: false, visible: true, revision: workspace.revision };
  }

  now(): Promise<Instant> {
    return Promise.resolve(instant(this.service.now));
  }

  private async show(collection: Projection['collection'], rows: readonly Row[]): Promise<void> {
    const keyOf = (row: Row) => collection.key.map((field) => (row as unknown as Record<string, string>)[field]!);
    await this.service.readModel.putRows(rows.map((document) => ({ collection, key: keyOf(document), document })));
  }
}

/** A service over HTTP without stores, for tests of controllers. */
export class MemoryService {
  readonly workspaces = new Map<string, TestWorkspace>();
  readonly readModel = new MemoryReadModel();
  /** The clock, in milliseconds. */
  now: number = TEST_START;
  /** What waits for real time to pass. */
  readonly waiting: (() => void)[] = [];
  private readonly timers: Timers = { set: (_, callback) => (this.waiting.push(callback), () => undefined) };
  /** What the slices' commands are decided by. */
  decider!: CommandDecider;
  /** The commands that were sent over the bus. */
  commands: readonly object[] = [];
  private app!: NestFastifyApplication;
  private url = '';
  private made = 0;
  readonly ids: IdSource = { next: () => testId((this.made += 1)) };

  /** Starts slices with their projections on a free port. Providers are further ones that the slices ask for. */
  static async start(
    slices: readonly Type[],
    projections: readonly Projection[],
    providers: readonly { readonly provide: symbol; readonly useValue: unknown }[] = [],
  ): Promise<MemoryService> {
    const service = new MemoryService();
    const clock = { now: () => service.now };
    service.decider = new MemoryDecider(service, projections);
    const ports = [
      { provide: COMMAND_DECIDER, useValue: service.decider },
      // The rows show each write before it is answered: nothing is ahead of them.
      { provide: DURABLE_EVENTS, useValue: { subscribe: () => undefined } satisfies DurableEvents },
      { provide: ROWS_LAG, useValue: UNSHARED_ROWS },
      { provide: READ_MODEL, useValue: service.readModel },
      { provide: READ_MODEL_CACHE_WRITER, useValue: service.readModel },
      { provide: ROW_CHANGES, useValue: { stamp: () => undefined } satisfies RowChanges },
      { provide: CLOCK, useValue: clock },
      { provide: ID_SOURCE, useValue: service.ids },
      { provide: TIMERS, useValue: service.timers },
      { provide: RANDOMNESS, useValue: nodeRandomness },
      { provide: SECRET_BOX, useValue: new AesSecretBox([new Uint8Array(32), OLDER_KEY]) },
      { provide: DELIVERIES_WAITING, useValue: NONE_WAITING },
      { provide: KEY_KIND, useValue: 'live' },
      { provide: ReadyGate, useValue: { ready: true, reason: '' } },
      ...providers,
    ];
    class Ports {}
    Global()(Ports);
    Module({ providers: ports, exports: ports.map(({ provide }) => provide) })(Ports);
    class Root {}
    Module({ imports: [Ports, ...slices], exports: [Ports] })(Root);
    const limit = { requests: 10_000_000, seconds: 1 };
    service.app = await createHttpApp(Root, {
      logger: pino({ enabled: false }),
      clock,
      ids: { next: v7 },
      secret: new Uint8Array(32),
      adminTokens: [{ name: null, token: ADMIN_TOKEN }],
      rateLimits: { read: limit, write: limit },
    });
    service.commands = sentCommands(service.app);
    await service.app.listen(0, '127.0.0.1');
    service.url = await service.app.getUrl();
    return service;
  }

  /** Asks; as the holder of the admin token unless another one is given. The body of the answer must be JSON. */
  async ask(method: string, path: string, body?: unknown, options: AskOptions = {}): Promise<Answered> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${options.token ?? ADMIN_TOKEN}`,
      ...options.headers,
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(this.url + path, { method, headers, ...init });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answered['body'] };
  }

  async stop(): Promise<void> {
    await this.app.close();
  }
}

export interface AskOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a test looks at, it knows to be there
  readonly body: any;
}
