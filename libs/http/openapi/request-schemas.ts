import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { oneKeyOfNamed } from '../fields/one-key-of.js';

/** A schema of the document, as far as it is completed here. */
interface Schema {
  properties?: Record<string, { default?: unknown; readonly example?: unknown }>;
  additionalProperties?: boolean;
  minProperties?: number;
  maxProperties?: number;
  oneOf?: readonly object[];
  example?: unknown;
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/**
 * Completes what a body may be: unknown fields are refused everywhere (api.md, Bodies); where exactly one of some fields is given, the schema
 * says so; and what is left out of a change stays, so it has no default: a client that filled one in would change what nobody meant.
 * @param body the class of the body; it and what it contains are in the document, and in no answer
 */
export function completeBody(document: OpenAPIObject, body: Type, isChange: boolean): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const names = new Set([body.name]);
  for (const name of names) {
    const schema = schemas[name]!;
    schema.additionalProperties = false;
    for (const group of oneKeyOfNamed(name)) describeOneKey(schema, group);
    if (isChange) for (const property of Object.values(schema.properties ?? {})) delete property.default;
    for (const [, contained] of JSON.stringify(schema).matchAll(REFERENCE)) names.add(contained!);
  }
}

/** With other fields beside them their number says nothing, and the example of every field at once would be refused. */
function describeOneKey(schema: Schema, [first, ...others]: readonly string[]): void {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 1 + others.length)
    return void Object.assign(schema, { minProperties: 1, maxProperties: 1 });
  schema.oneOf = [first, ...others].map((name) => ({ required: [name] }));
  schema.example = Object.fromEntries(
    properties.flatMap(([name, { example }]) =>
      example === undefined || others.includes(name) ? [] : [[name, example]],
    ),
  );
}
