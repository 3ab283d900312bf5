import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MissingTool } from './support/measure.js';
import type { Bench, Result } from './support/measure.js';
import { readBaseline, regressions, writeBaseline } from './support/baseline.js';
import { table } from './support/table.js';

const HELP = `npm run bench [-- S1 P1 …] [--rounds 3] [--seconds 8] [--directory DIR] [--members N]
  [--soak] [--minutes 10] [--check] [--baseline]

Runs all benchmarks, or the named ones, prints a table and writes bench/results/<date>.json.
--directory is where the data files lie; it must be on a disk, or fsync costs nothing.
--members has S6 and S6H run with fewer members than 1,000,000, and P4 with another number than 100,000.
P1 to P6 need PostgreSQL 15: Debian's package, or the programs in the folder that PEER_POSTGRES_BIN names.
--soak runs SOAK and HEADS instead, which look at memory; --minutes is how long SOAK lasts.
--check fails where a ratio is worse by more than 15 % than in bench/baseline.json; --baseline puts the measured ratios there.`;

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  S1: async () => (await import('./s1-append.js')).s1,
  S2: async () => (await import('./s2-lists.js')).s2,
  S3: async () => (await import('./s3-members.js')).s3,
  S4: async () => (await import('./s4-rebuild.js')).s4,
  S4B: async () => (await import('./s4-rebuild-beside.js')).s4Beside,
  S4BD: async () => (await import('./s4-rebuild-beside.js')).s4BesideShared,
  S5: async () => (await import('./s5-page.js')).s5,
  S5B: async () => (await import('./s5-beside.js')).s5Beside,
  S6: async () => (await import('./s6-dialing.js')).s6,
  S6H: async () => (await import('./s6-hours.js')).s6Hours,
  S6D: async () => (await import('./s6-distributed.js')).s6Distributed,
  S7: async () => (await import('./s7-webhooks.js')).s7,
  S8: async () => (await import('./s8-start.js')).s8,
  S9: async () => (await import('./s9-emmett.js')).s9,
  S10: async () => (await import('./s10-distributed.js')).s10,
  S11: async () => (await import('./s11-imports.js')).s11,
  S11B: async () => (await import('./s11-imports.js')).s11Beside,
  S12: async () => (await import('./s12-neighbours.js')).s12,
  S12B: async () => (await import('./s12-neighbours.js')).s12Many,
  P1: async () => (await import('./p1-lists.js')).p1,
  P2: async () => (await import('./p1-lists.js')).p2,
  P3: async () => (await import('./p3-members.js')).p3,
  P4: async () => (await import('./p4-page.js')).p4,
  P5: async () => (await import('./p4-page.js')).p5,
  P6: async () => (await import('./p6-dialing.js')).p6,
};

/** They take a quarter of an hour, and are run where they are asked for. */
const SOAKS: Readonly<Record<string, () => Promise<Bench>>> = {
  SOAK: async () => (await import('./soak.js')).soak,
  HEADS: async () => (await import('./soak.js')).idleHeads,
};
const ALL = { ...BENCHES, ...SOAKS };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    directory: { type: 'string', default: join(tmpdir(), 'smart-lists-bench') },
    members: { type: 'string' },
    soak: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    check: { type: 'boolean', default: false },
    baseline: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const named = positionals.map((name) => name.toUpperCase());
const chosen = named.length > 0 ? named : Object.keys(values.soak ? SOAKS : BENCHES);
const unknown = chosen.filter((name) => !(name in ALL));

if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No such benchmark: ${unknown.join(', ')}.\n`);
  console.error(HELP);
  process.exitCode = values.help ? 0 : 2;
} else {
  await runAll(chosen);
}

async function runAll(names: readonly string[]): Promise<void> {
  const log = (line: string): void => console.error(line);
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    directory: values.directory,
    members: values.members === undefined ? undefined : Number(values.members),
    minutes: Number(values.minutes),
    log,
  };
  const results: Result[] = [];
  for (const name of names) {
    const bench = await ALL[name]!();
    log(`${bench.id}  ${bench.title}`);
    try {
      results.push(...[await bench.run(options)].flat());
    } catch (error) {
      process.exitCode = 1;
      log(`  ${name} failed: ${reason(error)}`);
    }
  }
  if (results.length === 0) return;
  const file = write(results);
  console.log(`\n${table(results)}\n\n${file}`);
  const missed = results.filter(
    ({ ratio, must, bar }) => (bar === 'at_least' && ratio.median < must) || (bar === 'at_most' && ratio.median > must),
  );
  for (const { id, must } of missed) console.log(`${id} misses its floor of ${must}.`);
  if (values.check) check(results);
  if (values.baseline) writeBaseline(readBaseline(), results, new Date().toISOString().slice(0, 10));
}

/** Fails the run where a ratio is worse than it was. */
function check(results: readonly Result[]): void {
  const worse = regressions(readBaseline(), results);
  for (const sentence of worse) console.log(sentence);
  if (worse.length > 0) process.exitCode = 1;
}

/** A missing tool is no defect: its sentence says all that is to be done. */
function reason(error: unknown): string | undefined {
  if (error instanceof MissingTool) return error.message;
  return error instanceof Error ? error.stack : String(error);
}

function write(results: readonly Result[]): string {
  const at = new Date().toISOString();
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model,
    platform: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
  };
  const file = join('bench', 'results', `${at.replaceAll(':', '-').slice(0, 19)}.json`);
  mkdirSync(join('bench', 'results'), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at, machine, results }, undefined, 2)}\n`);
  return file;
}
