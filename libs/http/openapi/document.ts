import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '#kernel';
import { API_VERSIONS } from '../api-versions.js';
import { RecordReader } from '../fields/record-reader.js';
import { pagedBy } from '../parameters.js';
import { controllersOf, endpointsOf } from '../route-table.js';
import type { DeclaredEndpoint } from '../route-table.js';
import { codesOf } from './codes.js';
import { successHeaders } from './headers.js';
import { headerParameters, idParameters, pageParameters, queryParameters, type QuerySchema } from './parameters.js';
import { PROBLEM_SCHEMAS } from './problem-schemas.js';
import { completeBody, schemaName } from './request-schemas.js';
import { problemResponses } from './responses.js';
import { addEnums, withoutCombinersOfOne } from './schemas.js';
import { SharedParts } from './shared-parts.js';
import { describeWebhooks } from './webhooks.js';

/** An operation of the document, with the fields that are completed here. */
interface Operation {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: { required?: boolean };
  responses: Record<string, object>;
  security?: unknown[];
}

interface Schema extends QuerySchema {
  readonly description?: string;
}

const introduction = (basePath: string): string =>
  [
    'Smart lists, their members and phone-system outcomes. JSON in and out, UTF-8; times are ISO 8601 UTC with milliseconds; ids are UUIDs. Texts are stored trimmed; one that is blank then, or has a control character, is refused.',
    'A key belongs to one workspace, and every request acts only inside it; a header `X-Active-Subaccount` is ignored. Every write with a key may carry an `Idempotency-Key`, but for the file of an import, which needs none; admin routes take none, for a replay would show a secret twice. ' +
      'After a success every read shows it, unless the answer to either says `Projection-Lag`.',
    'Fields of a body and query parameters that are not described are refused, on every path that needs a key or a token; the body of a GET is not read. Health, metrics and this reference ignore their query. ' +
      'Answers may get further fields. Those of 1 KiB or more come compressed (br, gzip) where `Accept-Encoding` names one of them, but for those with the `ETag` of a version and those to writes of an admin, some of which show a secret.',
    'Every answer has an `X-Request-Id`, an `API-Version`, and a `X-Correlation-Id` where the request brought an id of its own; every answer to an API key has `RateLimit-Policy` and `RateLimit`. ' +
      'They are described with the statuses 500 and 429.',
    `A request with a key or a token may name the version of the API that it was written for, as \`API-Version: ${API_VERSIONS.dates[0]!}\`; left out, it is the newest, and an unknown one is \`validation_failed\`. ` +
      'Reads whose `ETag` is a digest of the body answer 304, without a body, where `If-None-Match` has that of the body of now.',
    'Refusals are problem documents (RFC 9457); [every code](ERRORS) is explained. A method that a path does not take is `method_not_allowed` (405); `Allow` names those it takes, as it does in the answer to OPTIONS (204).',
  ]
    .join('\n\n')
    .replace('ERRORS', `${basePath}/docs/errors`);

/** The headings of the reference, in the order in which a new reader needs them. */
const TAGS = [
  ['me', 'Who is asking: the key, its workspace, and what is left of its limits.'],
  ['smart-lists', 'Dialing settings: what is called, how often, and what comes after.'],
  ['calling-hours', 'Times of the week, by a clock on the wall, in which numbers may be dialed.'],
  ['dial-groups', 'Lists that are dialed together, each group in a round of its own.'],
  ['smart-list-members', 'The contacts on the lists.'],
  ['contacts', 'Whom members and calls refer to.'],
  ['do-not-call', 'Numbers that are not dialed, whoever has them.'],
  ['imports', 'Files of contacts, members and removals: each row is done once.'],
  ['phone-system', 'Outcomes: what an agent applies during or after a call.'],
  ['dialer', 'Whom to call next.'],
  ['calls', 'From the dispatch or registration to the end and the outcomes.'],
  ['webhook-endpoints', 'URLs that are told of events of the whole workspace, and what became of it.'],
  ['signing-secrets', 'What the webhooks of actions are signed with.'],
  ['webhook-deliveries', 'What became of the webhooks that actions send.'],
  ['exports', 'All of something as one file, exact as of one revision.'],
  ['events', 'What happened, in its order, as it happens.'],
  ['webhooks', 'What the service sends to receivers of yours.'],
  ['admin', 'Workspaces, their API keys and signing secrets: for the holder of the ADMIN_TOKEN.'],
  ['operation', 'Health and metrics.'],
] as const;

