import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedAnswer } from './questions.js';

/** An instant at which answers were recorded. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Events of the log then. */
  readonly events: number;
}

/** Recorded answers on the disk, a file of JSON lines for each instant: those of 50 instants need not fit in memory. */
export class RecordedAnswers {
  private readonly recorded: Moment[] = [];

  constructor(private readonly directory: string) {
    mkdirSync(directory, { recursive: true });
  }

  /** In the order of time. */
  get moments(): readonly Moment[] {
    return this.recorded;
  }

  add(moment: Moment, answers: readonly RecordedAnswer[]): void {
    const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
    writeFileSync(this.fileOf(moment), lines.join(''), { mode: 0o600 });
    this.recorded.push(moment);
  }

  at(moment: Moment): readonly RecordedAnswer[] {
    const lines = readFileSync(this.fileOf(moment), 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RecordedAnswer);
  }

  /** Names what differs beside what was recorded. */
  report(moment: Moment, differences: readonly object[]): void {
    const file = join(this.directory, `${nameOf(moment)}.differences.json`);
    writeFileSync(file, `${JSON.stringify(differences, undefined, 2)}\n`, { mode: 0o600 });
  }

  private fileOf(moment: Moment): string {
    return join(this.directory, `${nameOf(moment)}.jsonl`);
  }
}

/** The instant as a name of a file. */
function nameOf({ at }: Moment): string {
  return new Date(at).toISOString().replaceAll(':', '');
}
