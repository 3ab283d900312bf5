import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { v7 } from 'uuid';
import {
  CLOCK,
  type CommandContext,
  type DomainEvent,
  ID_SOURCE,
  type IdSource,
  type Projection,
  SCOPES,
  TIMERS,
  type Timers,
} from '#kernel';
import { TEST_START, testId, type TestWorkspace } from '#kernel/testing';
import { type Caller, createHttpApp, Credentials, ReadyGate } from '#http';
import {
  PAGE_READER,
  pagesHere,
  READ_MODEL,
  READ_MODEL_CACHE_WRITER,
  ROW_CHANGES,
  type RowChanges,
  ROWS_LAG,
  UNSHARED_ROWS,
} from '#read-model';
import { MemoryReadModel } from '#read-model/testing';
import { COMMAND_DECIDER, type CommandDecider, DURABLE_EVENTS, type DurableEvents } from '#workspace-head';
import { sentCommands } from '../../http/testing/sent-commands.js';
import { ofTestingModule } from '../../http/testing/testing-module.js';
import { AesSecretBox, nodeRandomness } from '../crypto/node-crypto.js';
import { PERSONAL_KEYS } from '#personal-data';
import { MemoryPersonalKeys } from '#personal-data/testing';
import { TIME_ZONE_DATA } from '#dialing/domain';
import { DUE_QUEUE, type DueQueue } from '#smart-lists/domain';
import { DELIVERIES_WAITING, type DeliveriesWaiting, KEY_KIND, RANDOMNESS, SECRET_BOX } from '../domain/index.js';
import { MemoryDecider } from './memory-decider.js';

/** The admin token of every service in memory. */
export const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';

/** A key that opens signing secrets, and no longer seals any. */
export const OLDER_KEY = new Uint8Array(32).fill(1);

/** In memory no rows wait to be promoted. */
const NONE_DUE: DueQueue = { before: (_, ask) => ask() };

const NONE_WAITING: DeliveriesWaiting = { lastCounted: () => 0, count: () => Promise.resolve(0) };

/** Decides on workspaces in memory, one after another, and shows the rows at once. */
class OpenCredentials extends Credentials {
  authenticate(token: string): Caller {
    const rateLimits = { read: null, write: null };
    return { workspaceId: token, apiKeyId: token, scopes: new Set(SCOPES), rateLimits };
  }
}

/** A port of the slices, and its implementation in memory. */
export interface PortInMemory {
  readonly provide: symbol;
  readonly useValue: unknown;
}

/** The context of a command that a test sends over the bus. */
export function testContext(workspaceId: string): CommandContext {
  return { workspaceId, actor: { kind: 'system', id: 'test' }, correlationId: 'test', causationId: null };
}

/**
 * Slices over HTTP without stores, for tests of controllers and of modules: the slices' own modules, with a port in
 * memory for each that they need.
 */
export class MemoryService {
  readonly workspaces = new Map<string, TestWorkspace>();
  readonly readModel = new MemoryReadModel();
  /** The clock, in milliseconds. */
  now: number = TEST_START;
  /** Callbacks that wait for real time to pass. */
  readonly waiting: (() => void)[] = [];
  private readonly timers: Timers = { set: (_, callback) => (this.waiting.push(callback), () => undefined) };
  /** Decides the slices' commands. */
  decider!: CommandDecider;
  /** The commands that were sent over the bus. */
  commands: readonly object[] = [];
  /** The ports that the slices needed. */
  readonly ports = new Set<unknown>();
  app!: NestFastifyApplication;
  private url = '';
  private made = 0;
  readonly ids: IdSource = { next: () => testId((this.made += 1)) };

  /** Starts slices with their projections on a free port. Providers are further ones that the slices need. */
  static start(
    slices: readonly Type[],
    projections: readonly Projection[],
    further: readonly PortInMemory[] = [],
  ): Promise<MemoryService> {
    return new MemoryService().start(slices, { projections, further, isOpen: false });
  }

  /**
   * Starts slices without the slice of workspaces: each token is a key to the workspace of its name, which exists from
   * the start.
   */
  static startOpen(
    slices: readonly Type[],
    projections: readonly Projection[],
    further: readonly PortInMemory[] = [],
  ): Promise<MemoryService> {
    return new MemoryService().start(slices, { projections, further, isOpen: true });
  }

  private async start(
    slices: readonly Type[],
    options: {
      readonly projections: readonly Projection[];
      readonly further: readonly PortInMemory[];
      readonly isOpen: boolean;
    },
  ): Promise<MemoryService> {
    const { projections, further, isOpen } = options;
    const clock = { now: () => this.now };
    this.decider = new MemoryDecider(this, { projections, isOpen });
    const ports: readonly PortInMemory[] = [
      { provide: COMMAND_DECIDER, useValue: this.decider },
      // The rows show each write before it is answered: no event is ahead of them.
      { provide: DURABLE_EVENTS, useValue: { subscribe: () => undefined } satisfies DurableEvents },
      { provide: ROWS_LAG, useValue: UNSHARED_ROWS },
      { provide: READ_MODEL, useValue: this.readModel },
      { provide: PAGE_READER, useValue: pagesHere(this.readModel) },
      { provide: READ_MODEL_CACHE_WRITER, useValue: this.readModel },
      { provide: ROW_CHANGES, useValue: { stamp: () => undefined } satisfies RowChanges },
      { provide: CLOCK, useValue: clock },
      { provide: ID_SOURCE, useValue: this.ids },
      { provide: TIMERS, useValue: this.timers },
      { provide: RANDOMNESS, useValue: nodeRandomness },
      { provide: TIME_ZONE_DATA, useValue: '2025c' },
      { provide: SECRET_BOX, useValue: new AesSecretBox([new Uint8Array(32), OLDER_KEY]) },
      { provide: PERSONAL_KEYS, useValue: new MemoryPersonalKeys() },
      { provide: DELIVERIES_WAITING, useValue: NONE_WAITING },
      { provide: DUE_QUEUE, useValue: NONE_DUE },
      { provide: KEY_KIND, useValue: 'live' },
      ...further,
    ];
    const gate = { provide: ReadyGate, useValue: { ready: true, reason: '' } };
    const credentials = isOpen ? [{ provide: Credentials, useClass: OpenCredentials }] : [];
    class Slices {}
    const root = { module: Slices, imports: [...slices], providers: [gate, ...credentials], exports: [gate] };
    const makeApp = ofTestingModule((token) => {
      const port = ports.find(({ provide }) => provide === token);
      if (port) this.ports.add(token);
      return port?.useValue;
    });
    const limit = { requests: 10_000_000, seconds: 1 };
    const http = {
      logger: pino({ enabled: false }),
      clock,
      ids: { next: v7 },
      secret: new Uint8Array(32),
      adminTokens: [{ name: null, token: ADMIN_TOKEN }],
      rateLimits: { read: limit, write: limit },
    };
    this.app = await createHttpApp(root, http, makeApp);
    this.commands = sentCommands(this.app);
    await this.app.listen(0, '127.0.0.1');
    this.url = await this.app.getUrl();
    return this;
  }

  /** Appends events to a workspace. */
  async happen(workspaceId: string, ...events: readonly DomainEvent[]): Promise<void> {
    const decide = () => ({ events, answer: () => ({ status: 200, body: {} }) });
    await this.decider.execute({ ...testContext(workspaceId), decide });
  }

  /** Sends a request; with the admin token unless another token is given. The body of the answer must be JSON. */
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
