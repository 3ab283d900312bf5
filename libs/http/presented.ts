/** A type of the DTO's as a presenter may give it: no field and no array of it is written to. */
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: ReadOnly<Value[Field]> }
    : Value;

/**
 * The type of what is presented, with `never` in place of each field that the DTO does not have, at any depth. A field
 * that the DTO declares as `object` has its schema elsewhere: what is in it is not compared.
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
 * What a presenter returns, held to its DTO by the compiler: every field of the DTO, each of a type that the DTO allows,
 * and no other field, neither in objects nor in arrays within it. Without it, the reference could describe what is not
 * answered. It costs nothing at run time.
 */
export type PresentedAs<Dto, Presented extends ReadOnly<Dto> & FieldsOf<Dto, Presented>> = Presented;

/**
 * What a controller's method returns for an answer of the reference; for answers that are written out where they are
 * returned: there the compiler refuses a field that the answer does not have.
 */
export type AnswerOf<Dto> = ReadOnly<Dto>;
