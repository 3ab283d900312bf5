import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { recordedContact } from '#contacts/domain';
import type { ContactRow } from '#contacts/domain';
import { EXPORTED_CONTACTS } from '../domain/exported-rows.js';
import { EXPORT_PORTS } from '../tokens.js';
import { type Export, exportOf } from './export.js';
import { type ExportPorts, RowsAsOf } from './rows-as-of.js';
import type { RowAsOf } from './walk-as-of.js';

export type ShownContact = ReturnType<typeof recordedContact>;

/** GET /exports/contacts: those that exist, in the order of their first import. */
export class ExportContacts extends Query<Export<ShownContact>> {
  constructor(
    readonly workspaceId: string,
    /** Ends the wait for the index of events. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ExportContacts)
export class ExportContactsHandler implements IQueryHandler<ExportContacts> {
  constructor(@Inject(EXPORT_PORTS) private readonly ports: ExportPorts) {}

  /** @throws ReadModelUnavailableError, DomainError as `RowsAsOf.now` */
  async execute({ workspaceId, signal }: ExportContacts): Promise<Export<ShownContact>> {
    const asOf = await RowsAsOf.now(this.ports, workspaceId, signal);
    const walk = {
      kind: EXPORTED_CONTACTS,
      index: 'by_number',
      prefix: [workspaceId, 1],
      positionOf: ({ number }: ContactRow) => [number],
      leaving: { isIn: ({ live }: ContactRow) => live === 1, mayBeIn: () => true },
    };
    return exportOf(asOf, this.ports, walk, (rows) => rows.filter(isKept).map(({ row }) => recordedContact(row)));
  }
}

/** A contact that was erased since, or is to be, is told no more; of one that was imported again nothing is left. */
function isKept({ row, now }: RowAsOf<ContactRow>): boolean {
  return now.erasure === 'none' && (row === now || row.phone !== '');
}
