import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The port that the child process logs when it listens. */
export function listening(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      keep(lines, line);
      if (!line.includes('listening')) return;
      const port = portOf(line);
      if (port !== undefined) resolve(port);
    });
  });
}

function portOf(line: string): number | undefined {
  const port = /"port":(\d+)/.exec(line)?.[1] ?? /https?:\/\/[^\s"]+:(\d+)/.exec(line)?.[1];
  return port === undefined ? undefined : Number(port);
}

const KEPT_LINES = 2_000;

/** Appends a line and drops the oldest ones above KEPT_LINES, so that a talkative process does not fill the memory. */
export function keep(lines: string[], line: string): void {
  lines.push(line);
  if (lines.length > KEPT_LINES) lines.shift();
}

/** @throws Error with the complaint when the work takes longer than `ms`. */
export async function completeWithin<Result>(
  ms: number,
  work: Promise<Result>,
  complaint: () => string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(complaint())), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
