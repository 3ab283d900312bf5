import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#kernel';
import { answerStatic } from '../static-answer.js';
import { GUIDE, GuideFiles } from './guide-files.js';

/** Seconds for which a cache may keep that the site begins behind a slash. */
const MAX_AGE = 300;

export interface GuideOptions {
  /** The folder in which `npm run docs` puts the documentation site; it need not exist. */
  readonly folder: string;
  /** '' or '/prefix'. */
  readonly basePath: string;
}

/**
 * Serves the documentation site under /docs/guide/, without a key. Its pages work under the Content-Security-Policy of
 * every other answer. While it is not built, each of its paths is 404 with the command that builds it; a path that the
 * built site lacks is 404, for browsers with the site's own page.
 */
export function serveGuide(app: NestFastifyApplication, { folder, basePath }: GuideOptions): void {
  const fastify = app.getHttpAdapter().getInstance();
  const guide = new GuideFiles(folder, basePath);
  fastify.get(basePath + GUIDE, { compress: false }, async (_request, reply) => {
    reply.header('Cache-Control', `public, max-age=${MAX_AGE}`);
    return reply.redirect(`${basePath}${GUIDE}/`, 301);
  });
  fastify.get(`${basePath}${GUIDE}/*`, { compress: false }, (request, reply) => answer(request, reply, guide));
}

async function answer(request: FastifyRequest, reply: FastifyReply, guide: GuideFiles): Promise<FastifyReply> {
  const files = await guide.current();
  if (!files) throw new DomainError('not_found', 'The documentation site is not built: `npm run docs` builds it.');
  const { '*': path } = request.params as { readonly '*': string };
  const file = files.get(path.replace(/(^|\/)$/, '$1index.html'));
  if (file) return answerStatic(request, reply, file);
  const page = files.get('404.html');
  if (!page || !request.headers.accept?.includes('text/html')) {
    throw new DomainError('not_found', 'The documentation site has no such page.');
  }
  const { bytes } = await page.forms.for(undefined);
  return reply.code(404).header('Content-Type', page.type).send(bytes);
}
