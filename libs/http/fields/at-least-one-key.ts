import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';

const CLASSES = new Set<object>();

/** Of the fields of this class, all optional, at least one must be given. Code at the object: `required` for none. */
export function AtLeastOneKey(): ClassDecorator {
  return (target) => {
    CLASSES.add(target);
  };
}

/** Whether an object of this class must have a field. */
export function needsKey(target: object): boolean {
  return CLASSES.has(target);
}

/** Whether an object of the class whose schema in the reference has this name must have a field. */
export function needsKeyNamed(schema: string): boolean {
  return [...CLASSES].some((target) => getSchemaPath(target as Type) === getSchemaPath(schema));
}
