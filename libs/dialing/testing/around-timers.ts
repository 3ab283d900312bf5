import { instant, type Instant, keyText } from '#kernel';
import { TEST_START, TestWorkspace, VirtualTimers } from '#kernel/testing';
import { MemoryReadModel } from '#read-model/testing';
import type { CommandDecider, CommandResult, WorkspaceCommand } from '#workspace-head';
import { type CallRow, CALLS } from '../domain/calls/call.js';
import type { CallTimerPorts } from '../workers/call-timer-worker.js';
import { event, past, PHONE, projections, sold } from './past.js';

/** An instant so many seconds after the beginning of the tests. */
export const at = (seconds: number): Instant => instant(TEST_START + seconds * 1_000);

/** Until nothing is left to do but wait for timers. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

/** The service around the worker, with what each test lets go wrong. */
export class AroundTimers implements CallTimerPorts {
  readonly timers = new VirtualTimers();
  readonly readModel = new MemoryReadModel();
  /** What the worker had decided, in order. */
  readonly commands: WorkspaceCommand[] = [];
  readonly workspaces = new Map<string, TestWorkspace>();
  failing: (command: WorkspaceCommand) => Error | undefined = () => undefined;
  /** False: answers come before the rows show them; `show` lets the rows follow. */
  visible = true;
  ready: Promise<void> = Promise.resolve();
  readonly waits: ((there: boolean) => void)[] = [];
  private now = TEST_START;
  readonly clock = { now: () => this.now };

  /** Lets the clock stand at so many seconds; the timers know nothing of it. */
  setClock(seconds: number): void {
    this.now = TEST_START + seconds * 1_000;
  }

  /** Real time passes, and everything that follows from it happens. */
  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    this.timers.advance(milliseconds);
    await settled();
  }

  /** A registered call whose lease is over so many seconds after the beginning. */
  async call(workspaceId: string, callId: string, leaseEnds: number): Promise<void> {
    const workspace = this.workspaces.get(workspaceId) ?? new TestWorkspace(projections, { workspaceId });
    if (!this.workspaces.has(workspaceId)) workspace.append([...past, sold], at(0));
    const data = { call_id: callId, contact_id: callId, phone: PHONE, lease_expires_at: at(leaseEnds) };
    this.workspaces.set(workspaceId, workspace.append([event('CallRegistered', data)], at(0)));
    await this.show(workspaceId);
  }

  /** The rows follow. */
  async show(workspaceId: string): Promise<void> {
    const rows = this.workspaces.get(workspaceId)!.all(CALLS);
    await this.readModel.putRows(
      rows.map((document) => ({ collection: CALLS, key: [workspaceId, document.call_id], document })),
    );
  }

  row(workspaceId: string, callId: string): CallRow {
    return this.workspaces
      .get(workspaceId)!
      .all(CALLS)
      .find(({ call_id }) => call_id === callId)!;
  }

  /** Which calls the log says are over, by their keys. */
  done(): readonly string[] {
    const rows = [...this.workspaces.values()].flatMap((workspace) => workspace.all(CALLS));
    return rows.filter(({ open }) => open === 0).map(({ workspace_id, call_id }) => keyText([workspace_id, call_id]));
  }

  readonly decider: Pick<CommandDecider, 'execute'> = {
    execute: async (command: WorkspaceCommand): Promise<CommandResult> => {
      const error = this.failing(command);
      if (error) throw error;
      this.commands.push(command);
      const { workspaceId } = command;
      const workspace = this.workspaces.get(workspaceId)!.append([], instant(this.now));
      const decision = command.decide(workspace);
      workspace.append(decision.events, instant(this.now));
      const { visible } = this;
      if (visible) await this.show(workspaceId);
      return { answer: decision.answer(workspace), replayed: false, visible, revision: workspace.revision };
    },
  };

  readonly progress = {
    whenReady: () => this.ready,
    whenComplete: () => new Promise<boolean>((done) => this.waits.push(done)),
  };
}
