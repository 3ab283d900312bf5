import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Console } from '../console.js';
import { loadPast, refuse } from '../past.js';
import { Chain, contentOf, CSV_HEADER, lineOf, unlinked } from './exported-lines.js';
import { linesOf } from './lines-of.js';
import { type Manifest, readManifest } from './manifest.js';

const EXAMPLES = `
Checks by itself that nothing in an export was changed, added or left out since it was written. With --log, it also reads
the log again, by the environment of the service, and compares each event: what differs because a person was erased
since is counted, everything else is a difference.

Examples:
  $ smartlists audit verify ./november
  $ smartlists audit verify ./november --log

Exit codes: 0 everything fits, 2 the command was not understood or cannot be carried out, 3 the directory is no export, 4 a
file, a store or the log cannot be read now, 5 something does not fit: its place is named, 130 interrupted. With 2 to 4 and
130 one sentence on standard error.`;

/** `smartlists audit verify`: checks an export. */
export function verifyExportCommand(console: Console): Command {
  return new Command('verify')
    .summary('check that an export was not changed')
    .description('Checks an export by itself, and with --log against the log.')
    .argument('<directory>', 'what audit export has written')
    .option('--log', 'compare it with the log as well')
    .addHelpText('after', EXAMPLES)
    .action((directory: string, options: { readonly log?: true }) => run(console, resolve(directory), options));
}

async function run(console: Console, directory: string, { log }: { readonly log?: true }): Promise<void> {
  const manifest = await readManifest(directory);
  const found = typeof manifest === 'string' ? manifest : await misfit(directory, manifest);
  if (found !== undefined) return refuted(console, found);
  const { events, chain } = manifest as Manifest;
  console.print(`${events} events, unchanged: chain ${chain}.`);
  if (log) await compare(console, directory, manifest as Manifest);
}

function refuted(console: Console, sentence: string): void {
  console.print(`IT DOES NOT FIT: ${sentence}`);
  console.fail('check_failed');
}

/** The first place that does not fit, as a sentence; undefined: everything fits. */
async function misfit(directory: string, manifest: Manifest): Promise<string | undefined> {
  const { format, file } = manifest;
  const chain = new Chain(manifest, format);
  const header = format === 'csv' ? 1 : 0;
  const path = join(directory, file);
  if (!existsSync(path)) return `${file} is missing.`;
  let number = 0;
  for await (const bytes of linesOf(path)) {
    number += 1;
    if (number <= header) {
      if (bytes.toString() !== CSV_HEADER) return `line 1 of ${file} is not the header.`;
      continue;
    }
    const parts = unlinked(bytes, format);
    if (!parts || chain.add(parts.line) !== parts.link) {
      return `line ${number} of ${file} was changed, or one before it was added or left out.`;
    }
  }
  const events = number - header;
  if (events !== manifest.events) return `${file} has ${events} events, and the manifest says ${manifest.events}.`;
  return chain.end === manifest.chain ? undefined : `the last link of ${file} is not that of the manifest.`;
}

async function compare(console: Console, directory: string, manifest: Manifest): Promise<void> {
  const { format, file, workspace_id: workspaceId, from, to: until } = manifest;
  const { readPastEvents } = await loadPast();
  const lines = linesOf(join(directory, file));
  if (format === 'csv') await lines.next();
  let [n, erased, isKnown] = [0, 0, false];
  try {
    const signal = console.interruption();
    const options = { environment: console.environment, workspaceId, from: from ?? undefined, until, signal };
    for await (const batch of readPastEvents(options)) {
      isKnown = batch.isKnown;
      for (const event of batch.events) {
        const line = lineOf(event, (n += 1), format);
        const { value } = (await lines.next()) as { readonly value: Buffer | undefined };
        const exported = value && unlinked(value, format)?.line.toString();
        if (exported === line) continue;
        const has = exported !== undefined && isErasedSince(contentOf(exported, format), contentOf(line, format));
        if (has) erased += 1;
        else return refuted(console, `the log has another event ${n}: ${event.stream} ${event.revision}, ${event.id}.`);
      }
      console.progress(batch.part, `${n} events`);
    }
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
  }
  if (n < manifest.events) return refuted(console, `the log has ${n} of the ${manifest.events} events.`);
  if (!isKnown) return refuted(console, `the log has no event of workspace ${workspaceId}.`);
  console.print(
    `The log has the same events${erased === 0 ? '' : `; persons in ${erased} of them were erased since`}.`,
  );
}

/** Whether what the log says now is what was exported, with texts that have become null. */
function isErasedSince(exported: unknown, now: unknown): boolean {
  if (now === null) return exported === null || typeof exported === 'string';
  if (typeof now !== 'object' || typeof exported !== 'object' || exported === null) return exported === now;
  const [before, after] = [Object.entries(exported), Object.entries(now)];
  if (before.length !== after.length) return false;
  return before.every(([key, value], at) => key === after[at]![0] && isErasedSince(value, after[at]![1]));
}
