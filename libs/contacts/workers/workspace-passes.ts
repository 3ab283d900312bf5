import { type Clock, type IndexValue, instant, type Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import {
  type ItemRecords,
  type Offered,
  readPages,
  type ToDoList,
  type ToDoPorts,
  type ToDoRun,
  ToDoWorker,
} from '#workers';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';

export interface PassPorts extends ToDoPorts {
  readonly readModel: Pick<ReadModel, 'page'>;
  /** The service's clock; the test clock may replace it. */
  readonly clock: Clock;
}

/** What is done in each pass over the workspaces. */
export interface WorkOfPass {
  /** Milliseconds from the beginning of a pass to that of the next one. */
  readonly interval: number;
  /** How workspaces on which the work failed are recorded. Undefined: in memory alone. */
  readonly records?: ItemRecords<WorkspaceRow>;
  /** What concerns all workspaces together; the pass begins with it. */
  begin(now: Instant): Promise<void>;
  /** Whether there may be work on a workspace that is not deleted. */
  concerns(workspace: WorkspaceRow, now: Instant): boolean;
  /** Works on one workspace; those of a pass are worked on at the same time. */
  work(workspace: WorkspaceRow, run: ToDoRun): Promise<void>;
}

/** How health names a workspace on which the work failed. */
interface WorkspaceName {
  readonly workspaceId: string;
}

type Offer = (workspace: WorkspaceRow) => Offered;

/**
 * A worker that passes over all workspaces, at the start and at intervals by the clock of the service. A clock that was
 * set back begins a pass. A pass that fails is begun again at the next poll; a workspace that fails is tried again like
 * an item of a to-do list.
 */
export class PassingWorker extends ToDoWorker<WorkspaceRow, WorkspaceName> {
  private readonly passes: Passes;

  constructor(ports: PassPorts, work: WorkOfPass) {
    const passes = new Passes(ports, work);
    super(ports, passes);
    this.passes = passes;
  }

  /**
   * Makes a pass now.
   * @throws the error that kept the pass from being made; the failure of a workspace that is tried again later
   */
  async settle(): Promise<void> {
    let isMade = false;
    await this.settleAll(async (offer, run) => {
      if (!isMade) await this.passes.make(offer, run);
      isMade = true;
    });
  }
}

class Passes implements ToDoList<WorkspaceRow, WorkspaceName> {
  /** When the last pass began, in milliseconds since 1970. */
  private lastAt: number | undefined;

  constructor(
    private readonly ports: PassPorts,
    private readonly pass: WorkOfPass,
  ) {}

  get records(): ItemRecords<WorkspaceRow> | undefined {
    return this.pass.records;
  }

  queueOf({ workspace_id }: WorkspaceRow): string {
    return workspace_id;
  }

  keyOf({ workspace_id }: WorkspaceRow): string {
    return workspace_id;
  }

  versionOf({ revision }: WorkspaceRow): number {
    return revision;
  }

  nameOf({ workspace_id }: WorkspaceRow): WorkspaceName {
    return { workspaceId: workspace_id };
  }

  async read(offer: Offer, run: ToDoRun): Promise<number> {
    const since = this.ports.clock.now() - (this.lastAt ?? Infinity);
    if (since >= 0 && since < this.pass.interval) return this.pass.interval - since;
    await this.make(offer, run);
    return this.pass.interval;
  }

  async make(offer: Offer, run: ToDoRun): Promise<void> {
    const at = this.ports.clock.now();
    const now = instant(at);
    await this.pass.begin(now);
    const range = {
      index: 'by_creation',
      prefix: [1],
      cursorOf: ({ created_at, workspace_id }: WorkspaceRow): readonly IndexValue[] => [created_at, workspace_id],
    };
    const each = (workspace: WorkspaceRow): void => void (this.pass.concerns(workspace, now) && offer(workspace));
    await readPages(this.ports.readModel, WORKSPACES, range, { each, isStopped: () => run.stopped });
    this.lastAt = at;
  }

  async work(workspace: WorkspaceRow, run: ToDoRun): Promise<undefined> {
    await this.pass.work(workspace, run);
    return undefined;
  }
}
