import type { ErrorCode } from '#kernel';
import type { EndpointInfo } from '../endpoint-info.js';

/** Every code that an endpoint can answer: its own, and those of its kind. */
export function codesOf({ options, kind, body }: EndpointInfo, paged: boolean): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(options.errors);
  codes.add('malformed_request').add('internal');
  if (options.public) return [...codes];
  // For an unknown query parameter, even where nothing else can be wrong.
  codes.add('unauthorized').add('rate_limited').add('unavailable').add('validation_failed');
  if (options.path.includes(':')) codes.add('not_found');
  if (options.admin) codes.add('not_found');
  if (options.scope) codes.add('insufficient_scope');
  if (body || options.method !== 'GET') {
    codes.add('payload_too_large').add('unsupported_media_type');
    if (!options.streams) codes.add('malformed_json');
  }
  if (paged) codes.add('invalid_page_token');
  if (kind === 'write' && !options.admin && !options.streams)
    codes.add('idempotency_key_reused').add('idempotency_in_progress');
  return [...codes];
}
