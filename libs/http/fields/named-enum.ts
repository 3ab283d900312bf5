import { getSchemaPath } from '@nestjs/swagger';

/** Values of a field, under the name that they have as a schema of the reference. */
export interface NamedEnum<Value extends string | number = string> {
  readonly name: string;
  readonly values: readonly Value[];
}

interface EnumSchema {
  readonly type: 'string' | 'integer';
  readonly enum: readonly (string | number)[];
  readonly description?: string;
}

const SCHEMAS = new Map<string, EnumSchema>();

/**
 * Declares the values of a field as one schema of the reference. Generators of clients make one type of it; values that
 * are repeated in each field become one type a field, none of which can be assigned to another.
 * @param description for the reference; left out where a slice below declares the same values again
 * @throws Error two declarations of one name have different values
 */
export function namedEnum<Value extends string | number>(
  name: string,
  values: readonly Value[],
  description?: string,
): NamedEnum<Value> {
  const known = SCHEMAS.get(name);
  if (known && known.enum.join() !== values.join()) throw new Error(`${name}: declared with different values`);
  const said = description ?? known?.description;
  SCHEMAS.set(name, {
    type: typeof values[0] === 'number' ? 'integer' : 'string',
    enum: [...values],
    ...(said !== undefined && { description: said }),
  });
  return { name, values };
}

/** The schema of this name, undefined if none was declared. */
export function enumSchema(name: string): EnumSchema | undefined {
  return SCHEMAS.get(name);
}

/** A field of these values, in the form that @nestjs/swagger keeps unchanged. */
export function enumReference({ name }: NamedEnum<string | number>): { readonly allOf: readonly [{ $ref: string }] } {
  return { allOf: [{ $ref: getSchemaPath(name) }] };
}
