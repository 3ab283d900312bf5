import type { EndpointInfo } from '../endpoint-info.js';
import { PHONE_PATTERN } from '../fields/text.js';
import { idsOf } from '../route-table.js';
import type { Reference, SharedParts } from './shared-parts.js';

/** A parameter of the document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

/** The query parameters of a class, as its schema describes them. */
export interface QuerySchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly example?: unknown }>>;
  readonly required?: readonly string[];
}

const PHONE: Parameter = {
  name: 'phone',
  in: 'path',
  required: true,
  description: 'In E.164; its + may be escaped as %2B. What is no phone number is `not_found`, like an unknown one.',
  schema: { type: 'string', pattern: PHONE_PATTERN },
};

/** The ids in the path of an endpoint; a phone number is one, too. */
export function idParameters({ options }: EndpointInfo, parts: SharedParts): readonly Reference[] {
  return idsOf(options.path).map((name) =>
    parts.share(
      'parameters',
      capitalized(name),
      name === PHONE.name
        ? PHONE
        : {
            name,
            in: 'path',
            required: true,
            description: `The id of the ${wordsOf(name)}, in upper or lower case. What is no UUID is \`not_found\`, like an unknown one.`,
            schema: { type: 'string', format: 'uuid' },
          },
    ),
  );
}

/** `smartListId` → smart list, `apiKeyId` → API key. */
function wordsOf(name: string): string {
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/^api\b/, 'API');
}

/**
 * Without examples, like those of headers: the browsable reference sends an example unless it is deleted first, and
 * then a filter hides everything, an Idempotency-Key is always the same, and an If-Match never fits.
 */
export function queryParameters({ properties = {}, required = [] }: QuerySchema): readonly Parameter[] {
  return Object.entries(properties).map(([name, { description, example: _example, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** The parameters that every paged read has. */
export function pageParameters(schema: QuerySchema, parts: SharedParts): readonly Reference[] {
  return queryParameters(schema).map((parameter) =>
    parts.share('parameters', parameter.name.split('_').map(capitalized).join(''), parameter),
  );
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    '1 to 255 visible ASCII characters of your choice, e.g. a new UUID, with or without the quotes of a structured string (RFC 9651). With the same key, method, path and body comes the ' +
    'first answer again, and nothing is done twice. Keys are those of the workspace, and are kept for 7 days (`IDEMPOTENCY_DAYS` of the service; one day at least). Only a success is kept: ' +
    'after a refusal the key may be sent again.',
  schema: { type: 'string', pattern: '^([!#-~][!-~]{0,254}|"([!#-\\[\\]-~]|\\\\["\\\\]){1,255}")$' },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag that was read, e.g. `"3"`, quotes included; several parted by commas; or `*` for any. Refused with `precondition_failed` if none is the present one. Left out: not checked.',
  schema: { type: 'string' },
};

const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Your own id for this request, 1 to 128 visible ASCII characters: it is sent back and logged, and not stored. Left out, or anything else: it is given one.',
  schema: { type: 'string' },
};

/**
 * The headers that an endpoint reads, besides those of HTTP itself. None is added to an existing operation: generators
 * make each one a parameter by its position, and programs that call the function would not compile any more. The
 * introduction of the document tells of API-Version, and of If-None-Match with its 304.
 */
export function headerParameters({ kind, options }: EndpointInfo, parts: SharedParts): readonly Reference[] {
  const shared = (name: string, parameter: Parameter) => parts.share('parameters', name, parameter);
  return [
    ...(kind === 'write' && !options.admin && !options.streams ? [shared('IdempotencyKey', IDEMPOTENCY_KEY)] : []),
    ...(options.errors?.includes('precondition_failed') ? [shared('IfMatch', IF_MATCH)] : []),
    shared('RequestId', REQUEST_ID),
  ];
}

function capitalized(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
