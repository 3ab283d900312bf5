import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Answer, Http } from './http.js';
import { closed, operationsOf } from './openapi-document.js';
import type { OpenApiDocument, Operation, ResponseObject, Schema } from './openapi-document.js';

/** Headers of any HTTP server, and security headers: not part of the contract of an operation. */
const GENERAL_HEADERS = new Set(
  `date connection keep-alive content-length content-type transfer-encoding vary cache-control
   content-security-policy cross-origin-opener-policy cross-origin-resource-policy cross-origin-embedder-policy
   origin-agent-cluster referrer-policy strict-transport-security x-content-type-options x-dns-prefetch-control
   x-download-options x-frame-options x-permitted-cross-domain-policies x-xss-protection`.split(/\s+/),
);

/** Headers of every answer, as the introduction of the document states; `components.headers` describes them. */
const OF_EVERY_ANSWER = ['X-Request-Id', 'X-Correlation-Id', 'API-Version'];
/** Further headers of answers to requests with an API key. */
const OF_KEYED_ANSWERS = ['RateLimit-Policy', 'RateLimit'];

/** Statuses that are allowed for a path or a method that is not in the document. */
const STRAY_STATUSES = new Set([400, 404, 405, 414, 431]);

/** Paths outside the contract: the document itself, the reference page and its assets. */
const PAGES = /^\/(docs(\/|$)|openapi\.json$)/;

export const PROBLEM = 'application/problem+json';

/** The answer is not one that the served OpenAPI document allows. */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}

/** The contract as the running service serves it. End-to-end tests check every answer against it. */
export class Contract {
  private readonly ajv: Ajv2020;
  /** By the schema itself, and by its text: operations say the same in objects of their own. */
  private readonly validators = new Map<Schema | string, ValidateFunction>();
  private readonly components: unknown;
  private readonly routes: readonly { readonly pattern: RegExp; readonly operation: Operation }[];
  readonly operations: readonly Operation[];
  /** The base path of the document's paths. */
  private readonly serverPath: string;

  private constructor(
    readonly document: OpenApiDocument,
    private readonly basePath: string,
  ) {
    // That the document is valid is tested once (test/e2e/behaviour/service.e2e.spec.ts), not in every spec.
    this.ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
    this.components = closed(document.components);
    addFormats.default(this.ajv);
    this.operations = operationsOf(document);
    this.serverPath = new URL(document.servers?.[0]?.url ?? '/', 'http://service').pathname.replace(/\/$/, '');
    // Fixed segments before parameters: /a/b must match /a/b and not /a/{id}.
    this.routes = [...this.operations]
      .sort((a, b) => a.template.split('{').length - b.template.split('{').length)
      .map((operation) => ({ operation, pattern: patternOf(operation.template) }));
  }

  /** Fetches the document of a running service. */
  static async of(http: Http, basePath: string): Promise<Contract> {
    const { status, bytes } = await http.send({ method: 'GET', path: `${basePath}/openapi.json` });
    if (status !== 200) throw new Error(`/openapi.json answered ${status}: ${bytes.toString()}`);
    return new Contract(JSON.parse(bytes.toString()) as OpenApiDocument, basePath);
  }

  /** The operation that a request matches, if any. A literal path takes precedence over one with a parameter. */
  operationOf(method: string, path: string): Operation | undefined {
    const plain = path.split('?')[0]!.slice(this.serverPath.length);
    const template = this.routes.find(({ pattern }) => pattern.test(plain))?.operation.template;
    return this.operations.find((operation) => operation.method === method && operation.template === template);
  }

  /** @throws ContractViolation naming the request and what about its answer is not in the document. */
  check(method: string, path: string, answer: Answer): void {
    if (PAGES.test(path.slice(this.basePath.length))) return;
    const complain = (what: string): never => {
      throw new ContractViolation(
        `${method} ${path} → ${answer.status}: ${what}\n${answer.bytes.toString().slice(0, 2_000)}`,
      );
    };
    if (answer.headers['x-request-id'] === undefined) complain('no X-Request-Id');
    if (answer.headers['api-version'] === undefined) complain('no API-Version');
    const operation = this.operationOf(method, path);
    if (operation === undefined && !STRAY_STATUSES.has(answer.status)) complain('the document has no such operation');
    const documented = operation && responseFor(operation, answer);
    if (operation !== undefined && documented === undefined) complain('the document has no such status');
    const keyed = operation?.object.security?.some((one) => 'api_key' in one) ?? false;
    this.checkHeaders(answer, { documented, keyed }, complain);
    this.checkBody(answer, documented, complain);
  }

