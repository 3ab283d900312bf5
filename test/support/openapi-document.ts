/** The parts of an OpenAPI 3.1 document that the tests read. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema?: Schema }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export type Schema = Readonly<Record<string, unknown>>;

/** One operation of the document. */
export interface Operation {
  /** Upper case. */
  readonly method: string;
  /** As in the document: `/smart-lists/{smartListId}`. */
  readonly template: string;
  readonly object: OperationObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

/** Every operation, in the order of the document, with all references resolved except those to schemas. */
export function operationsOf(document: OpenApiDocument): readonly Operation[] {
  const resolve = resolverOf(document);
  return Object.entries(document.paths).flatMap(([template, item]) =>
    METHODS.flatMap((method) => {
      const object = item[method];
      return object === undefined ? [] : [{ method: method.toUpperCase(), template, object: resolve(object) }];
    }),
  );
}

const REFERENCE = /^#\/components\/(?!schemas\/)([^/]+)\/([^/]+)$/;

/** Replaces references by the components they name, except schemas. One component stays one object. */
export function resolverOf({ components = {} }: OpenApiDocument): <Part>(part: Part) => Part {
  const resolved = new Map<string, unknown>();
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref } = part as { $ref?: unknown };
    const [, group, name] = (typeof $ref === 'string' && REFERENCE.exec($ref)) || [];
    if (group === undefined)
      return Object.fromEntries(Object.entries(part).map(([key, value]: [string, unknown]) => [key, resolve(value)]));
    const component = components[group]?.[name!];
    if (component === undefined) throw new Error(`${String($ref)} leads nowhere`);
    if (!resolved.has(`${group}/${name}`)) resolved.set(`${group}/${name}`, resolve(component));
    return resolved.get(`${group}/${name}`);
  };
  return resolve as <Part>(part: Part) => Part;
}

/**
 * The schema with every object closed: a field that is not in the schema is an error, as it is for a client with
 * generated types. Schemas that say something about additional fields keep it.
 */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' ? value : closed(value),
    ]),
  );
  const open = 'additionalProperties' in inside || 'unevaluatedProperties' in inside;
  return isObjectSchema(inside) && !open ? { ...inside, unevaluatedProperties: false } : inside;
}

function isObjectSchema(schema: Schema): boolean {
  const { type, properties } = schema as { type?: unknown; properties?: unknown };
  const objects = type === 'object' || (Array.isArray(type) && type.includes('object'));
  return objects && typeof properties === 'object';
}
