import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

const ONE_KEY_OF = Symbol('one-key-of');
const CLASSES = new Set<Type>();

/**
 * Of these fields, all optional, exactly one must be given: `@OneKeyOf('contact_id', 'phone') class MemberReference`.
 * Codes at the object: `required` for none, `not_allowed_value` for several.
 */
export function OneKeyOf(...names: readonly string[]): ClassDecorator {
  return (target) => {
    CLASSES.add(target as unknown as Type);
    Reflect.defineMetadata(ONE_KEY_OF, [...oneKeyOf(target), names], target);
  };
}

/** The groups of fields of a class of which exactly one must be given. */
export function oneKeyOf(target: object): readonly (readonly string[])[] {
  return (Reflect.getMetadata(ONE_KEY_OF, target) as readonly (readonly string[])[] | undefined) ?? [];
}

/** The groups of the class whose schema in the reference has this name. */
export function oneKeyOfNamed(schema: string): readonly (readonly string[])[] {
  return [...CLASSES].flatMap((target) => (getSchemaPath(target) === getSchemaPath(schema) ? oneKeyOf(target) : []));
}
