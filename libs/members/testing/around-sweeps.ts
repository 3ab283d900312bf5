import type { Timers } from '#kernel';
import { testId, TestWorkspace } from '#kernel/testing';
import { SMART_LIST_PROJECTIONS } from '#smart-lists';
import type { CommandDecider, CommandResult, WorkspaceCommand } from '#workspace-head';
import { MEMBERS } from '../domain/member.js';
import { SWEEPS } from '../domain/sweep.js';
import { MEMBER_PROJECTIONS } from '../index.js';
import type { SweepPorts } from '../workers/sweep-worker.js';
import { added, list, listDeleted } from './past.js';

/** The list that was deleted. */
export const LIST = testId(1);

/** A workspace whose list of so many members was just deleted. */
export function workspaceWith(workspaceId: string, members: number): TestWorkspace {
  return workspaceWithLists(workspaceId, [LIST], members);
}

/** A workspace whose lists were just deleted, each with `members` members. */
export function workspaceWithLists(workspaceId: string, lists: readonly string[], members: number): TestWorkspace {
  const workspace = new TestWorkspace([...SMART_LIST_PROJECTIONS, ...MEMBER_PROJECTIONS], { workspaceId });
  const contacts = Array.from({ length: members }, (_, n) => testId(100 + n));
  for (const id of lists) {
    workspace.append([list(id), ...contacts.map((contact) => added(id, contact))]);
    workspace.append([listDeleted(id, members)]);
  }
  return workspace;
}

/** Timers that ring when the test says so. */
class HandTimers implements Timers {
  private readonly set_ = new Map<number, { readonly at: number; readonly ring: () => void }>();
  private last = 0;
  now = 0;

  set(milliseconds: number, callback: () => void): () => void {
    const id = (this.last += 1);
    this.set_.set(id, { at: this.now + milliseconds, ring: callback });
    return () => this.set_.delete(id);
  }

  get waiting(): number {
    return this.set_.size;
  }

  /** Lets time pass until the next timer, and everything that follows from it happen. */
  async next(): Promise<number> {
    const [id, timer] = [...this.set_].sort(([, a], [, b]) => a.at - b.at)[0]!;
    this.set_.delete(id);
    const passed = timer.at - this.now;
    this.now = timer.at;
    timer.ring();
    await settled();
    return passed;
  }
}

/** Until nothing is left to do but wait for timers. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

/** The service around a worker, with what each test lets go wrong. */
export class Around implements SweepPorts {
  readonly commands: WorkspaceCommand[] = [];
  readonly timers = new HandTimers();
  failing: (command: WorkspaceCommand) => Error | undefined = () => undefined;
  /** Called before a command is decided, which waits for it. */
  before: (command: WorkspaceCommand) => Promise<void> = () => Promise.resolve();
  visible = true;
  ready: Promise<void> = Promise.resolve();
  readonly waits: ((there: boolean) => void)[] = [];

  constructor(readonly workspaces: readonly TestWorkspace[]) {}

  readonly decider: Pick<CommandDecider, 'execute'> = {
    execute: async (command: WorkspaceCommand): Promise<CommandResult> => {
      await this.before(command);
      const error = this.failing(command);
      if (error) throw error;
      this.commands.push(command);
      const workspace = this.of(command.workspaceId);
      const decision = command.decide(workspace);
      workspace.append(decision.events);
      const visible = this.visible;
      return { answer: decision.answer(workspace), replayed: false, visible, revision: workspace.revision };
    },
  };

  readonly progress = {
    whenReady: () => this.ready,
    whenComplete: () => new Promise<boolean>((done) => this.waits.push(done)),
  };

  readonly readModel = {
    page: (() => {
      const pending = this.workspaces.flatMap((each) => each.all(SWEEPS)).filter(({ done }) => done === 0);
      return Promise.resolve(pending);
    }) as never,
  };

  of(workspaceId: string): TestWorkspace {
    return this.workspaces.find((each) => each.workspaceId === workspaceId)!;
  }

  left(workspaceId: string): number {
    return this.of(workspaceId)
      .all(MEMBERS)
      .filter(({ active }) => active === 1).length;
  }
}
