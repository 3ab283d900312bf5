/** Values that JSON can represent; event data, documents and answers consist of these. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [field: string]: Json };
