import { ApiSchema } from '@nestjs/swagger';
import { InstantField, namedEnum, OneOf, UuidField } from '#http';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const FORMAT = namedEnum(
  'ExportFormat',
  EXPORT_FORMATS,
  'csv: a table with a header, RFC 4180. jsonl: an object a line, as the list endpoint shows it.',
);

/** Parameters of every export. */
export class ExportOptions {
  @OneOf(FORMAT, { optional: true, default: 'csv', description: 'The form of the file.' })
  format?: ExportFormat;
}

/** Parameters of GET /exports/members. */
export class ExportMembersOptions extends ExportOptions {
  @UuidField({ description: 'The list whose members are exported.' })
  smart_list_id!: string;
}

/** Parameters of GET /exports/calls: a call fits if it fits all of them. */
export class ExportCallsOptions extends ExportOptions {
  @UuidField({ optional: true, description: 'Only calls with this contact.' })
  contact_id?: string;

  @UuidField({ optional: true, description: 'Only calls that were dispatched from this list.' })
  smart_list_id?: string;

  @InstantField({ optional: true, description: 'Only calls that began then or later.' })
  dispatched_from?: string;

  @InstantField({ optional: true, description: 'Only calls that began then or earlier.' })
  dispatched_to?: string;
}

/** Parameters of GET /exports/refused-rows. */
export class ExportRefusedRowsOptions extends ExportOptions {
  @UuidField({ description: 'The import whose refused rows are exported.' })
  import_id!: string;
}

@ApiSchema({ name: 'ExportedFile', description: 'A file, whole if the connection ends as HTTP says that it does.' })
export class ExportedFile {}
