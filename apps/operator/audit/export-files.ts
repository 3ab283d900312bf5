import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEvent } from '#kernel';
import { Refusal } from '../console.js';
import { Chain, CSV_HEADER, eventsFile, type ExportScope, type Format, linked, lineOf } from './exported-lines.js';
import { type Manifest, type Place, writeManifest } from './manifest.js';

/** The files of an export while they are written. */
export class ExportFiles {
  /** Events written so far. */
  count = 0;
  private readonly links: Chain;
  private readonly types = new Map<string, number>();
  private first: Place | null = null;
  private last: Place | null = null;

  private constructor(
    private readonly directory: string,
    private readonly scope: ExportScope,
    private readonly format: Format,
    private readonly events: FileHandle,
  ) {
    this.links = new Chain(scope, format);
  }

  /** @throws Refusal the file of the events cannot be made or written */
  static async create(directory: string, scope: ExportScope, format: Format): Promise<ExportFiles> {
    const path = join(directory, eventsFile(format));
    const files = new ExportFiles(directory, scope, format, await open(path, 'wx', 0o600).catch(refuseWrite));
    try {
      if (format === 'csv') await files.append(`${CSV_HEADER}\n`);
      return files;
    } catch (error) {
      await files.close();
      throw error;
    }
  }

  /** Adds the next events. @throws Refusal they cannot be written: the disk may be full */
  async add(events: readonly RecordedEvent[]): Promise<void> {
    await this.append(events.map((event) => this.take(event)).join(''));
  }

  /** Makes the events durable, then writes the manifest. @throws Refusal */
  async finish(): Promise<Manifest> {
    const { scope, format, count: events, types, first, last } = this;
    await this.events.sync().catch(refuseWrite);
    const byType = Object.fromEntries([...types].sort(([a], [b]) => (a < b ? -1 : 1)));
    const counted = { events, types: byType, first, last, chain: this.links.end };
    const manifest: Manifest = { ...scope, format, file: eventsFile(format), ...counted };
    await writeManifest(this.directory, manifest).catch(refuseWrite);
    return manifest;
  }

  async close(): Promise<void> {
    await this.events.close();
  }

  /** The event as its line, which is counted as written. */
  private take(event: RecordedEvent): string {
    const { format, types, links } = this;
    const line = lineOf(event, (this.count += 1), format);
    types.set(event.type, (types.get(event.type) ?? 0) + 1);
    this.last = { position: event.position ?? null, occurred_at: event.metadata.occurred_at };
    this.first ??= this.last;
    return `${linked(line, links.add(line), format)}\n`;
  }

  private async append(text: string): Promise<void> {
    await this.events.appendFile(text).catch(refuseWrite);
  }
}

function refuseWrite(error: unknown): never {
  throw new Refusal(`The export cannot be written: ${(error as Error).message}.`, 'unavailable');
}
