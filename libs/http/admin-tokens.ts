import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '#kernel';

/** A token of the admin routes. */
export interface AdminToken {
  /**
   * Who holds it: the id of the actor in the events that its requests lead to. Null for the one token that has no name.
   */
  readonly name: string | null;
  readonly token: string;
}

/**
 * The tokens of the admin routes, of which a name may have several while it is rotated
 * (docs/adr/0024-keys-and-revocation.md).
 */
export class AdminTokens {
  private readonly digests: readonly { readonly digest: Buffer; readonly actor: Actor }[];

  constructor(tokens: readonly AdminToken[]) {
    this.digests = tokens.map(({ name, token }) => ({ digest: digest(token), actor: { kind: 'admin', id: name } }));
  }

  /** Without any, the admin routes do not exist. */
  get isEmpty(): boolean {
    return this.digests.length === 0;
  }

  /**
   * Who holds this token; undefined: nobody. Compared with every token, so that the time says neither which fits nor
   * how well.
   */
  holderOf(token: string): Actor | undefined {
    const presented = digest(token);
    let holder: Actor | undefined;
    for (const { digest, actor } of this.digests) if (timingSafeEqual(presented, digest)) holder ??= actor;
    return holder;
  }
}

/** Of equal length whatever the token, so that the comparison tells nothing of it. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
