import type { Json } from '#kernel';

/** A field that differs, by its path in the API's names, such as `unlisted.enabled` or `outcomes[0].sequence`. */
export interface FieldChange {
  readonly field: string;
  /** Undefined: there was no such field. */
  readonly before?: Json;
  /** Undefined: there is no such field any more. */
  readonly after?: Json;
}

/**
 * The fields in which two objects differ, each by itself, in the order of the objects: fields of objects within them,
 * and items of lists of objects, too. Every other list is one value.
 */
export function fieldChanges(before: object | undefined, after: object | undefined): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare('', before as Json | undefined, after as Json | undefined, changes);
  return changes;
}

function compare(field: string, before: Json | undefined, after: Json | undefined, into: FieldChange[]): void {
  const [old, young] = [before, after].map(partsOf);
  // Null and texts are values: where one of them becomes an object, the field itself has changed.
  const hasParts = old ? young || isNothing(after) : young && isNothing(before);
  if (!hasParts) {
    if (JSON.stringify(before) !== JSON.stringify(after)) into.push(changeOf(field, before, after));
    return;
  }
  for (const name of new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])) {
    compare(field === '' ? name.slice(1) : field + name, old?.get(name), young?.get(name), into);
  }
}

function changeOf(field: string, before: Json | undefined, after: Json | undefined): FieldChange {
  return { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The values of an object or of a list of objects by the ends of their paths; undefined: it is one value. */
function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value).map(([name, part]) => [`.${name}`, part]));
  const items = value as readonly Json[];
  const areObjects = items.every((item) => typeof item === 'object' && item !== null);
  return areObjects && items.length > 0 ? new Map(items.map((item, at) => [`[${at}]`, item])) : undefined;
}
