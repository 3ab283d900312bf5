import { createWriteStream, mkdirSync, readdirSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { Command, Option } from 'commander';
import type { RecordedEvent } from '#kernel';
import { pastInstant, workspaceId } from '../arguments.js';
import { type Console, Refusal } from '../console.js';
import { loadPast, refuse } from '../past.js';
import { Chain, CSV_HEADER, type ExportScope, type Format, FORMATS, linked, lineOf } from './exported-lines.js';
import { type Manifest, type Place, writeManifest } from './manifest.js';

const EXAMPLES = `
Every event of the workspace and of its webhooks, in the order of the log, each with a link of a SHA-256 chain; and
manifest.json with counts, first and last place and the last link. Reads the log beside a running service, by the same
environment. The files hold personal data in the clear, but for persons who were erased.

Examples:
  $ smartlists audit export --workspace 0192f0c1-… --out ./export
  $ smartlists audit export --workspace 0192f0c1-… --from 2026-11-01T00:00:00Z --to 2026-11-30T23:59:59.999Z \\
      --format csv --out ./november
  $ smartlists audit verify ./november

Exit codes: 0 exported, 2 the command was not understood or cannot be carried out, 3 the log has no event of the
workspace, 4 a store or the log cannot be read now; with 2 to 4 one sentence on standard error.`;

interface Options {
  readonly workspace: string;
  readonly from?: string;
  readonly to?: string;
  readonly format: Format;
  readonly out: string;
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
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(console, options));
}

async function run(console: Console, { workspace, from, to, format, out }: Options): Promise<void> {
  const until = to ?? new Date(console.now()).toISOString();
  if (from !== undefined && from > until) throw new Refusal('--from is later than --to.');
  const directory = emptyDirectory(out);
  const { readPastEvents } = await loadPast();
  const scope = { workspace_id: workspace, from: from ?? null, to: until };
  const writing = new Writing(directory, scope, format);
  let isKnown = false;
  try {
    const signal = console.interruption();
    const options = { environment: console.environment, workspaceId: workspace, from, until, signal };
    for await (const batch of readPastEvents(options)) {
      for (const event of batch.events) await writing.add(event);
      isKnown = batch.isKnown;
      console.progress(batch.part, `${writing.count} events`);
    }
    if (!isKnown) throw new Refusal(`The log has no event of workspace ${workspace}.`, 'not_found');
    await writing.finish();
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
    writing.close();
  }
  if (writing.count === 0) console.print(`There are no events of workspace ${workspace} in that time.`);
  console.print(`${writing.count} events in ${directory}, chain ${writing.chain}.`);
}

/** The file of an export while it is written. */
class Writing {
  count = 0;
  private readonly links: Chain;
  private readonly stream: WriteStream;
  private readonly file: string;
  private readonly types = new Map<string, number>();
  private first: Place | null = null;
  private last: Place | null = null;

  constructor(
    private readonly directory: string,
    private readonly scope: ExportScope,
    private readonly format: Format,
  ) {
    this.links = new Chain(scope, format);
    this.file = `events.${format}`;
    this.stream = createWriteStream(join(directory, this.file), { flags: 'wx', mode: 0o600, flush: true });
    if (format === 'csv') this.stream.write(`${CSV_HEADER}\n`);
  }

  get chain(): string {
    return this.links.end;
  }

  async add(event: RecordedEvent): Promise<void> {
    const line = lineOf(event, (this.count += 1), this.format);
    const isTaken = this.stream.write(`${linked(line, this.links.add(line), this.format)}\n`);
    this.types.set(event.type, (this.types.get(event.type) ?? 0) + 1);
    this.last = { position: event.position ?? null, occurred_at: event.metadata.occurred_at };
    this.first ??= this.last;
    if (!isTaken) await once(this.stream, 'drain');
  }

  async finish(): Promise<void> {
    this.stream.end();
    await finished(this.stream);
    const { scope, format, file, count: events, types, first, last, chain } = this;
    const byType = Object.fromEntries([...types].sort(([a], [b]) => (a < b ? -1 : 1)));
    const manifest: Manifest = { ...scope, format, file, events, types: byType, first, last, chain };
    await writeManifest(this.directory, manifest);
  }

  close(): void {
    this.stream.destroy();
  }
}

/** @throws Refusal it is not empty, or cannot be made */
function emptyDirectory(path: string): string {
  const directory = resolve(path);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (readdirSync(directory).length === 0) return directory;
  } catch (error) {
    throw new Refusal(`${directory} cannot be used: ${(error as Error).message}.`);
  }
  throw new Refusal(`${directory} is not empty.`);
}
