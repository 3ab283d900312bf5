import { type Decide, DomainError, type EventSchemas, type Projection, type Timers, type WorkspaceView } from '#kernel';
import type { BatchLimits } from '../pipeline/batch.js';
import type { HeadBounds } from '../bounds.js';
import { type WorkspaceHeadPorts, WorkspaceHeads } from '../pipeline/workspace-heads.js';
import type { Unit } from '../pipeline/heads.js';
import type { CommandResult, WorkspaceCommand } from '../command-decider.js';
import { LogClient, MemoryLog } from './memory-log.js';
import { ToyProjector } from './projector.js';
import { type Pass, settled } from './scheduler.js';
import { decideToy, type ToyCommand } from './toy-commands.js';
import { TOY_EVENTS, TOY_PROJECTIONS } from './toy.js';
import { VirtualTimers } from '#kernel/testing';

export const WORKSPACE = 'w';
export const NOON = Date.parse('2030-01-01T12:00:00.000Z');

export interface SendOptions {
  readonly workspaceId?: string;
  readonly key?: string;
  readonly fingerprint?: string;
  /** Names the command in the metadata of its events. */
  readonly correlationId?: string;
  /** Judges the key that sends the command; undefined: no key sends it. */
  readonly authorize?: (view: WorkspaceView) => void;
  readonly recordedBody?: WorkspaceCommand['recordedBody'];
  readonly bytes?: number;
  readonly isPaced?: true;
  readonly dryRun?: true;
  readonly traceparent?: string;
}

/** The answer to a client; undefined while it waits. */
export interface SentCommand {
  result?: CommandResult;
  /** The code of the refusal, or the message of a fault. */
  refused?: string;
}

/** The parts that the processes of a test share: log, rows and the clock of the world. */
export class ToyWorld {
  readonly log = new MemoryLog();
  readonly projector: ToyProjector;
  readonly clock = { time: NOON, now: (): number => this.clock.time };
  private ids = 0;

  /** Uses the events and rows of the toy by default. */
  constructor(
    readonly projections: readonly Projection[] = TOY_PROJECTIONS,
    readonly schemas: EventSchemas = TOY_EVENTS,
  ) {
    this.projector = new ToyProjector(this.log, projections);
  }

  readonly nextId = (): string => `id-${(this.ids += 1)}`;

  process(options: ProcessOptions = {}): ToyProcess {
    return new ToyProcess(this, options);
  }

  /** The types of all events of a workspace. */
  happened(workspaceId = WORKSPACE): readonly string[] {
    return this.log.stream(`workspace-${workspaceId}`).map(({ type }) => type);
  }
}

interface Inside {
  readonly heads: { readonly slots: ReadonlyMap<string, { readonly loaded: Unit | undefined }> };
  readonly admission: { readonly waitingCommands: { readonly held: number } };
  readonly waitingEvents: { readonly held: number };
}

export interface ProcessOptions {
  readonly name?: string;
  readonly pass?: Pass;
  readonly singleWriter?: boolean;
  readonly limits?: BatchLimits;
  readonly bounds?: Partial<HeadBounds>;
  readonly ports?: Partial<WorkspaceHeadPorts>;
}

/** One process of the service: its connection to the log, its heads, its timers. */
export class ToyProcess {
  readonly log: LogClient;
  readonly timers = new VirtualTimers();
  readonly heads: WorkspaceHeads;
  /** The judge of each command that has a key, by the key. */
  private readonly judges = new Map<string, (view: WorkspaceView) => void>();

  constructor(world: ToyWorld, { name = 'p', pass, singleWriter = false, limits, bounds, ports }: ProcessOptions) {
    const held = pass && ((label: string) => pass(label.startsWith(name) ? label : `${name}:${label}`));
    this.log = new LogClient(world.log, { name, upcast: world.schemas.upcast, ...(pass ? { pass } : {}) });
    this.log.singleWriter = singleWriter;
    this.heads = new WorkspaceHeads({
      store: this.log,
      readModel: world.projector.reader(held),
      projections: world.projections,
      progress: world.projector.progress(this.timers),
      timers: this.timers satisfies Timers,
      clock: world.clock,
      ids: { next: world.nextId },
      schemas: world.schemas,
      idempotencyDays: 7,
      authorize: (view, { id }) => this.judges.get(id!)!(view),
      ...(limits ? { limits } : {}),
      ...(bounds ? { bounds } : {}),
      ...ports,
    });
  }

  execute(decide: Decide, options: SendOptions = {}): Promise<CommandResult> {
    const { workspaceId = WORKSPACE, key, fingerprint = 'f', correlationId = 'c' } = options;
    const { authorize, recordedBody, bytes, isPaced, dryRun, traceparent } = options;
    const keyId = `key ${this.judges.size}`;
    if (authorize) this.judges.set(keyId, authorize);
    return this.heads.execute({
      workspaceId,
      actor: authorize ? { kind: 'api_key', id: keyId } : { kind: 'system', id: 'test' },
      correlationId,
      causationId: null,
      ...(key === undefined ? {} : { idempotency: { keyHash: key, fingerprint } }),
      ...(authorize ? { scope: 'smart_lists:write' as const } : {}),
      ...(recordedBody ? { recordedBody } : {}),
      ...(bytes === undefined ? {} : { bytes }),
      ...(isPaced ? { isPaced } : {}),
      ...(dryRun ? { dryRun } : {}),
      ...(traceparent === undefined ? {} : { traceparent }),
      decide,
    });
  }

  /** Sends a command. Its result is filled in as soon as the process answers. */
  send(command: ToyCommand, options: SendOptions = {}): SentCommand {
    return this.sendDecision(decideToy(command), options);
  }

  /** Like `send`, with a decision of the test's own. */
  sendDecision(decide: Decide, options: SendOptions = {}): SentCommand {
    const sent: SentCommand = {};
    this.execute(decide, options).then(
      (result) => (sent.result = result),
      (error: unknown) => (sent.refused = error instanceof DomainError ? error.code : String(error)),
    );
    return sent;
  }

  /**
   * Events that the head of a workspace keeps in memory; read from a private field, since production code does not need
   * it.
   */
  retained(workspaceId = WORKSPACE): number {
    return this.slots.get(workspaceId)?.loaded?.head.retained.size ?? 0;
  }

  /** Workspaces that have a head in memory. */
  loaded(): number {
    return this.slots.size;
  }

  /** Bytes that wait for the stores, as the process counts them. */
  waitingBytes(): number {
    return this.inside.admission.waitingCommands.held + this.inside.waitingEvents.held;
  }

  private get slots(): Inside['heads']['slots'] {
    return this.inside.heads.slots;
  }

  private get inside(): Inside {
    return this.heads as unknown as Inside;
  }

  /** Like `send`, for tests that do not wait for the rows: two seconds pass. */
  async sendUnprojected(command: ToyCommand, options: SendOptions = {}): Promise<SentCommand> {
    const sent = this.send(command, options);
    await settled();
    this.timers.advance(2_000);
    await settled();
    return sent;
  }

  /** Sends a command, lets the rows follow and waits for the answer. */
  async sendAndProject(world: ToyWorld, command: ToyCommand, options: SendOptions = {}): Promise<SentCommand> {
    const sent = this.send(command, options);
    await settled();
    await world.projector.catchUp();
    await settled();
    return sent;
  }
}
