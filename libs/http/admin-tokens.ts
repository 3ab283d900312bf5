import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '#kernel';

/** A token of the admin routes. */
export interface AdminToken {
  /**
   * The holder of the token: the id of the actor in the events that its requests cause. Null for the one token without
   * a name.
   */
  readonly name: string | null;
  readonly token: string;
}

/**
 * The tokens of the admin routes. One name may have several while its token is rotated
 * (docs/adr/0024-keys-and-revocation.md).
 */
export class AdminTokens {
  private readonly digests: readonly { readonly digest: Buffer; readonly actor: Actor }[];

  constructor(tokens: readonly AdminToken[]) {
    this.digests = tokens.map(({ name, token }) => ({ digest: digest(token), actor: { kind: 'admin', id: name } }));
  }

  /** Without any token, the admin routes do not exist. */
  get isEmpty(): boolean {
    return this.digests.length === 0;
  }

  /**
   * The holder of this token; undefined: none. Compared with every token, so that the duration tells neither which one
   * fits nor how well.
   */
  holderOf(token: string): Actor | undefined {
    const presented = digest(token);
    let holder: Actor | undefined;
    for (const { digest, actor } of this.digests) if (timingSafeEqual(presented, digest)) holder ??= actor;
    return holder;
  }
}

/** Of equal length for every token, so that the duration of the comparison tells nothing about the token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
