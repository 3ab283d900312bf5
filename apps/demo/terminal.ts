import { scoreboard, type ListState, summary } from './scoreboard.js';
import type { DayState } from './simulation.js';

/** Where the demo shows what happens. */
export interface Terminal {
  /** A line that stays. */
  print(line: string): void;
  /** Whether the lists are to be read again for the next `show`: rows are asked for no more often than they are shown. */
  needsLists(day: DayState): boolean;
  /** The floor, now. */
  show(day: DayState, lists: readonly ListState[]): void;
  /** The floor at the end of the day; it stays. */
  close(day: DayState, lists: readonly ListState[]): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A table that is drawn over itself on a terminal, and a line an hour elsewhere. */
export function terminalOn(output: Output): Terminal {
  return output.isTTY === true ? new LiveTerminal(output) : new PlainTerminal(output);
}

/** Every so many minutes of the floor the lists are read. */
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
    // Up to the first line of the last drawing, and each line cleared behind its new text. A line that wrapped would be two.
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
