import { type Collection, type IndexValue, parseUuid } from '#kernel';

/** Ids that are remembered in each direction: batches name the same workspaces, lists and contacts repeatedly. */
const MAX_REMEMBERED = 10_000;
const SHA_256 = /^[0-9a-f]{64}$/;

const bytesOfTexts = new Map<string, Buffer>();
const textsOfBytes = new Map<string, string>();

/**
 * How the values of some fields of a collection are kept in columns: ids as their bytes, which have the order of their
 * texts (`Collection.ids`).
 */
export class Columns {
  private readonly areIds: readonly boolean[];

  constructor(
    { ids = [] }: Collection,
    readonly fields: readonly string[],
  ) {
    this.areIds = fields.map((field) => ids.includes(field));
  }

  /**
   * Values as they are bound.
   * @param values of the fields from the one at `from` on
   */
  bind(values: readonly unknown[], from = 0): unknown[] {
    return values.map((value, i) => (this.areIds[from + i] ? bytesOf(value) : value));
  }

  /**
   * Values of rows, from what columns hold.
   * @param values of the fields from the one at `from` on
   */
  read(values: readonly unknown[], from = 0): IndexValue[] {
    return values.map((value, i) => (this.areIds[from + i] ? textOf(value) : value) as IndexValue);
  }

  /** Values of all fields, from what columns hold, by the names of the fields. */
  readNamed(values: readonly unknown[]): Readonly<Record<string, IndexValue>> {
    const read = this.read(values);
    return Object.fromEntries(this.fields.map((field, i) => [field, read[i]!]));
  }
}

/** An id as it is bound; any other value unchanged. */
export function bytesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const known = bytesOfTexts.get(value);
  if (known) return known;
  if (parseUuid(value) !== value && !SHA_256.test(value)) return value;
  const bytes = Buffer.from(value.replaceAll('-', ''), 'hex');
  if (bytesOfTexts.size >= MAX_REMEMBERED) bytesOfTexts.clear();
  bytesOfTexts.set(value, bytes);
  return bytes;
}

/** The id of a column; any other value unchanged. */
function textOf(value: unknown): unknown {
  // Buffers of the driver are of another realm in tests.
  if (typeof value !== 'object' || value === null) return value;
  const bytes = value as Buffer;
  const name = bytes.toString('latin1');
  const known = textsOfBytes.get(name);
  if (known !== undefined) return known;
  const hex = bytes.toString('hex');
  const text = bytes.length === 16 ? uuidOf(hex) : hex;
  if (textsOfBytes.size >= MAX_REMEMBERED) textsOfBytes.clear();
  textsOfBytes.set(name, text);
  return text;
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
