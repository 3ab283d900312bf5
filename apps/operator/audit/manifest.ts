import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../console.js';
import { eventsFile, type ExportScope, type Format, FORMATS, sha256 } from './exported-lines.js';

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

/**
 * @returns the manifest, or the sentence that says what is wrong with it
 * @throws Refusal `not_found`: the directory is no export; `unavailable`: it cannot be read
 */
export async function readManifest(directory: string): Promise<Manifest | string> {
  const [text, digest] = [await textOf(join(directory, MANIFEST)), await textOf(join(directory, DIGEST))];
  const isPart = digest !== undefined || FORMATS.some((format) => existsSync(join(directory, eventsFile(format))));
  if (text === undefined) {
    if (isPart) return `${MANIFEST} is missing: the export was not finished, or it was taken away.`;
    throw new Refusal(`${directory} is no export: it has no ${MANIFEST}.`, 'not_found');
  }
  const manifest = parsed(text);
  const isSigned = digest === digestLine(text);
  // Backups have a file of this name as well.
  if (!manifest && (isSigned || !isPart)) {
    throw new Refusal(`${directory} is no export: its ${MANIFEST} is not that of one.`, 'not_found');
  }
  if (manifest && isSigned) return manifest;
  return `${MANIFEST} and ${DIGEST} do not fit each other: one of them was changed.`;
}

/** To be called with what reading a file of an export has thrown. @throws Refusal `unavailable` */
export function refuseRead(error: unknown): never {
  throw new Refusal(`The export cannot be read: ${(error as Error).message}.`, 'unavailable');
}

/** Undefined: there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : refuseRead(error);
  }
}

/** Undefined: it is not the manifest of an export. */
function parsed(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Partial<Manifest> | null;
    return value && isWhole(value) ? (value as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the fields are there that the file is checked by. The name of the file is part of a path. */
function isWhole({ format, file, workspace_id, from, to, events, chain }: Partial<Manifest>): boolean {
  const isNamed = FORMATS.some((known) => format === known && file === eventsFile(known));
  const isScope = [workspace_id, from ?? '', to].every((text) => typeof text === 'string');
  return isNamed && isScope && typeof events === 'number' && typeof chain === 'string';
}

/** As `sha256sum` writes and checks it. */
function digestLine(text: string): string {
  return `${sha256(text)}  ${MANIFEST}\n`;
}
