import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Console } from '../console.js';
import { loadPast, refuse } from '../past.js';
import { Chain, contentOf, CSV_HEADER, lineOf, unlinked } from './exported-lines.js';
import { linesOf } from './lines-of.js';
import { type Manifest, readManifest } from './manifest.js';

/** What a check of the files of an export has found. */
export interface CheckedFiles {
  /** Null: it does not fit. */
  readonly manifest: Manifest | null;
  /** The first place that does not fit, as a sentence; undefined: everything fits. */
  readonly misfit: string | undefined;
}

/** What a comparison of an export with the log has found. */
export interface ComparedLog {
  /** Events of the log that were compared. */
  readonly events: number;
  /** Events that name persons who were erased since the export. */
  readonly erased: number;
  /** The first place that does not fit, as a sentence; undefined: everything fits. */
  readonly misfit: string | undefined;
}

/** Checks an export by itself. @throws Refusal the directory is no export, or cannot be read */
export async function checkFiles(directory: string): Promise<CheckedFiles> {
  const manifest = await readManifest(directory);
  if (typeof manifest === 'string') return { manifest: null, misfit: manifest };
  return { manifest, misfit: await misfitOf(directory, manifest) };
}

async function misfitOf(directory: string, manifest: Manifest): Promise<string | undefined> {
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

/** Compares an export whose files fit with the log. @throws Refusal the log or the export cannot be read */
export async function compareWithLog(console: Console, directory: string, manifest: Manifest): Promise<ComparedLog> {
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
        const place = `${event.stream} ${event.revision}, ${event.id}`;
        if (has) erased += 1;
        else return { events: n, erased, misfit: `the log has another event ${n}: ${place}.` };
      }
      console.progress(batch.part, `${n} events`);
    }
  } catch (error) {
    refuse(error);
  } finally {
    console.progress(undefined, '');
  }
  return { events: n, erased, misfit: shortage(manifest, n, isKnown) };
}

/** What the log lacks that had no other event than the export, as a sentence. */
function shortage({ events, workspace_id }: Manifest, inLog: number, isKnown: boolean): string | undefined {
  if (inLog < events) return `the log has ${inLog} of the ${events} events.`;
  return isKnown ? undefined : `the log has no event of workspace ${workspace_id}.`;
}

/** Whether what the log says now is what was exported, with texts, lists and objects that have become null. */
function isErasedSince(exported: unknown, now: unknown): boolean {
  if (now === null) return typeof exported === 'string' || typeof exported === 'object';
  if (typeof now !== 'object' || typeof exported !== 'object' || exported === null) return exported === now;
  const [before, after] = [Object.entries(exported), Object.entries(now)];
  if (before.length !== after.length) return false;
  return before.every(([key, value], at) => key === after[at]![0] && isErasedSince(value, after[at]![1]));
}
