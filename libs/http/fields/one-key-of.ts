import { ApiSchema } from '@nestjs/swagger';

const ONE_KEY_OF = Symbol('one-key-of');
const GROUPS_OF_CLASSES = new Map<string, readonly (readonly string[])[]>();

/**
 * Of these fields, all optional, exactly one must be given: `@OneKeyOf('contact_id', 'phone') class MemberReference`. Codes at the
 * object: `required` for none, `not_allowed_value` for several.
 */
export function OneKeyOf(...names: readonly string[]): ClassDecorator {
  return (target) => {
    const groups = [...oneKeyOf(target), names];
    GROUPS_OF_CLASSES.set(target.name, groups);
    Reflect.defineMetadata(ONE_KEY_OF, groups, target);
    ApiSchema({ description: `Exactly one of ${names.join(', ')} must be given.` })(target);
  };
}

/** The groups of fields of a class of which exactly one must be given. */
export function oneKeyOf(target: object): readonly (readonly string[])[] {
  return (Reflect.getMetadata(ONE_KEY_OF, target) as readonly (readonly string[])[] | undefined) ?? [];
}

/** The groups of the class of this name, which is also that of its schema in the reference. */
export function oneKeyOfNamed(className: string): readonly (readonly string[])[] {
  return GROUPS_OF_CLASSES.get(className) ?? [];
}
