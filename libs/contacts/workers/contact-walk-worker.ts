import type { Command, CommandBus } from '@nestjs/cqrs';
import { type Collection, type CommandContext, WorkspaceTurns } from '#kernel';
import type { ReadModel } from '#read-model';
import {
  inTraceAt,
  readPages,
  recordsByEvent,
  type Offered,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
  type TraceAt,
} from '#workers';
import type { CommandResult } from '#workspace-head';
import type { ParkingWorker } from '#workspaces/domain';
import type { ContactWalk } from '../domain/index.js';

export interface ContactWalkPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** What a worker does on its walks. */
interface Walking<Walk extends ContactWalk> {
  /** The name of the worker, in health and as the actor of its events. */
  readonly worker: ParkingWorker;
  /** The walks, those of `pending` under 0 by their workspaces. */
  readonly walks: Collection<Walk>;
  /** Decides the next chunk; the answer's body says `done`. */
  readonly next: (context: CommandContext) => Command<CommandResult>;
}

/** How health names a workspace whose walk failed. */
interface WorkspaceName {
  readonly workspaceId: string;
}

/** Chunks decided at once, of all workspaces. A chunk reads up to 3,000 rows. */
const CONCURRENT_CHUNKS = 4;

/**
 * Walks over the contacts of workspaces, chunk by chunk, one walk a workspace. Finished chunks are in the log: after a
 * kill at any point, the next process continues behind the last one.
 */
export class ContactWalkWorker<Walk extends ContactWalk> extends ToDoWorker<Walk, WorkspaceName> {
  constructor(ports: ContactWalkPorts, walking: Walking<Walk>) {
    super(ports, new PendingWalks(ports, walking));
  }
}

class PendingWalks<Walk extends ContactWalk> implements ToDoList<Walk, WorkspaceName> {
  readonly records;
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(
    private readonly ports: ContactWalkPorts,
    private readonly walking: Walking<Walk>,
  ) {
    this.records = recordsByEvent(walking.worker, ({ workspace_id }: Walk) => ({
      item: workspace_id,
      subject: { type: 'workspace', id: workspace_id },
    }));
  }

  queueOf({ workspace_id }: Walk): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: Walk): string {
    return workspace_id;
  }

  versionOf({ event_id }: Walk): string {
    return event_id;
  }

  nameOf({ workspace_id }: Walk): WorkspaceName {
    return { workspaceId: workspace_id };
  }

  async read(offer: (walk: Walk) => Offered, run: ToDoRun): Promise<undefined> {
    const range = { index: 'pending', prefix: [0], cursorOf: ({ workspace_id }: Walk) => [workspace_id] };
    await readPages(this.ports.readModel, this.walking.walks, range, { each: offer, isStopped: () => run.stopped });
  }

  async work(walk: Walk, run: ToDoRun, progressed: () => void): Promise<undefined> {
    const { workspace_id: workspaceId } = walk;
    while (!run.stopped) {
      const result = await this.turns.run(workspaceId, async () => (run.stopped ? undefined : this.decide(walk)));
      if (!result) return;
      progressed();
      // The next chunk reads the rows behind this one: decided on a growing head, chunks would pile up events that no
      // row has yet.
      await run.whenProjected(workspaceId, result);
      if (result.answer.body['done'] === true) return;
    }
  }

  private async decide({ workspace_id, event_id, correlation_id, since }: Walk): Promise<CommandResult> {
    const { bus, traceAt } = this.ports;
    const actor = { kind: 'system', id: this.walking.worker } as const;
    const context = { workspaceId: workspace_id, actor, correlationId: correlation_id, causationId: event_id };
    // Each chunk is a step of the request that began the walk, not of the chunk before.
    return bus.execute(this.walking.next(await inTraceAt(traceAt, context, since)));
  }
}
