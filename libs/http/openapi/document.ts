import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '#kernel';
import { RecordReader } from '../fields/record-reader.js';
import { pagedBy } from '../parameters.js';
import { controllersOf, endpointsOf } from '../route-table.js';
import type { DeclaredEndpoint } from '../route-table.js';
import { codesOf } from './codes.js';
import { headerParameters, idParameters, type Parameter, queryParameters, type QuerySchema } from './parameters.js';
import { completeBody } from './request-schemas.js';
import { HEADERS, PROBLEM_SCHEMA, problemResponses, successHeaders } from './responses.js';
import { describeWebhooks } from './webhooks.js';

/** An operation of the document, as far as it is completed here. */
interface Operation {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: { required?: boolean };
  responses: Record<string, { description: string; headers?: object }>;
  security?: unknown[];
}

interface Schema extends QuerySchema {
  readonly description?: string;
}

const introduction = (basePath: string): string =>
  [
    'Smart lists, their members and phone-system outcomes. JSON in and out, UTF-8; times are ISO 8601 UTC with milliseconds; ids are UUIDs.',
    'A key belongs to one workspace, and every request acts only inside it; a header `X-Active-Subaccount` is ignored. Every write may carry an `Idempotency-Key`. ' +
      'After a success every read shows it, unless the answer says `Projection-Lag`.',
    'Fields of a body and query parameters that are not described are refused, on every path that needs a key or a token. Health, metrics and this reference ignore their query. ' +
      'Answers may get further fields.',
    'Refusals are problem documents (RFC 9457); [every code](ERRORS) is explained. A method that a path does not take is `method_not_allowed` (405); `Allow` names those it takes, as it does in the answer to OPTIONS (204).',
  ]
    .join('\n\n')
    .replace('ERRORS', `${basePath}/docs/errors`);

/** The headings of the reference, in the order in which somebody new reads them. */
const TAGS = [
  ['smart-lists', 'Dialing settings: what is called, how often, and what comes after.'],
  ['smart-list-members', 'The contacts on the lists.'],
  ['contacts', 'Whom members and calls refer to.'],
  ['phone-system', 'Outcomes: what an agent applies during or after a call.'],
  ['dialer', 'Whom to call next.'],
  ['calls', 'From the dispatch or registration to the end and the outcomes.'],
  ['webhook-deliveries', 'What actions send, and what became of it.'],
  ['admin', 'Workspaces, their API keys and signing secrets: for the holder of the ADMIN_TOKEN.'],
  ['operation', 'Health and metrics.'],
] as const;

/** The OpenAPI 3.1 document of an application: complete with every status each endpoint can answer. */
export function openApiDocument(app: INestApplication, options: { basePath: string; version: string }): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Smart lists and phone-system outcomes')
    .setDescription(introduction(options.basePath))
    .setVersion(options.version)
    // Paths carry the base path: they begin at the root of wherever the document was read from.
    .addServer('/')
    .addSecurity('api_key', bearer(`An API key. Scopes: ${SCOPES.join(', ')}.`))
    .addSecurity('admin_token', bearer('The ADMIN_TOKEN of the service.'))
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, Problem: PROBLEM_SCHEMA };
  components.headers = HEADERS;
  const controllers = controllersOf(app);
  const endpoints = endpointsOf(controllers);
  for (const endpoint of endpoints) complete(document, endpoint, options.basePath);
  for (const { name } of endpoints.flatMap(queryClasses)) delete components.schemas[name];
  describeWebhooks(document, controllers);
  document.tags = TAGS.map(([name, description]) => ({ name, description }));
  delete document.info.contact;
  return document;
}

function bearer(description: string): { type: 'http'; scheme: string; description: string } {
  return { type: 'http', scheme: 'bearer', description };
}

function complete(document: OpenAPIObject, endpoint: DeclaredEndpoint, basePath: string): void {
  const { options, body } = endpoint.info;
  const path = `${basePath}${options.path}`.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[options.method.toLowerCase() as 'get'] as unknown as Operation | undefined;
  if (!operation) throw new Error(`${options.method} ${path} is not in the document`);
  const paged = pagedBy(endpoint.controller.prototype as object, endpoint.method);
  operation.parameters = [...parametersOf(document, endpoint), ...(operation.parameters ?? [])];
  operation.security = securityOf(endpoint);
  if (body && operation.requestBody) {
    operation.requestBody.required = !RecordReader.of(body).allOptional;
    completeBody(document, body, options.method === 'PATCH');
  }
  const success = operation.responses[options.success.status]!;
  success.headers = successHeaders(endpoint.info);
  // What an answer is its schema says already.
  success.description =
    options.success.description ?? schemaOf(document, options.success.type.name).description ?? 'Done.';
  Object.assign(
    operation.responses,
    problemResponses(endpoint.info, codesOf(endpoint.info, paged !== undefined), basePath),
  );
}

function securityOf({ info: { options } }: DeclaredEndpoint): unknown[] {
  if (options.public) return [];
  return options.admin ? [{ admin_token: [] }] : [{ api_key: [options.scope] }];
}

/** The classes of a read's query parameters: they are written out as parameters, and are no schemas of their own. */
function queryClasses({ controller, method }: DeclaredEndpoint): readonly Type[] {
  const paged = pagedBy(controller.prototype as object, method);
  return paged ? [paged.filters, paged.parameters].filter((type) => type !== undefined) : [];
}

function parametersOf(document: OpenAPIObject, endpoint: DeclaredEndpoint): readonly Parameter[] {
  const query = queryClasses(endpoint).flatMap(({ name }) => queryParameters(schemaOf(document, name)));
  return [...idParameters(endpoint.info), ...query, ...headerParameters(endpoint.info)];
}

function schemaOf(document: OpenAPIObject, name: string): Schema {
  return (document.components?.schemas?.[name] as Schema | undefined) ?? {};
}
