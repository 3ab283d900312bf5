import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument } from './document.js';
import { errorsPage } from './errors-page.js';

/**
 * Serves the contract: /openapi.json, /docs (Swagger UI from our own files, so it works offline and under CSP `self`) and /docs/errors.
 * The document is made when it is first asked for, then kept.
 */
export function serveReference(app: NestFastifyApplication, options: { basePath: string; version: string }): void {
  const { basePath } = options;
  const fastify = app.getHttpAdapter().getInstance();
  let document: OpenAPIObject | undefined;
  let json: string | undefined;
  const made = (): OpenAPIObject => (document ??= openApiDocument(app, options));
  fastify.get(`${basePath}/openapi.json`, (_request, reply) => {
    reply.header('Content-Type', 'application/json; charset=utf-8').send((json ??= JSON.stringify(made())));
  });
  fastify.get(`${basePath}/docs/errors`, (_request, reply) => {
    reply.header('Content-Type', 'text/html; charset=utf-8').send(errorsPage());
  });
  SwaggerModule.setup(`${basePath}/docs`, app, made, { raw: false, customSiteTitle: 'API reference' });
}

/** Whether a route belongs to the reference: these are the only ones that are no endpoints. */
export function isReference(url: string, basePath: string): boolean {
  return url === `${basePath}/openapi.json` || url === `${basePath}/docs` || url.startsWith(`${basePath}/docs/`);
}
