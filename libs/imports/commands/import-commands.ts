import type { CommandDecider, CommandUnderWay, WorkspaceCommand } from '#workspace-head';

// docs/adr/0068-an-import-goes-ahead-while-it-is-alone.md

/** How fast the rows of a file are decided. */
export interface Pace {
  /** Most rows of one decision. */
  readonly rows: number;
  /** Most decisions of one file that are not visible yet. */
  readonly underWay: number;
  /** The rest behind a decision, in multiples of the time until it was visible. */
  readonly rests: number;
}

/**
 * While no other command of the process waits: one decision is decided, one appended, one projected. The rows of the
 * first other command come behind theirs: more decisions would lengthen its wait.
 */
export const ALONE: Pace = { rows: 100, underWay: 3, rests: 0 };
/** Each other command waits for one small decision at most, and two of three find none. */
export const BESIDE_COMMANDS: Pace = { rows: 50, underWay: 1, rests: 2 };
/** Commands of other processes are not known, and lose the race for each append of the import. */
export const BESIDE_PROCESSES: Pace = { rows: 100, underWay: 1, rests: 1 };

/**
 * Decisions on rows that a process makes without any other command in between until its imports count as alone: about
 * a second of them. A dialer whose agents dial every second meets imports that rest.
 */
const QUIET_DECISIONS = 20;

/** The commands of the imports of a process, told apart from its other commands. */
export class ImportCommands {
  private own = 0;
  private others = 0;
  /** Decisions on rows since another command was seen. */
  private quiet = QUIET_DECISIONS;

  constructor(private readonly decider: Pick<CommandDecider, 'begin' | 'commandsBegun'>) {}

  begin(command: WorkspaceCommand): CommandUnderWay {
    this.own += 1;
    return this.decider.begin(command);
  }

  /** The pace of the next decision on rows. */
  pace(): Pace {
    const { commandsBegun } = this.decider;
    if (commandsBegun === undefined) return BESIDE_PROCESSES;
    const others = commandsBegun - this.own;
    this.quiet = others === this.others ? this.quiet + 1 : 0;
    this.others = others;
    return this.quiet > QUIET_DECISIONS ? ALONE : BESIDE_COMMANDS;
  }
}
