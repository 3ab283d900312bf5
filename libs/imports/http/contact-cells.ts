/** The columns of a contact's phones behind the first one, and the prefix of the columns of its attributes. */
const FURTHER_PHONES = ['phone_2', 'phone_3', 'phone_4', 'phone_5'] as const;
const ATTRIBUTE = 'attributes.';
const FIELDS = new Set(['contact_id', 'external_id', 'phone', 'name', 'time_zone', 'attributes']);
const OF_PHONES = new Set(['phone_label', ...FURTHER_PHONES.flatMap((column) => [column, `${column}_label`])]);

/** Whether a CSV file of contacts may have this column (docs/reference/http-contract.md#imports). */
export function isContactColumn(name: string): boolean {
  return FIELDS.has(name) || OF_PHONES.has(name) || (name.startsWith(ATTRIBUTE) && name.length > ATTRIBUTE.length);
}

/**
 * The cells of a row as an item of POST /contacts/batch. A column that is left out and an empty cell leave a field as
 * it is. `attributes` is JSON, and each column `attributes.<name>` a text.
 */
export function contactOfCells(cells: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const contact: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(cells)) {
    if (column.startsWith(ATTRIBUTE)) attributes[column.slice(ATTRIBUTE.length)] = cell;
    else if (column === 'attributes') contact['attributes'] = jsonOf(cell);
    else if (!OF_PHONES.has(column)) contact[column] = cell;
  }
  if (Object.keys(attributes).length > 0) {
    const whole = contact['attributes'];
    contact['attributes'] = typeof whole === 'object' ? { ...whole, ...attributes } : (whole ?? attributes);
  }
  const phones = phonesOf(cells);
  if (phones.length > 0) contact['phones'] = phones;
  return contact;
}

/** The value of a text in JSON; a text that is no JSON is itself, and is refused as one. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** All phones of a row; none where it has but the first one, without a label. */
function phonesOf(cells: Readonly<Record<string, string>>): readonly object[] {
  if (!Object.keys(cells).some((column) => OF_PHONES.has(column))) return [];
  return ['phone', ...FURTHER_PHONES].flatMap((column) => {
    const [phone, label] = [cells[column], cells[`${column}_label`]];
    if (phone === undefined && label === undefined && column !== 'phone') return [];
    return [{ ...(phone !== undefined && { phone }), ...(label !== undefined && { label }) }];
  });
}
