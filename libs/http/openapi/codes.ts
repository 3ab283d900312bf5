import type { ErrorCode } from '#kernel';
import type { EndpointInfo } from '../endpoint-info.js';

/** Every code an endpoint can answer: its own, and those that come with what it is. */
export function codesOf({ options, kind, body }: EndpointInfo, paged: boolean): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(options.errors);
  codes.add('malformed_request').add('internal');
  if (options.public) return [...codes];
  // Of an unknown query parameter, where nothing else can be wrong.
  codes.add('unauthorized').add('rate_limited').add('unavailable').add('validation_failed');
  if (options.path.includes(':')) codes.add('not_found');
  if (options.admin) codes.add('not_found');
  else codes.add('insufficient_scope');
  if (body || options.method !== 'GET') {
    codes.add('malformed_json').add('payload_too_large').add('unsupported_media_type');
  }
  if (paged) codes.add('invalid_page_token');
  if (kind === 'write' && !options.admin) codes.add('idempotency_key_reused').add('idempotency_in_progress');
  return [...codes];
}
