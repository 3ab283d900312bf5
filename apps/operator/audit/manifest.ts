import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportScope, type Format, sha256 } from './exported-lines.js';

/** What an export is, and what its file must add up to. */
export interface Manifest extends ExportScope {
  readonly format: Format;
  /** The name of the file with the events. */
  readonly file: string;
  readonly events: number;
  /** The number of events of each type. */
  readonly types: Readonly<Record<string, number>>;
  /** Null: there are no events. */
  readonly first: Place | null;
  readonly last: Place | null;
  /** The last link of the chain. */
  readonly chain: string;
}

/** Where an event stands in the log. */
export interface Place {
  readonly position: string | null;
  readonly occurred_at: string;
}

export const MANIFEST = 'manifest.json';
export const DIGEST = 'manifest.sha256';

/** Written last: an export without a manifest was cut off. */
export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeFile(join(directory, DIGEST), digestLine(text), { flush: true, mode: 0o600 });
  await writeFile(join(directory, MANIFEST), text, { flush: true, mode: 0o600 });
}

/** @returns the manifest, or the sentence that says what is wrong with it */
export async function readManifest(directory: string): Promise<Manifest | string> {
  const text = await readFile(join(directory, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) return `${MANIFEST} is missing: the export was not finished, or this is none.`;
  const digest = await readFile(join(directory, DIGEST), 'utf8').catch(() => undefined);
  if (digest !== digestLine(text)) return `${MANIFEST} and ${DIGEST} do not fit each other: one of them was changed.`;
  return JSON.parse(text) as Manifest;
}

/** As `sha256sum` writes and checks it. */
function digestLine(text: string): string {
  return `${sha256(text)}  ${MANIFEST}\n`;
}
