import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { askedAgain, type Compared } from './ask-again.js';
import { RecordedAnswers } from './recorded-answers.js';
import { type LogWritten, writeLog, type WritingOptions } from './write-log.js';

export interface RunOptions extends WritingOptions {
  /** What is recorded, and the rows of the past, are there. */
  readonly directory: string;
  readonly say: (line: string) => void;
}

export interface Run {
  readonly written: LogWritten;
  readonly compared: readonly Compared[];
}

/**
 * Writes a log by the service, records answers at random instants as it goes, and asks a past for each of these
 * instants the same again.
 */
export async function recordAndCompare(options: RunOptions): Promise<Run> {
  const { directory, deployment, say } = options;
  const recorded = new RecordedAnswers(join(directory, 'answers'));
  const written = await writeLog(options, recorded);
  const keep = join(directory, 'past');
  rmSync(keep, { recursive: true, force: true });
  const compared: Compared[] = [];
  for await (const each of askedAgain({ recorded, keep, environment: deployment.env, written })) {
    compared.push(each);
    const { moment, foldedMs, counts } = each;
    const at = new Date(moment.at).toISOString();
    say(`${at}, ${moment.events} events: folded in ${Math.round(foldedMs)} ms; ${JSON.stringify(counts)}`);
  }
  return { written, compared };
}
