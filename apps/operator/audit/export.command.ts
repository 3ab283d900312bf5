import { Command, Option } from 'commander';
import { pastInstant, workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { loadPast, type PastEventsOptions, refuse } from '../past.js';
import { ExportDirectory } from './export-directory.js';
import { ExportFiles } from './export-files.js';
import { type Format, FORMATS } from './exported-lines.js';
import type { Manifest } from './manifest.js';

const EXAMPLES = `
Every event of the workspace and of its webhooks, in the order of the log, each with a link of a SHA-256 chain; and
manifest.json with counts, first and last place and the last link. Reads the log beside a running service, by the same
environment. The files hold personal data in the clear, but for persons who were erased.

Examples:
  $ smartlists audit export --workspace 0192f0c1-… --out ./export
  $ smartlists audit export --workspace 0192f0c1-… --from 2026-11-01T00:00:00Z --to 2026-11-30T23:59:59.999Z \\
      --format csv --out ./november
  $ smartlists audit export --workspace 0192f0c1-… --out ./export --json | jq -r .manifest.chain
  $ smartlists audit verify ./november

Exit codes: 0 exported, 2 the command was not understood or cannot be carried out, 3 the log has no event of the
workspace, 4 a store or the log cannot be read now, or a file cannot be written, 130 interrupted. With 2 to 130
nothing is left of the export, and the same directory can be named again: one sentence on standard error, with --json
{ "ok": false, "error": "…" } on standard output.`;

interface Options {
  readonly workspace: string;
  readonly from?: string;
  readonly to?: string;
  readonly format: Format;
  readonly out: string;
  readonly json?: true;
}

/** `smartlists audit export`: writes the events of a workspace into files that can be checked. */
export function exportCommand(console: Console): Command {
  return new Command('export')
    .summary("write a workspace's events into files that can be checked")
    .description('Writes the events of a workspace into a directory, in a form that proves that nothing was changed.')
    .requiredOption('--workspace <id>', 'whose events', workspaceId)
    .option('--from <instant>', 'only events of this instant and later', pastInstant(console))
    .option('--to <instant>', 'only events up to this instant; by default up to now', pastInstant(console))
    .addOption(new Option('--format <format>', 'of the lines').choices(FORMATS).default('jsonl'))
    .requiredOption('--out <directory>', 'a new or empty directory')
    .option('--json', 'print the manifest, or what is wrong with the command, as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { workspace, from, to, format, out, json }: Options): Promise<void> {
  const until = to ?? new Date(console.now()).toISOString();
  if (from !== undefined && from > until) throw new Refusal('--from is later than --to.');
  const signal = console.interruption();
  const directory = ExportDirectory.make(out);
  const scope = { workspace_id: workspace, from: from ?? null, to: until };
  let files: ExportFiles | undefined;
  let manifest: Manifest | undefined;
  try {
    files = await ExportFiles.create(directory.path, scope, format);
    await writeEvents(console, files, { workspaceId: workspace, from, until, signal });
    manifest = await files.finish();
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
    await files?.close();
    directory.close(manifest !== undefined);
  }
  if (json) return console.print(JSON.stringify({ ok: true, directory: directory.path, manifest }, undefined, 2));
  const { events, chain } = manifest;
  if (events === 0) console.print(`There are no events of workspace ${workspace} in that time.`);
  console.print(`${events} events in ${directory.path}, chain ${chain}.`);
}

/** @throws Refusal `not_found`: the log has no event of the workspace; what reading the log throws */
async function writeEvents(
  console: Console,
  files: ExportFiles,
  wanted: Pick<PastEventsOptions, 'workspaceId' | 'from' | 'until' | 'signal'>,
): Promise<void> {
  const { readPastEvents } = await loadPast();
  let isKnown = false;
  for await (const batch of readPastEvents({ environment: console.environment, ...wanted })) {
    await files.add(batch.events);
    isKnown = batch.isKnown;
    console.progress(batch.part, `${files.count} events`);
  }
  wanted.signal.throwIfAborted();
  if (!isKnown) throw new Refusal(`The log has no event of workspace ${wanted.workspaceId}.`, 'not_found');
}
