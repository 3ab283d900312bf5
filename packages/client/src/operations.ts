import type { paths } from './schema.js';

/** Types of requests and answers, read off the document. None of them is left at run time. */

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : never;

/** The body of an operation's success; never where it is no JSON. */
export type Success<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

/** The paths that take a method and answer it with JSON. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: [Success<paths[Path][M]>] extends [never] ? never : Path;
}[keyof paths];

type RequiredKeys<Type> = { [Key in keyof Type]-?: object extends Pick<Type, Key> ? never : Key }[keyof Type];

/** A field that may be left out where all in it is optional. */
type Field<Name extends string, Value> = [RequiredKeys<Value>] extends [never]
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

type Params<Operation> = Operation extends { parameters: infer Parameters } ? Field<'params', Parameters> : object;

type Body<Operation> = Operation extends { requestBody?: infer Content }
  ? [Json<NonNullable<Content>>] extends [never]
    ? { readonly body?: never }
    : 'requestBody' extends RequiredKeys<Operation>
      ? { readonly body: Json<Content> }
      : { readonly body?: Json<NonNullable<Content>> }
  : { readonly body?: never };

/** What every request may have beside its parameters and its body. */
export interface RequestOptions {
  /** Ends the request, and its repetitions: the promise is rejected with the reason. */
  readonly signal?: AbortSignal;
  /** Further headers, such as `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The second argument of a method: parameters, body and options of an operation. */
export type RequestOf<Path extends keyof paths, M extends Method> = Params<paths[Path][M]> &
  Body<paths[Path][M]> &
  RequestOptions;

/** The same as arguments: it may be left out where nothing in it is required. */
export type Arguments<Path extends keyof paths, M extends Method> = [RequiredKeys<RequestOf<Path, M>>] extends [never]
  ? [request?: RequestOf<Path, M>]
  : [request: RequestOf<Path, M>];

/** A success: its body, and the response for its headers (`ETag`, `Projection-Lag`, …). Its body has been read. */
export interface Answer<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** The paths that a GET answers with a file. */
export type FilePath = {
  [Path in keyof paths]: paths[Path]['get'] extends { responses: { 200: { content: { 'text/csv': unknown } } } }
    ? Path
    : never;
}[keyof paths];

/** The paths that a GET reads page by page. */
export type PagedPath = {
  [Path in PathWith<'get'>]: Success<paths[Path]['get']> extends { next_page_token: string | null } ? Path : never;
}[PathWith<'get'>];

export type PageOf<Path extends PagedPath> = Success<paths[Path]['get']>;

/** The items of a page: of its one field that is an array. */
export type ItemOf<Path extends PagedPath> = {
  [Key in keyof PageOf<Path>]: PageOf<Path>[Key] extends readonly (infer Item)[] ? Item : never;
}[keyof PageOf<Path>];
