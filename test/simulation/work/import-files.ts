import type { Random } from '../world.js';
import type { Known } from './known.js';
import { phoneOf } from './operations.js';

export type Kind = 'contacts' | 'members' | 'removals';

/** A file of an import. */
export interface RowsFile {
  readonly contentType: string;
  readonly text: string;
}

/** What a row says: the cells of a CSV file. */
type Cells = Readonly<Partial<Record<string, string>>>;

const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  contacts: ['contact_id', 'external_id', 'phone', 'name', 'attributes.tier'],
  members: ['contact_id', 'phone', 'external_id'],
  removals: ['contact_id', 'phone', 'external_id'],
};
/** Lines that are refused, whatever the workspace has; the empty one is passed over. */
const BAD_LINES = {
  csv: ['no,phone', ',,no phone,,', ',no phone,', ''],
  json: ['{"phone":"no phone"}', '{}', '[]', '{"phone":"+1202', '{"phone":"+12025551000","colour":"red"}', ''],
};
/** A cell whose quote is not closed. */
const OPEN_QUOTE = '"+1202';

/** Draws files of 3 to 40 rows. */
export class ImportFiles {
  constructor(
    private readonly known: Known,
    private readonly random: Random,
  ) {}

  draw(kind: Kind): RowsFile {
    const { random } = this;
    const rows: Cells[] = [];
    const isCsv = random.chance(0.5);
    const separator = random.pick([',', ';']);
    const lines = Array.from({ length: 3 + random.below(38) }, () => {
      if (random.chance(0.1)) return random.pick(isCsv ? BAD_LINES.csv : BAD_LINES.json);
      const cells = kind === 'contacts' ? this.contact(rows) : this.reference();
      rows.push(cells);
      return isCsv ? COLUMNS[kind].map((column) => cells[column] ?? '').join(separator) : objectOf(cells);
    });
    if (!isCsv) return { contentType: 'application/jsonl', text: lines.join('\n') };
    return { contentType: 'text/csv', text: [COLUMNS[kind].join(separator), ...lines].join('\n') };
  }

  /** The contact of an earlier row, one that is known, one of an external id, or a new one. */
  private contact(rows: readonly Cells[]): Cells {
    const { random, known } = this;
    const given = {
      phone: phoneOf(random.below(60)),
      ...(random.chance(0.5) && { name: random.pick(['Ada', 'Eve', 'Ann']) }),
      ...(random.chance(0.3) && { 'attributes.tier': random.pick(['gold', 'silver']) }),
    };
    const named = rows.filter(({ contact_id, external_id }) => (contact_id ?? external_id) !== undefined);
    const of = random.weighted({ earlier: named.length > 0 ? 2 : 0, known: 4, external: 3, fresh: 2 });
    const externalId = `crm-${random.below(12)}`;
    if (of === 'earlier') {
      const { contact_id, external_id } = random.pick(named);
      return contact_id === undefined ? { external_id: external_id!, ...given } : { contact_id, ...given };
    }
    if (of === 'external') return { external_id: externalId, ...given };
    if (of === 'fresh') return given;
    return {
      contact_id: known.one('contacts'),
      ...given,
      ...(random.chance(0.2) && { external_id: externalId }),
    };
  }

  private reference(): Cells {
    const { random, known } = this;
    const by = random.weighted({ contact_id: 6, phone: 2, external_id: 2 });
    if (by === 'contact_id') return { contact_id: known.one('contacts') };
    return by === 'phone' ? { phone: phoneOf(random.below(60)) } : { external_id: `crm-${random.below(12)}` };
  }
}

/** The same file with a last line that cannot be read; undefined where each line can. */
export function brokenFile({ contentType, text }: RowsFile): RowsFile | undefined {
  return contentType === 'text/csv' ? { contentType, text: `${text}\n${OPEN_QUOTE}` } : undefined;
}

function objectOf({ 'attributes.tier': tier, ...cells }: Cells): string {
  return JSON.stringify({ ...cells, ...(tier !== undefined && { attributes: { tier } }) });
}
