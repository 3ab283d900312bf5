import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Random } from '../support/random.js';

interface Step {
  readonly at: string;
}

/** Scenarios, as files of their own. */
export interface Copies {
  readonly files: readonly string[];
  remove(): void;
}

/** All scenarios of a directory, in the order of their names. */
export function scenariosIn(directory: string): readonly string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => join(directory, name));
}

/**
 * Copies of scenarios in which the service is restarted between further steps, before one in `every` on average. What
 * the scenarios expect stays as it is: a restart changes nothing.
 * @returns the caller removes them
 */
export function withKills(scenarios: readonly string[], every: number, random: Random): Copies {
  const directory = mkdtempSync(join(tmpdir(), 'scenarios-'));
  const files = scenarios.map((scenario) => {
    const { steps, ...rest } = JSON.parse(readFileSync(scenario, 'utf8')) as { readonly steps: readonly Step[] };
    const killed = steps.flatMap((step, n) =>
      n > 0 && random.below(every) === 0 ? [{ at: step.at, op: 'restart' }, step] : [step],
    );
    const file = join(directory, basename(scenario));
    writeFileSync(file, JSON.stringify({ ...rest, steps: killed }));
    return file;
  });
  return { files, remove: () => rmSync(directory, { recursive: true }) };
}
