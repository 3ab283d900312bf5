import { ApiSchema } from '@nestjs/swagger';

const ONE_KEY_OF = Symbol('one-key-of');
const NAMES_OF_CLASSES = new Set<string>();

/**
 * Of these fields, all optional, exactly one must be given: `@OneKeyOf('contact_id', 'phone') class MemberReference`. Codes at the
 * object: `required` for none, `not_allowed_value` for several.
 */
export function OneKeyOf(...names: readonly string[]): ClassDecorator {
  return (target) => {
    NAMES_OF_CLASSES.add(target.name);
    Reflect.defineMetadata(ONE_KEY_OF, [...oneKeyOf(target), names], target);
    ApiSchema({ description: `Exactly one of ${names.join(', ')} must be given.` })(target);
  };
}

/** The groups of fields of a class of which exactly one must be given. */
export function oneKeyOf(target: object): readonly (readonly string[])[] {
  return (Reflect.getMetadata(ONE_KEY_OF, target) as readonly (readonly string[])[] | undefined) ?? [];
}

/** Whether the class of this name, which is also that of its schema in the reference, has `@OneKeyOf`. */
export function hasOneKey(className: string): boolean {
  return NAMES_OF_CLASSES.has(className);
}
