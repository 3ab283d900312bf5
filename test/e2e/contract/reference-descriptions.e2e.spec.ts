import { resolverOf } from '../../support/openapi-document.js';
import { shareService } from '../../support/shared.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Described {
  readonly $ref?: string;
  readonly description?: string;
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Described & { readonly name: string })[];
  readonly responses: Readonly<Record<string, Described & { readonly headers?: Readonly<Record<string, Described>> }>>;
}

type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

interface OpenApi {
  readonly tags: readonly (Described & { readonly name: string })[];
  readonly paths: Operations;
  readonly webhooks: Operations;
  readonly components: Readonly<Record<'schemas' | 'headers' | 'securitySchemes', Readonly<Record<string, Schema>>>>;
}

// With the test clock the service has all its endpoints.
const service = shareService({ env: { TEST_CLOCK: '1', NODE_ENV: 'test' } });

/** Whether a text consists of sentences. */
const says = ({ description }: Described): boolean => description !== undefined && /^[^ ].{5,}[.…]$/s.test(description);

/** A referenced schema is described where it is defined. */
const isReference = ({ $ref }: Schema): boolean => $ref !== undefined;

const takesNull = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);

/** The paths of everything in a schema that is not described. */
function undescribedIn(schema: Schema, place: string): readonly string[] {
  const within = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => undescribedIn(part, place));
  const items = schema.items ? undescribedIn(schema.items, `${place}[]`) : [];
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = `${place}.${name}`;
    const described = isReference(property) || says(property);
    const nullIsNot = takesNull(property) && !/\bnull\b/.test(property.description ?? '');
    return [...(described ? [] : [at]), ...(nullIsNot ? [`null of ${at}`] : []), ...undescribedIn(property, at)];
  });
  return [...within, ...items, ...properties];
}

function undescribedOf(operation: Operation, place: string): readonly string[] {
  const parameters = operation.parameters.filter((parameter) => !says(parameter));
  const responses = Object.entries(operation.responses);
  const headers = responses.flatMap(([status, { headers = {} }]) =>
    Object.entries(headers).map(([name, header]) => [`${status} ${name}`, header] as const),
  );
  return [
    ...(/\w+ \w+/.test(operation.summary ?? '') && says(operation) ? [] : [place]),
    ...parameters.map(({ name }) => `${place} ${name}`),
    ...responses.filter(([, response]) => !says(response)).map(([status]) => `${place} ${status}`),
    ...headers.filter(([, header]) => !isReference(header) && !says(header)).map(([name]) => `${place} ${name}`),
  ];
}

describe('the reference', () => {
  const document = (): OpenApi => service().contract.document as unknown as OpenApi;
  const operations = (): readonly (readonly [string, Operation])[] =>
    [document().paths, document().webhooks].flatMap((all) =>
      Object.entries(all).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => [`${method} ${path}`, resolved(operation)] as const),
      ),
    );
  const resolved = <Part>(part: Part): Part => resolverOf(service().contract.document)(part);

  it('describes every schema and every property, and the meaning of null', () => {
    const schemas = Object.entries(document().components.schemas);
    expect(schemas.length).toBeGreaterThan(50);
    const undescribed = schemas.flatMap(([name, schema]) => [
      ...(says(schema) ? [] : [name]),
      ...undescribedIn(schema, name),
    ]);
    expect(undescribed).toEqual([]);
  });

  it('describes every operation, parameter, answer and header', () => {
    expect(operations().length).toBeGreaterThan(30);
    expect(operations().flatMap(([place, operation]) => undescribedOf(operation, place))).toEqual([]);
    const { headers, securitySchemes } = document().components;
    for (const shared of [headers, securitySchemes]) {
      expect(Object.entries(shared).filter(([, one]) => !says(one))).toEqual([]);
    }
  });

  it('has every operation under a heading with a description', () => {
    const headings = new Set(
      document()
        .tags.filter(says)
        .map(({ name }) => name),
    );
    const used = new Set(operations().flatMap(([, { tags }]) => tags));
    expect([...used].sort()).toEqual([...headings].sort());
  });
});
