import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock, IndexValue } from '#kernel';
import { DomainError } from '#kernel';

/** The scope of a token: used anywhere else it counts as altered. */
export interface PageScope {
  /** '' on admin routes. */
  readonly workspaceId: string;
  /** The route with the ids of its path. */
  readonly route: string;
  /** The filters as they were read; undefined ones do not count. */
  readonly filters: object;
}

const HOUR = 3_600_000;
const LIFE_HOURS = 24;
const MAC_BYTES = 32;
const EXPIRY_BYTES = 4;

/**
 * Makes and reads `next_page_token` (docs/reference/http-contract.md#pages): base64url of the hour it expires, the
 * position at which the next page begins, and an HMAC-SHA256 over both and over its scope. The expiry is rounded up to
 * the hour (a token lives 24 to 25 h), so that within the hour the same position gives the same bytes, from every copy
 * of the rows.
 * @see docs/adr/0007-page-tokens-expire-on-the-hour.md
 */
export class PageTokens {
  /** The first signs, all of them verify. */
  private readonly keys: readonly Uint8Array[];

  /**
   * @param secret the service's secret; the key of the tokens is derived from it, so no other use has the same key
   * @param older secrets whose tokens are still accepted
   */
  constructor(
    secret: Uint8Array,
    private readonly clock: Clock,
    older: readonly Uint8Array[] = [],
  ) {
    this.keys = [secret, ...older].map(
      (each) => new Uint8Array(hkdfSync('sha256', each, new Uint8Array(0), 'page tokens', MAC_BYTES)),
    );
  }

  /** The token of the page behind `after`. */
  issue(scope: PageScope, after: readonly IndexValue[]): string {
    const position = Buffer.from(JSON.stringify(after));
    const content = Buffer.allocUnsafe(EXPIRY_BYTES + position.length);
    content.writeUInt32BE(Math.ceil(this.clock.now() / HOUR) + LIFE_HOURS, 0);
    position.copy(content, EXPIRY_BYTES);
    return Buffer.concat([content, mac(this.keys[0]!, scope, content)]).toString('base64url');
  }

  /**
   * The position in a token.
   * @throws DomainError `invalid_page_token` the token is foreign, altered, expired, or spelled in another way than it
   * was issued
   */
  read(scope: PageScope, token: string): readonly IndexValue[] {
    const bytes = Buffer.from(token, 'base64url');
    // base64 has several spellings of the same bytes (other alphabet, padding, loose last bits): only the issued one is
    // a token.
    if (bytes.length <= EXPIRY_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) throw invalid();
    const content = bytes.subarray(0, -MAC_BYTES);
    const sent = bytes.subarray(-MAC_BYTES);
    if (!this.keys.some((key) => timingSafeEqual(sent, mac(key, scope, content)))) throw invalid();
    if (content.readUInt32BE(0) * HOUR <= this.clock.now()) throw invalid();
    return JSON.parse(content.toString('utf8', EXPIRY_BYTES)) as readonly IndexValue[];
  }
}

function mac(key: Uint8Array, scope: PageScope, content: Uint8Array): Buffer {
  const bound = JSON.stringify([scope.workspaceId, scope.route, canonical(scope.filters)]);
  return createHmac('sha256', key).update(bound).update('\0').update(content).digest();
}

function canonical(filters: object): readonly (readonly [string, unknown])[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function invalid(): DomainError {
  return new DomainError(
    'invalid_page_token',
    'The page token was not issued for this read, was altered, or has expired.',
  );
}
