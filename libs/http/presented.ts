/** A type of the DTO's as a presenter may give it: no field and no array of it is written to. */
type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: ReadOnly<Value[Field]> }
    : Value;

/**
 * What a presenter returns, held to its DTO by the compiler: every field of the DTO, each of a type that the DTO allows,
 * and no other field. Without it, the reference could describe what is not answered.
 */
export type PresentedAs<
  Dto extends Readonly<Record<keyof Presented, unknown>>,
  Presented extends ReadOnly<Dto>,
> = Presented;