/** Only the operator of an installation can help with it. */
const CONTACT = { name: 'The operator of this service' };
/** `UNLICENSED` of package.json, as an SPDX expression. */
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** The OpenAPI 3.1 document of an application: complete with every status that each endpoint can answer. */
export function openApiDocument(app: INestApplication, options: { basePath: string; version: string }): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Smart lists and phone-system outcomes')
    .setDescription(introduction(options.basePath))
    .setVersion(options.version)
    // The base path belongs to the server: a client that was generated without one also works with one.
    .addServer(options.basePath || '/')
    .addSecurity('api_key', bearer(`An API key. Scopes: ${SCOPES.join(', ')}.`))
    .addSecurity('admin_token', bearer('The ADMIN_TOKEN of the service.'))
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (_controller, method) => method,
    ignoreGlobalPrefix: true,
  });
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, ...PROBLEM_SCHEMAS };
  const controllers = controllersOf(app);
  const endpoints = endpointsOf(controllers);
  const parts = new SharedParts();
  for (const endpoint of endpoints) complete(document, endpoint, parts);
  describeWebhooks(document, controllers, parts);
  Object.assign(components, parts.all());
  // The classes of query parameters are written as parameters, and are no schemas of their own.
  const bodies = new Set(endpoints.map(({ info }) => info.body));
  for (const type of endpoints.flatMap(({ info }) => info.query)) {
    if (!bodies.has(type)) delete components.schemas[type.name];
  }
  addEnums(document);
  document.tags = TAGS.map(([name, description]) => ({ name, description }));
  Object.assign(document.info, { contact: CONTACT, license: LICENSE });
  return withoutCombinersOfOne(document);
}

function bearer(description: string): { type: 'http'; scheme: string; description: string } {
  return { type: 'http', scheme: 'bearer', description };
}

function complete(document: OpenAPIObject, endpoint: DeclaredEndpoint, parts: SharedParts): void {
  const { options, body } = endpoint.info;
  const path = options.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[options.method.toLowerCase() as 'get'] as unknown as Operation | undefined;
  if (!operation) throw new Error(`${options.method} ${path} is not in the document`);
  const paged = pagedBy(endpoint.controller.prototype as object, endpoint.method);
  // The library leaves out what refers to an enum of its own.
  const others = (operation.parameters ?? []).filter((each) => (each as { in?: string }).in !== 'query');
  operation.parameters = [...parametersOf(document, endpoint, parts), ...others];
  operation.security = securityOf(endpoint);
  if (body && operation.requestBody) {
    operation.requestBody.required = !RecordReader.of(body).allOptional;
    completeBody(document, body, options.method === 'PATCH');
  }
  const { status, type, description } = options.success;
  Object.assign(operation.responses[status]!, {
    ...successHeaders(endpoint.info, parts),
    // The schema of an answer already has its description.
    description: description ?? schemaOf(document, type).description ?? 'Done.',
  });
  Object.assign(operation.responses, problemResponses(codesOf(endpoint.info, paged !== undefined), parts));
}

function securityOf({ info: { options } }: DeclaredEndpoint): unknown[] {
  if (options.public) return options.tellsAdmin ? [{}, { admin_token: [] }] : [];
  if (options.admin) return [{ admin_token: [] }];
  return [{ api_key: options.scope ? [options.scope] : [] }];
}

function parametersOf(document: OpenAPIObject, endpoint: DeclaredEndpoint, parts: SharedParts): readonly object[] {
  const { info, controller, method } = endpoint;
  const paged = pagedBy(controller.prototype as object, method);
  return [
    ...idParameters(info, parts),
    ...info.query
      .filter((type) => type !== paged?.parameters)
      .flatMap((type) => queryParameters(schemaOf(document, type))),
    ...(paged ? pageParameters(schemaOf(document, paged.parameters), parts) : []),
    ...headerParameters(info, parts),
  ];
}

function schemaOf(document: OpenAPIObject, type: Type): Schema {
  return (document.components?.schemas?.[schemaName(type)] as Schema | undefined) ?? {};
}
