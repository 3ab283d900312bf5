/** A DTO's type as a presenter may return it: readonly fields and arrays are accepted. */
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: ReadOnly<Value[Field]> }
    : Value;

/**
 * The type of a presented value, with `never` in place of each field that the DTO does not have, at any depth. The
 * content of a field that the DTO declares as `object` is not compared: its schema is elsewhere.
 */
type WithoutOthers<Dto, Presented> = Presented extends readonly (infer Item)[]
  ? readonly WithoutOthers<Dto extends readonly (infer DtoItem)[] ? DtoItem : never, Item>[]
  : Presented extends object
    ? [keyof Dto] extends [never]
      ? Presented
      : FieldsOf<Dto, Presented>
    : Presented;

type FieldsOf<Dto, Presented> = {
  readonly [Field in keyof Presented]: Field extends keyof Dto
    ? WithoutOthers<NonNullable<Dto[Field]>, Presented[Field]>
    : never;
};

/**
 * The return type of a presenter, compared with its DTO by the compiler: every field of the DTO, each of a type that
 * the DTO allows, and no other field, neither in objects nor in arrays within it. Without it, the reference could
 * describe other answers than are sent. It costs nothing at run time.
 */
export type PresentedAs<Dto, Presented extends ReadOnly<Dto> & FieldsOf<Dto, Presented>> = Presented;

/**
 * The return type of a controller's method for an answer of the reference, where the method itself builds the answer:
 * the compiler refuses a field that the answer does not have.
 */
export type AnswerOf<Dto> = ReadOnly<Dto>;
