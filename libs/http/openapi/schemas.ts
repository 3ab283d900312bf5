import type { OpenAPIObject } from '@nestjs/swagger';
import { enumSchema } from '../fields/named-enum.js';

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
const COMBINERS = ['allOf', 'anyOf', 'oneOf'] as const;

/** The names of the schemas that a part of the document refers to. */
export function referredSchemas(part: unknown): readonly string[] {
  return [...JSON.stringify(part).matchAll(REFERENCE)].map(([, name]) => name!);
}

/**
 * Adds the schemas of the values that fields refer to by name.
 * @throws Error a reference has no schema, or a declared schema has no description
 */
export function addEnums(document: OpenAPIObject): void {
  const schemas = ((document.components ??= {}).schemas ??= {});
  for (const name of referredSchemas(document)) {
    if (name in schemas) continue;
    const schema = enumSchema(name);
    if (schema?.description === undefined) throw new Error(`${name} is no schema, or not described`);
    schemas[name] = schema as never;
  }
}

/** Replaces `allOf`, `anyOf` and `oneOf` of one schema by that schema: generators make one more type of each. */
export function withoutCombinersOfOne<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutCombinersOfOne) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const simple = Object.fromEntries(
    Object.entries(part).map(([name, value]: [string, unknown]) => [name, withoutCombinersOfOne(value)]),
  );
  for (const combiner of COMBINERS) {
    const { [combiner]: combined, ...rest } = simple;
    if (Array.isArray(combined) && combined.length === 1) return { ...(combined[0] as object), ...rest } as Part;
  }
  return simple as Part;
}
