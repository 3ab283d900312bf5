import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  CLOCK,
  type Clock,
  type CommandContext,
  DomainError,
  ID_SOURCE,
  type IdSource,
  type Scope,
  TIMERS,
  type Timers,
} from '#kernel';
import { COMMAND_DECIDER, type CommandDecider, type CommandResult } from '#workspace-head';
import { beginRows, finishImport, type ImportKind, type ImportState, type ReadRow } from '../domain/index.js';
import { FileError, type FileOptions, type FileRow, readRows } from '../reading/index.js';
import { ImportCommands } from './import-commands.js';
import { RowsUnderWay } from './rows-under-way.js';

// docs/adr/0066-an-import-is-worked-off-while-its-file-arrives.md

/** What the rows of a file of one kind ask for. */
export type ReadItem = (values: Readonly<Record<string, unknown>>, ids: IdSource) => ReadRow['read'];

/** A file while it arrives. */
export interface ArrivingFile extends FileOptions {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How a row of an import of this kind is read. */
  readonly itemOf: (kind: ImportKind) => ReadItem;
}

/** Files that a process takes at once, and those of one workspace among them: each keeps a core busy. */
const MOST_FILES = 8;
const MOST_OF_WORKSPACE = 2;

/**
 * Rows of one decision, in which no other command of the process is decided. Removals from all lists read 1,000 lists a
 * row, so not more than the references of a request.
 */
const ROWS_AT_ONCE = 100;

/** An import when its rows begin to arrive. */
interface Begun {
  readonly kind: ImportKind;
  readonly smart_list_id: string | null;
  readonly state: ImportState;
  readonly up_to_row: number;
  readonly check: number | null;
}

/**
 * Takes the rows of imports while their files arrive. No file is kept: what is done is in the log, and a file that
 * broke off is sent again from its beginning, whose rows are passed over.
 */
@Injectable()
export class RowIntake implements OnModuleDestroy {
  private readonly underWay = new Map<string, number>();
  private readonly commands: ImportCommands;
  private isStopping = false;

  constructor(
    @Inject(COMMAND_DECIDER) decider: CommandDecider,
    @Inject(ID_SOURCE) private readonly ids: IdSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TIMERS) private readonly timers: Timers,
  ) {
    this.commands = new ImportCommands(decider);
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /**
   * PUT /imports/{importId}/rows: does the rows of a file that are not done yet, and finishes the import.
   * @throws DomainError `not_found`; `resource_conflict` for an import that is cancelled, and for another file;
   *   `validation_failed` for a file that cannot be read on; `payload_too_large`; `quota_exceeded`; `unavailable`, also
   *   while another request sends the rows
   */
  async take(context: CommandContext, importId: string, file: ArrivingFile): Promise<CommandResult> {
    const { answer } = await this.commands.begin({ ...context, decide: beginRows(importId) }).shown;
    const begun = answer.body as unknown as Begun;
    return this.inPlaceOf(context.workspaceId, () => this.takeRows(context, importId, file, begun));
  }

  /** Runs a task in one of the places that a workspace has. @throws DomainError `unavailable` where all are taken */
  private async inPlaceOf<Result>(workspaceId: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.underWay.get(workspaceId) ?? 0;
    const all = [...this.underWay.values()].reduce((sum, each) => sum + each, 0);
    if (all >= MOST_FILES || before >= MOST_OF_WORKSPACE) {
      throw new DomainError('unavailable', 'Other files are being imported. Send this one when they are done.');
    }
    this.underWay.set(workspaceId, before + 1);
    try {
      return await task();
    } finally {
      const left = this.underWay.get(workspaceId)! - 1;
      if (left === 0) this.underWay.delete(workspaceId);
      else this.underWay.set(workspaceId, left);
    }
  }

  private async takeRows(
    asked: CommandContext,
    importId: string,
    file: ArrivingFile,
    begun: Begun,
  ): Promise<CommandResult> {
    const context = { ...asked, scope: scopeOf(begun) };
    const read = file.itemOf(begun.kind);
    const { commands, clock, timers } = this;
    const ports = { commands, clock, timers, isStopping: () => this.isStopping };
    const underWay = new RowsUnderWay(ports, context, { importId, kind: begun.kind, done: begun.up_to_row });
    let last = 0;
    try {
      for await (const batch of readRows(file.bytes, { ...file, batch: { rows: ROWS_AT_ONCE } })) {
        const before = last;
        last = batch.rows.at(-1)!.number;
        const isResumed = before < begun.up_to_row && last >= begun.up_to_row;
        if (isResumed && batch.checkAt(begun.up_to_row) !== begun.check) throw anotherFile();
        if (last <= begun.up_to_row) continue;
        if (begun.state === 'finished') throw anotherFile();
        const { checkAt, bytes } = batch;
        // Ids are made before the decision: run again, it must name the same contacts.
        const rows = batch.rows
          .filter(({ number }) => number > begun.up_to_row)
          .map((row) => readRow(row, read, this.ids));
        await underWay.add({ rows, checkAt, bytes });
      }
      const done = await underWay.end();
      if (last < done) throw anotherFile();
    } catch (error) {
      throw error instanceof FileError ? refusalOf(error, await underWay.end()) : error;
    } finally {
      await underWay.settled();
    }
    return commands.begin({ ...context, decide: finishImport(importId, last) }).shown;
  }
}

function readRow(row: FileRow, read: ReadItem, ids: IdSource): ReadRow {
  const { number, line } = row;
  if (row.kind === 'values') return { row: number, line, read: read(row.values, ids) };
  const { code, detail } = row;
  return { row: number, line, read: { refusal: { pointer: '', code, detail } } };
}

/** The scope by which rows change what they change, besides that of the endpoints of imports. */
export function scopeOf({ kind, smart_list_id }: Pick<Begun, 'kind' | 'smart_list_id'>): Scope {
  return kind === 'contacts' && smart_list_id === null ? 'contacts:write' : 'smart_lists:write';
}

function anotherFile(): DomainError {
  const detail = 'The import was begun with another file. Send that one, or make a new import for this one.';
  return new DomainError('resource_conflict', detail);
}

/** @param done the number of the last row that is done */
function refusalOf({ code, line, detail: reason }: FileError, done: number): DomainError {
  const kept = done === 0 ? 'Nothing was imported.' : `The rows up to ${done} are imported, and stay so.`;
  const detail = `Line ${line}: ${reason} ${kept} Send the corrected file to go on.`;
  const isTooLarge = code === 'file_too_large' || code === 'too_many_rows';
  return new DomainError(isTooLarge ? 'payload_too_large' : 'validation_failed', detail, [
    { pointer: '', code, detail: `Line ${line}: ${reason}` },
  ]);
}
