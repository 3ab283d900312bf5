import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CompressedOnce } from '../compressed-once.js';
import { answerStatic } from '../static-answer.js';
import { openApiDocument } from './document.js';
import { errorsPage } from './errors-page.js';

/** Seconds for which caches keep the reference: it changes only with a new version of the service. */
const MAX_AGE = 300;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/** The folder of Swagger UI's own files. Looking a package up reads the disk, so it is done once a process. */
const ASSETS = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Swagger UI's own files, by their names in the package, with their types. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-32x32.png': 'image/png',
};

/**
 * Serves the contract: /openapi.json, /docs (Swagger UI from local files, so it works offline and under CSP `self`) and
 * /docs/errors. Not by @nestjs/swagger's own function, which ends the process where a package cannot be loaded (for
 * example in Jest on Node 20). Each text is made at its first request, then cached.
 */
export function serveReference(app: NestFastifyApplication, options: { basePath: string; version: string }): void {
  const { basePath } = options;
  const fastify = app.getHttpAdapter().getInstance();
  const serve = (path: string, type: string, text: () => string | Promise<Buffer>): void => {
    const page = { forms: new CompressedOnce(text), type, caching: `public, max-age=${MAX_AGE}` };
    fastify.get(basePath + path, { compress: false }, (request, reply) => answerStatic(request, reply, page));
  };
  serve('/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(openApiDocument(app, options)));
  for (const path of ['/docs', '/docs/']) serve(path, HTML, () => page(basePath));
  serve('/docs/start.js', SCRIPT, () => startScript(basePath));
  for (const path of ['/docs/errors', '/docs/errors/']) serve(path, HTML, errorsPage);
  for (const [name, type] of Object.entries(FILES)) serve(`/docs/${name}`, type, () => readFile(join(ASSETS, name)));
}

/** Whether a route belongs to the reference: only these routes are no endpoints. */
export function isReference(url: string, basePath: string): boolean {
  return url === `${basePath}/openapi.json` || url === `${basePath}/docs` || url.startsWith(`${basePath}/docs/`);
}

function page(basePath: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API reference</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">`,
    `<link rel="icon" type="image/png" href="${basePath}/docs/favicon-32x32.png">`,
    '</head><body><div id="reference"></div>',
    `<script src="${basePath}/docs/swagger-ui-bundle.js"></script><script src="${basePath}/docs/start.js"></script>`,
    '</body></html>',
  ].join('');
}

function startScript(basePath: string): string {
  const options = { url: `${basePath}/openapi.json`, dom_id: '#reference', deepLinking: true };
  return `SwaggerUIBundle(${JSON.stringify(options)});`;
}