  private checkHeaders(
    answer: Answer,
    { documented, keyed }: { readonly documented: ResponseObject | undefined; readonly keyed: boolean },
    complain: (what: string) => never,
  ): void {
    if (documented === undefined) return;
    const general = keyed ? [...OF_EVERY_ANSWER, ...OF_KEYED_ANSWERS] : OF_EVERY_ANSWER;
    const headers = { ...this.generalHeaders(general), ...documented.headers };
    const known = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
    for (const [name, value] of Object.entries(answer.headers)) {
      const header = known.get(name);
      if (header === undefined && !GENERAL_HEADERS.has(name))
        complain(`the document has no header ${name}: ${String(value)}`);
      if (header?.schema && !this.fits(header.schema, headerValue(header.schema, String(value)))) {
        complain(`the header ${name}: ${String(value)} is not as documented`);
      }
    }
    for (const [name, { required }] of known) {
      if (required && answer.headers[name] === undefined) complain(`the documented header ${name} is missing`);
    }
  }

  private generalHeaders(names: readonly string[]): NonNullable<ResponseObject['headers']> {
    return Object.fromEntries(
      names.map((name) => [name, { schema: this.document.components!['headers']![name]!['schema'] as Schema }]),
    );
  }

  private checkBody(answer: Answer, documented: ResponseObject | undefined, complain: (what: string) => never): void {
    const type = mediaType(answer);
    const content = documented === undefined ? { [PROBLEM]: { schema: this.problemSchema() } } : documented.content;
    if (content === undefined)
      return answer.bytes.length === 0 ? undefined : complain('a body, where the document has none');
    const media = content[type];
    if (media === undefined) return complain(`the document has no ${type || 'answer without a type'} here`);
    if (!/json$/.test(type) || media.schema === undefined) return;
    const validate = this.validator(media.schema);
    if (!validate(jsonOf(answer))) complain(`the body is not as documented: ${this.ajv.errorsText(validate.errors)}`);
  }

  /** Whether a value fits a schema of the document. */
  fits(schema: Schema, value: unknown): boolean {
    return this.validator(schema)(value);
  }

  private validator(schema: Schema): ValidateFunction {
    const known = this.validators.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    const validate =
      this.validators.get(text) ?? this.ajv.compile({ ...(closed(schema) as Schema), components: this.components });
    this.validators.set(schema, validate).set(text, validate);
    return validate;
  }

  private problemSchema(): Schema {
    for (const { object } of this.operations) {
      for (const { content } of Object.values(object.responses)) {
        const schema = content?.[PROBLEM]?.schema;
        if (schema !== undefined) return schema;
      }
    }
    throw new ContractViolation('the document describes no problem');
  }
}

/**
 * The response that an operation documents for an answer. The introduction tells of 304, once for all operations whose
 * ETag is a digest, which is a weak one: it has the tag of the success, and no body.
 */
function responseFor({ object: { responses } }: Operation, { status, headers }: Answer): ResponseObject | undefined {
  const { headers: ofSuccess } = responses['200'] ?? {};
  if (status !== 304 || !ofSuccess?.['ETag'] || !headers.etag?.startsWith('W/')) return responses[String(status)];
  return { description: 'The body is the same.', headers: ofSuccess };
}

function patternOf(template: string): RegExp {
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{[^}]+\}/g, '[^/]*')}$`);
}

/** The media type without its parameters. */
export function mediaType(answer: Answer): string {
  return (answer.headers['content-type'] ?? '').split(';')[0]!.trim();
}

/** The body of an answer; strict about its UTF-8. */
export function jsonOf(answer: Answer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(answer.bytes));
}

function headerValue(schema: Schema, value: string): unknown {
  return schema['type'] === 'integer' || schema['type'] === 'number' ? Number(value) : value;
}
