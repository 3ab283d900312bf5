import type { Command, CommandBus, ICommandHandler } from '@nestjs/cqrs';
import { instant } from '#kernel';
import { TEST_START, type TestWorkspace, VirtualTimers } from '#kernel/testing';
import type { CommandDecider, CommandResult, WorkspaceCommand } from '#workspace-head';

/** Resolves when only waits for timers, stores and receivers are left. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

/** The ports of a worker under test: time that the test advances, and rows that are complete when the test says so. */
export class WorkerHarness {
  readonly timers = new VirtualTimers();
  /** Resolves once the rows are complete. */
  ready: Promise<void> = Promise.resolve();
  /** Waits for rows, in order: the test ends each with whether the rows show the awaited revision. */
  readonly waits: ((isProjected: boolean) => void)[] = [];
  readonly progress = {
    whenReady: () => this.ready,
    whenComplete: () => new Promise<boolean>((done) => this.waits.push(done)),
  };
  protected now = TEST_START;
  readonly clock = { now: () => this.now };

  /** The clock's time, in seconds since TEST_START. */
  get seconds(): number {
    return (this.now - TEST_START) / 1_000;
  }

  /** Sets the clock, in seconds since TEST_START. The timers do not move. */
  setClock(seconds: number): void {
    this.now = TEST_START + seconds * 1_000;
  }

  /** Lets time pass, on the clock and the timers, and lets all its effects happen. */
  async pass(milliseconds: number): Promise<void> {
    this.now += milliseconds;
    this.timers.advance(milliseconds);
    await settled();
  }

  /** Lets time pass until the next timer. @returns how long that was, in milliseconds */
  async passToNext(): Promise<number> {
    const milliseconds = this.timers.untilNext();
    await this.pass(milliseconds);
    return milliseconds;
  }
}

/** A harness whose worker sends commands, decided on workspaces in memory. */
export abstract class DecidingHarness extends WorkerHarness {
  /** The commands that were sent over the bus, in order. */
  readonly sent: object[] = [];
  /** The commands that were decided, in order. */
  readonly commands: WorkspaceCommand[] = [];
  /** The error of a command; undefined: it is decided. */
  failing: (command: WorkspaceCommand) => Error | undefined = () => undefined;
  /** Called before a command is decided, which waits for the promise. */
  before: (command: WorkspaceCommand) => Promise<void> = () => Promise.resolve();
  /** False: results come before the rows show them. */
  visible = true;

  /** The workspace as of the log. */
  abstract of(workspaceId: string): TestWorkspace;

  /** Lets the rows of a workspace follow the log. */
  abstract show(workspaceId: string): Promise<void>;

  readonly decider: Pick<CommandDecider, 'execute'> = {
    execute: async (command: WorkspaceCommand): Promise<CommandResult> => {
      await this.before(command);
      const error = this.failing(command);
      if (error) throw error;
      this.commands.push(command);
      const { workspaceId } = command;
      const workspace = this.of(workspaceId).append([], instant(this.now));
      const decision = command.decide(workspace);
      workspace.append(decision.events, instant(this.now));
      const { visible } = this;
      if (visible) await this.show(workspaceId);
      return { answer: decision.answer(workspace), replayed: false, visible, revision: workspace.revision };
    },
  };

  /** A bus that has one handler, that of the command which the worker sends. */
  protected busTo<Sent extends Command<CommandResult>>(handler: ICommandHandler<Sent>): Pick<CommandBus, 'execute'> {
    const execute = (command: Sent): Promise<CommandResult> => {
      this.sent.push(command);
      return handler.execute(command);
    };
    return { execute };
  }
}
