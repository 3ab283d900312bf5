import type { CommandBus } from '@nestjs/cqrs';
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
  WorkspaceTurns,
} from '#workers';
import type { CommandResult } from '#workspace-head';
import { IndexAttributes } from '../commands/index-attributes.command.js';
import { ATTRIBUTE_INDEXING, type AttributeIndexingRow } from '../domain/attribute-indexing.js';

export interface AttributeIndexPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** How health names a workspace whose contacts could not be indexed. */
interface WorkspaceName {
  readonly workspaceId: string;
}

/** Chunks decided at once, of all workspaces. A chunk reads up to 3,000 rows. */
const CONCURRENT_CHUNKS = 4;

/**
 * Indexes the contacts of workspaces whose searchable attributes changed, chunk by chunk
 * (docs/adr/0063-contacts-are-found-by-declared-attributes.md). Finished chunks are in the log: after a kill at any
 * point, the next process continues behind the last AttributeIndexingAdvanced.
 */
export class AttributeIndexWorker extends ToDoWorker<AttributeIndexingRow, WorkspaceName> {
  constructor(ports: AttributeIndexPorts) {
    super(ports, new PendingWorkspaces(ports));
  }
}

class PendingWorkspaces implements ToDoList<AttributeIndexingRow, WorkspaceName> {
  readonly records = recordsByEvent('attribute_indexing', ({ workspace_id }: AttributeIndexingRow) => ({
    item: workspace_id,
    subject: { type: 'workspace', id: workspace_id },
  }));
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(private readonly ports: AttributeIndexPorts) {}

  queueOf({ workspace_id }: AttributeIndexingRow): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: AttributeIndexingRow): string {
    return workspace_id;
  }

  versionOf({ event_id }: AttributeIndexingRow): string {
    return event_id;
  }

  nameOf({ workspace_id }: AttributeIndexingRow): WorkspaceName {
    return { workspaceId: workspace_id };
  }

  async read(offer: (row: AttributeIndexingRow) => Offered, run: ToDoRun): Promise<undefined> {
    const range = {
      index: 'pending',
      prefix: [0],
      cursorOf: ({ workspace_id }: AttributeIndexingRow) => [workspace_id],
    };
    await readPages(this.ports.readModel, ATTRIBUTE_INDEXING, range, { each: offer, isStopped: () => run.stopped });
  }

  async work(row: AttributeIndexingRow, run: ToDoRun, progressed: () => void): Promise<undefined> {
    const { workspace_id: workspaceId } = row;
    while (!run.stopped) {
      const result = await this.turns.run(workspaceId, async () => (run.stopped ? undefined : this.decide(row)));
      if (!result) return;
      progressed();
      // The next chunk reads the rows behind this one: decided on a growing head, chunks would pile up events that no
      // row has yet.
      await run.whenProjected(workspaceId, result);
      if (result.answer.body['done'] === true) return;
    }
  }

  private async decide(row: AttributeIndexingRow): Promise<CommandResult> {
    const { workspace_id: workspaceId, event_id, correlation_id, since } = row;
    const { bus, traceAt } = this.ports;
    const actor = { kind: 'system', id: 'attribute_indexing' } as const;
    const context = { workspaceId, actor, correlationId: correlation_id, causationId: event_id };
    // Each chunk is a step of the request that changed the attributes, not of the chunk before.
    return bus.execute(new IndexAttributes(await inTraceAt(traceAt, context, since)));
  }
}
