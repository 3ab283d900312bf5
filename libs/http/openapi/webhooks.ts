import type { Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { SharedParts } from './shared-parts.js';

/** A header, of the request or of an answer to it. */
export interface WebhookHeader {
  readonly description: string;
  readonly pattern?: string;
  readonly example: string;
  /** Whether a request may lack it. */
  readonly optional?: true;
}

/** The meaning of a receiver's answer. */
export interface WebhookAnswer {
  readonly description: string;
  /** Headers of the answer that the service reads. */
  readonly headers?: Readonly<Record<string, WebhookHeader>>;
}

/** A request that the service sends. */
export interface WebhookOptions {
  /** The name in the reference. */
  readonly name: string;
  /** The name from which generators make that of the receiving function. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The class of its JSON body, described like that of an answer: a later version may add fields. */
  readonly body: Type;
  readonly headers: Readonly<Record<string, WebhookHeader>>;
  /** By status; `2XX` stands for a hundred of them, `default` for every other one. */
  readonly answers: Readonly<Record<string, WebhookAnswer>>;
}

const WEBHOOKS = Symbol('webhooks');

/**
 * Adds requests that the service sends to the reference, beside the endpoints of a controller. (`@ApiWebhook` of
 * @nestjs/swagger needs a method that is a route, and there is none.)
 */
export function Webhooks(...all: readonly WebhookOptions[]): ClassDecorator {
  return (target) => {
    ApiExtraModels(...all.map(({ body }) => body))(target);
    Reflect.defineMetadata(WEBHOOKS, all, target);
  };
}

/**
 * Adds the webhooks of some controllers to a document that has the schemas of their bodies. Their headers are parts
 * that all of them share.
 */
export function describeWebhooks(document: OpenAPIObject, controllers: readonly Type[], parts: SharedParts): void {
  const webhooks = controllers.flatMap((controller) => {
    const all = (Reflect.getMetadata(WEBHOOKS, controller) as readonly WebhookOptions[] | undefined) ?? [];
    return all.map((options) => [options.name, { post: operationOf(options, parts) }] as const);
  });
  if (webhooks.length > 0) document.webhooks = Object.fromEntries(webhooks) as NonNullable<OpenAPIObject['webhooks']>;
}

function operationOf(options: WebhookOptions, parts: SharedParts): object {
  const { operationId, tag, summary, description, body, headers, answers } = options;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [],
    parameters: Object.entries(headers).map(([name, header]) =>
      parts.share('parameters', `Sent${pascalCase(name)}`, {
        name,
        in: 'header',
        required: !header.optional,
        ...described(header),
      }),
    ),
    requestBody: { required: true, content: { 'application/json': { schema: { $ref: getSchemaPath(body) } } } },
    responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)])),
  };
}

/** `webhook-id` as `WebhookId`: generators make a type of the name. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|-)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
}

function responseOf({ description, headers = {} }: WebhookAnswer): object {
  const read = Object.entries(headers).map(([name, header]) => [name, described(header)]);
  return { description, ...(read.length > 0 && { headers: Object.fromEntries(read) as object }) };
}

function described({ description, pattern, example }: WebhookHeader): object {
  return { description, schema: { type: 'string', ...(pattern !== undefined && { pattern }), examples: [example] } };
}
