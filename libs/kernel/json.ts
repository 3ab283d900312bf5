/** Values that JSON can represent; event data, documents and answers consist of these. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [field: string]: Json };

/** Whether two small values are the same JSON, where the fields of equal objects have one order. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
