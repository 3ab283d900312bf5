import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Swagger UI contains inline styles and images in data URLs; everything else is served from this origin. */
const CONTENT_SECURITY = {
  defaultSrc: ["'self'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
};

/**
 * Helmet's headers, by lower-case name. They are the same for every answer, so helmet is called once: as a plugin it
 * would build them again for each request (5 % of a small POST).
 */
export function securityHeaders(): Readonly<Record<string, string>> {
  const recorder = new ServerResponse(new IncomingMessage(new Socket()));
  const contentSecurityPolicy = { useDefaults: false, directives: CONTENT_SECURITY };
  helmet({ contentSecurityPolicy, xFrameOptions: { action: 'deny' } })(recorder.req, recorder, () => undefined);
  return recorder.getHeaders() as Record<string, string>;
}
