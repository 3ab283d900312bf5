import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { needsKeyNamed } from '../fields/at-least-one-key.js';
import { oneKeyOfNamed } from '../fields/one-key-of.js';
import { referredSchemas } from './schemas.js';

interface Property {
  description?: string;
  default?: string | number | boolean | null;
  readonly example?: unknown;
}

/** A schema of the document, with the fields that are completed here. */
interface Schema {
  description?: string;
  properties?: Record<string, Property>;
  additionalProperties?: boolean;
  minProperties?: number;
  maxProperties?: number;
  example?: unknown;
}

/** The name of a class in `components.schemas`. */
export function schemaName(type: Type): string {
  return getSchemaPath(type).split('/').at(-1)!;
}

/**
 * Completes the schema of a body. Unknown fields are refused everywhere (docs/reference/http-contract.md#bodies). Where
 * exactly one of some fields must be given, the schema expresses that as a number of fields. Defaults are part of the
 * description: for a `default`, generators make a field that is always sent. A change has none, since absent fields
 * stay as they are: a client that filled one in would change it by accident.
 * @param body the class of the body; its schema and those it contains are in the document, and in no answer
 */
export function completeBody(document: OpenAPIObject, body: Type, isChange: boolean): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const names = new Set([schemaName(body)]);
  for (const name of names) {
    const schema = schemas[name];
    // Schemas of named values are added later, when the document is complete; a schema that several bodies contain may
    // be complete already.
    if (!schema || schema.additionalProperties === false) continue;
    schema.additionalProperties = false;
    for (const group of oneKeyOfNamed(name)) describeOneKey(schema, group);
    if (needsKeyNamed(name)) schema.minProperties = 1;
    for (const property of Object.values(schema.properties ?? {})) tellDefault(property, isChange);
    for (const contained of referredSchemas(schema)) names.add(contained);
  }
}

function tellDefault(property: Property, isChange: boolean): void {
  if (property.default === undefined) return;
  if (!isChange) property.description = sentences(property.description, `Left out: \`${String(property.default)}\`.`);
  delete property.default;
}

/** An example with every field at once would be refused. */
function describeOneKey(schema: Schema, group: readonly string[]): void {
  const properties = Object.entries(schema.properties ?? {});
  const others = group.slice(1);
  schema.description = sentences(schema.description, `Exactly one of ${group.join(', ')} must be given.`);
  schema.minProperties = 1;
  schema.maxProperties = properties.length - others.length;
  if (schema.maxProperties === 1) return;
  schema.example = Object.fromEntries(
    properties.flatMap(([name, { example }]) =>
      example === undefined || others.includes(name) ? [] : [[name, example]],
    ),
  );
}

function sentences(...all: readonly (string | undefined)[]): string {
  return all.filter((one) => one !== undefined).join(' ');
}
