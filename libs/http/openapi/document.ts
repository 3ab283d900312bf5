import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SCOPES } from '#kernel';
import { RecordReader } from '../fields/record-reader.js';
import { pagedBy } from '../parameters.js';
import { controllersOf, endpointsOf, idsOf } from '../route-table.js';
import type { DeclaredEndpoint } from '../route-table.js';
import { codesOf } from './codes.js';
import { HEADERS, PROBLEM_SCHEMA, problemResponses, successHeaders } from './responses.js';

/** An operation of the document, as far as it is completed here. */
interface Operation {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: { required?: boolean };
  responses: Record<string, { headers?: object }>;
  security?: unknown[];
}

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly required?: readonly string[];
}

const INTRODUCTION = [
  'Smart lists, their members and phone-system outcomes. JSON in and out, UTF-8; times are ISO 8601 UTC with milliseconds; ids are UUIDs.',
  'A key belongs to one workspace, and every request acts only inside it. Every write may carry an `Idempotency-Key`.',
  'Refusals are problem documents (RFC 9457); [every code](docs/errors) is explained.',
].join('\n\n');

/** The OpenAPI 3.1 document of an application: complete with every status each endpoint can answer. */
export function openApiDocument(app: INestApplication, options: { basePath: string; version: string }): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Smart lists and phone-system outcomes')
    .setDescription(INTRODUCTION)
    .setVersion(options.version)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: `An API key. Scopes: ${SCOPES.join(', ')}.` },
      'api_key',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The ADMIN_TOKEN of the service.' }, 'admin_token')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  const components = (document.components ??= {});
  components.schemas = { ...components.schemas, Problem: PROBLEM_SCHEMA };
  components.headers = HEADERS;
  for (const endpoint of endpointsOf(controllersOf(app))) complete(document, endpoint, options.basePath);
  return document;
}

function complete(document: OpenAPIObject, endpoint: DeclaredEndpoint, basePath: string): void {
  const { options, body } = endpoint.info;
  const path = `${basePath}${options.path}`.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path]?.[options.method.toLowerCase() as 'get'] as unknown as Operation | undefined;
  if (!operation) throw new Error(`${options.method} ${path} is not in the document`);
  const paged = pagedBy(endpoint.controller.prototype as object, endpoint.method);
  operation.parameters = [...parametersOf(document, endpoint), ...(operation.parameters ?? [])];
  operation.security = securityOf(endpoint);
  if (body && operation.requestBody) operation.requestBody.required = !RecordReader.of(body).allOptional;
  const success = operation.responses[options.success.status]!;
  success.headers = successHeaders(endpoint.info);
  Object.assign(
    operation.responses,
    problemResponses(endpoint.info, codesOf(endpoint.info, paged !== undefined), basePath),
  );
}

function securityOf({ info: { options } }: DeclaredEndpoint): unknown[] {
  if (options.public) return [];
  return options.admin ? [{ admin_token: [] }] : [{ api_key: [options.scope] }];
}

function parametersOf(document: OpenAPIObject, { info, controller, method }: DeclaredEndpoint): unknown[] {
  const ids = idsOf(info.options.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const paged = pagedBy(controller.prototype as object, method);
  const classes = paged ? [paged.filters, paged.parameters].filter((type) => type !== undefined) : [];
  const query = classes.flatMap(({ name }) => queryParameters(schemaOf(document, name)));
  return [
    ...ids,
    ...query,
    ...(info.kind === 'write' && !info.options.admin ? [IDEMPOTENCY_KEY] : []),
    ...ifMatchOf(info),
  ];
}

function queryParameters({ properties = {}, required = [] }: Schema): unknown[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key, method, path and body again: the first answer again. Kept for at least 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 257, example: '6f1c7a52-0a1b-4a58-9d3e-1f2a3b4c5d6e' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that was read: refused with `precondition_failed` if it is no longer the present one.',
  schema: { type: 'string', example: '"3"' },
};

function ifMatchOf({ options }: DeclaredEndpoint['info']): unknown[] {
  return options.errors?.includes('precondition_failed') ? [IF_MATCH] : [];
}

function schemaOf(document: OpenAPIObject, name: string): Schema {
  return (document.components?.schemas?.[name] as Schema | undefined) ?? {};
}
