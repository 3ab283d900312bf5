import { type Instant, instant, keyOf, type Projection } from '#kernel';
import { TestWorkspace } from '#kernel/testing';
import type { MemoryReadModel } from '#read-model/testing';
import type { CommandDecider, CommandResult, CommandUnderWay, WorkspaceCommand } from '#workspace-head';
import { authorize, WORKSPACE_DEFAULTS } from '../domain/index.js';

/** The state on which a {@link MemoryDecider} decides. */
export interface MemoryState {
  readonly workspaces: Map<string, TestWorkspace>;
  readonly readModel: MemoryReadModel;
  /** The clock, in milliseconds. */
  readonly now: number;
}

/** Decides on workspaces in memory, one after another, and shows the rows at once. */
export class MemoryDecider implements CommandDecider {
  commandsBegun = 0;

  /** @param options `isOpen`: workspaces exist from the start, and the scope of a command's key is not checked */
  constructor(
    private readonly state: MemoryState,
    private readonly options: { readonly projections: readonly Projection[]; readonly isOpen: boolean },
  ) {}

  execute(command: WorkspaceCommand): Promise<CommandResult> {
    return this.begin(command).shown;
  }

  begin(command: WorkspaceCommand): CommandUnderWay {
    this.commandsBegun += 1;
    const shown = this.decide(command);
    const durable = shown.then(({ answer }) => answer);
    return { predicted: durable.catch(() => undefined), durable, shown };
  }

  private async decide(command: WorkspaceCommand): Promise<CommandResult> {
    const { workspaceId } = command;
    const { workspaces, readModel } = this.state;
    const workspace = workspaces.get(workspaceId) ?? this.newWorkspace(workspaceId);
    const at = instant(this.state.now);
    workspace.append([], at);
    if (command.scope !== undefined && !this.options.isOpen) authorize(workspace, command.actor.id!, command.scope);
    const decision = command.decide(workspace);
    if (command.dryRun) {
      const answer = decision.answer(workspace.after(decision.events));
      return { answer, replayed: false, visible: true, revision: workspace.revision };
    }
    workspaces.set(workspaceId, workspace.append(decision.events, at));
    for (const { collection } of this.options.projections) {
      const rows = workspace.all(collection);
      await readModel.putRows(rows.map((document) => ({ collection, key: keyOf(collection, document), document })));
    }
    return { answer: decision.answer(workspace), replayed: false, visible: true, revision: workspace.revision };
  }

  now(): Promise<Instant> {
    return Promise.resolve(instant(this.state.now));
  }

  nowToWrite(): Promise<Instant> {
    return this.now();
  }

  private newWorkspace(workspaceId: string): TestWorkspace {
    const workspace = new TestWorkspace(this.options.projections, { workspaceId });
    const data = { name: 'W', time_zone: 'UTC', ...WORKSPACE_DEFAULTS };
    return this.options.isOpen ? workspace.append([{ type: 'WorkspaceCreated', data }]) : workspace;
  }
}
