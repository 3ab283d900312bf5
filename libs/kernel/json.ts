/** What JSON can hold; event data, documents and answers are made of nothing else. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [field: string]: Json };
