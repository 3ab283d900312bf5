import { WorkspaceTurns } from '#kernel';
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
} from '#workers';
import type { CommandResult } from '#workspace-head';
import { AdvanceSweep } from '../commands/advance-sweep.command.js';
import { type SweepRow, SWEEPS } from '../domain/sweep.js';

export interface SweepPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  readonly bus: Pick<CommandBus, 'execute'>;
  /** Undefined: nothing is traced. */
  readonly traceAt?: TraceAt | undefined;
}

/** How health names a sweep. */
interface SweepName {
  readonly workspaceId: string;
  readonly cause: string;
}

/**
 * Chunks decided at once, of all workspaces. A chunk reads up to 5,000 rows: a thousand at once would fill the memory
 * and keep the thread that serves HTTP busy for seconds.
 */
const CONCURRENT_CHUNKS = 4;

/**
 * Works off the to-do list of long sweeps (docs/reference/consistency.md#long-sweeps), chunk by chunk. Every sweep has
 * a queue of its own, so that a failing one delays no other. Rows that do not show a chunk delay the sweeps of their
 * own workspace only. Finished chunks are in the log: after a kill at any point, the next process continues behind the
 * last SweepAdvanced.
 */
export class SweepWorker extends ToDoWorker<SweepRow, SweepName> {
  constructor(ports: SweepPorts) {
    super(ports, new PendingSweeps(ports));
  }
}

class PendingSweeps implements ToDoList<SweepRow, SweepName> {
  readonly records = recordsByEvent('sweeps', ({ cause, smart_list_id }: SweepRow) => ({
    item: cause,
    subject: { type: 'list', id: smart_list_id },
  }));
  /** One chunk at a time of each workspace, until its rows show the chunk. */
  private readonly perWorkspace = new WorkspaceTurns(Infinity);
  /**
   * Chunks that are being decided. A chunk whose rows are awaited holds no turn: rows of a held workspace may never
   * show it.
   */
  private readonly turns = new WorkspaceTurns(CONCURRENT_CHUNKS);

  constructor(private readonly ports: SweepPorts) {}

  queueOf(sweep: SweepRow): string {
    return this.keyOf(sweep);
  }

  keyOf({ workspace_id, cause }: SweepRow): string {
    return `${workspace_id}|${cause}`;
  }

  versionOf({ event_id }: SweepRow): string {
    return event_id;
  }

  nameOf({ workspace_id, cause }: SweepRow): SweepName {
    return { workspaceId: workspace_id, cause };
  }

  async read(offer: (sweep: SweepRow) => Offered, run: ToDoRun): Promise<undefined> {
    const range = {
      index: 'pending',
      prefix: [0],
      cursorOf: ({ workspace_id, cause }: SweepRow) => [workspace_id, cause],
    };
    await readPages(this.ports.readModel, SWEEPS, range, { each: offer, isStopped: () => run.stopped });
  }

  async work(sweep: SweepRow, run: ToDoRun, progressed: () => void): Promise<undefined> {
    const { workspace_id: workspaceId } = sweep;
    let done = false;
    while (!done && !run.stopped) {
      done = await this.perWorkspace.run(workspaceId, () => this.advance(sweep, run, progressed));
    }
  }

  /**
   * Decides one chunk and waits for its rows; does nothing if the worker was stopped before.
   * @returns whether the sweep is done
   */
  private async advance(sweep: SweepRow, run: ToDoRun, progressed: () => void): Promise<boolean> {
    const { workspace_id: workspaceId } = sweep;
    const result = await this.turns.run(workspaceId, async () => (run.stopped ? undefined : this.decide(sweep)));
    if (!result) return false;
    progressed();
    // The next chunk of the workspace reads the rows behind this one: decided on a growing head, chunks would pile up
    // events that no row has yet.
    await run.whenProjected(workspaceId, result);
    return result.answer.body['done'] === true;
  }

  private async decide(sweep: SweepRow): Promise<CommandResult> {
    const { workspace_id: workspaceId, cause, event_id, correlation_id, since } = sweep;
    const { bus, traceAt } = this.ports;
    const actor = { kind: 'system', id: 'sweep' } as const;
    const context = { workspaceId, actor, correlationId: correlation_id, causationId: event_id };
    // Each chunk is a step of the request that caused the sweep, not of the chunk before.
    return bus.execute(new AdvanceSweep(await inTraceAt(traceAt, context, since), cause));
  }
}
