import { scoreboard, type ListState, summary } from './scoreboard.js';
import type { DayState } from './simulation.js';

/** The output of the demo. */
export interface Terminal {
  /** Prints a line that is not overwritten. */
  print(line: string): void;
  /** Whether the next `show` needs the lists, so that they are read no more often than they are shown. */
  needsLists(day: DayState): boolean;
  /** Shows the state of the day. */
  show(day: DayState, lists: readonly ListState[]): void;
  /** Shows the final state, which is not overwritten. */
  close(day: DayState, lists: readonly ListState[]): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** On a terminal a table that is redrawn in place; elsewhere one line per simulated hour. */
export function terminalOn(output: Output): Terminal {
  return output.isTTY === true ? new LiveTerminal(output) : new PlainTerminal(output);
}

/** Simulated minutes between two reads of the lists. */
const EVERY = { live: 5, plain: 60 };

class PlainTerminal implements Terminal {
  private shown = -1;

  constructor(private readonly output: Output) {}

  print(line: string): void {
    this.output.write(`${line}\n`);
  }

  needsLists({ minute }: DayState): boolean {
    return Math.floor(minute / EVERY.plain) > this.shown;
  }

  show(day: DayState, lists: readonly ListState[]): void {
    if (!this.needsLists(day)) return;
    this.shown = Math.floor(day.minute / EVERY.plain);
    this.print(summary(day, lists));
  }

  close(day: DayState, lists: readonly ListState[]): void {
    for (const line of scoreboard(day, lists)) this.print(line);
  }
}

class LiveTerminal implements Terminal {
  private read = -1;
  private height = 0;

  constructor(private readonly output: Output) {}

  print(line: string): void {
    this.output.write(`${line}\n`);
  }

  needsLists({ minute }: DayState): boolean {
    const period = Math.floor(minute / EVERY.live);
    if (period === this.read) return false;
    this.read = period;
    return true;
  }

  show(day: DayState, lists: readonly ListState[]): void {
    // Moves up to the first line of the last table and clears each line after its new text. Lines are cut, because a
    // wrapped line would take two.
    const up = this.height > 0 ? `\x1b[${this.height}A` : '';
    const lines = scoreboard(day, lists).map((line) => line.slice(0, (this.output.columns || 120) - 1));
    this.output.write(`${up}${lines.map((line) => `${line}\x1b[K\n`).join('')}`);
    this.height = lines.length;
  }

  close(day: DayState, lists: readonly ListState[]): void {
    this.show(day, lists);
    this.height = 0;
  }
}
