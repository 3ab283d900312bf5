// docs/adr/0047-rows-are-compared-with-a-fresh-fold.md
import { isDeepStrictEqual } from 'node:util';
import type { Projection, Row } from '#kernel';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether two rows of the same events differ in personal values alone, each of which only one row has: its key was
 * shredded after one row was folded and before the other one was, or a worker has emptied the live row. The live row
 * may lack only values that workers empty without an event (`Projection.blankedFields`).
 * @param fields those that differ
 */
export function differInBlanksAlone(
  { personal, blankedFields = [] }: Pick<Projection, 'personal' | 'blankedFields'>,
  live: Row,
  folded: Row,
  fields: readonly string[],
): boolean {
  if (!personal) return false;
  const [liveFields, foldedFields] = [live, folded].map((row) => row as unknown as Fields);
  const found = fields.flatMap((name) => {
    return differences(liveFields![name], foldedFields![name]).map(([has, should]) => {
      return (isValue(has) && isEmpty(should)) || (isEmpty(has) && isValue(should) && blankedFields.includes(name));
    });
  });
  if (!found.every(Boolean)) return false;
  // No value is missing in one of the rows, so both have the same places. Each place is a value of its own: where the
  // number of places that differ is that of values that differ, each of these values is personal.
  const should = personal(folded);
  return personal(live).filter((value, place) => value !== should[place]).length === found.length;
}

/**
 * A text, also the empty one of a receiver that answers nothing: once it has ended it is null. Or a list that is one
 * place, as the zones of a phone.
 */
function isValue(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || isEmptyList(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The values in which two JSON values differ, however deep within them; an empty list is a value. */
function differences(live: unknown, folded: unknown): readonly (readonly [live: unknown, folded: unknown])[] {
  if (isDeepStrictEqual(live, folded)) return [];
  const areAlike = isComposite(live) && isComposite(folded) && Array.isArray(live) === Array.isArray(folded);
  if (!areAlike || isEmptyList(live) || isEmptyList(folded)) return [[live, folded]];
  const names = new Set([...Object.keys(live), ...Object.keys(folded)]);
  return [...names].flatMap((name) => differences(live[name], folded[name]));
}

function isComposite(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
