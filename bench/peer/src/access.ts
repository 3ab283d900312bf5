import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import type { FastifyRequest } from 'fastify';
import { IsNull, Repository } from 'typeorm';
import { ApiKey } from './entities.js';
import { Problem } from './problem.js';

/** Milliseconds for which a key that was looked up is trusted: a revoked key works that much longer. */
const TRUSTED_MS = 5_000;
/** Keys in the cache, above which it is emptied: it stays small whatever tokens are sent. */
const CACHED_KEYS = 10_000;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

type Scope = `${'smart_lists' | 'contacts' | 'calls'}:${'read' | 'write'}`;
type Caller = Pick<ApiKey, 'workspace_id' | 'scopes'>;
type PeerRequest = FastifyRequest & { caller?: Caller; rawBody?: Buffer };

/** What a request of an API key needs to be told apart and repeated. */
export interface RequestContext {
  readonly workspaceId: string;
  /** The Idempotency-Key, if one was sent. */
  readonly key: string | undefined;
  /** SHA-256 of method, path and body. */
  readonly fingerprint: () => Buffer;
}

/** Who may use a route: everyone, the operator, or keys with a scope. */
export const Access = (access: 'public' | 'admin' | Scope) => SetMetadata('access', access);

export const Context = createParamDecorator((_: unknown, host: ExecutionContext): RequestContext => {
  const { caller, headers, method, url, rawBody } = host.switchToHttp().getRequest<PeerRequest>();
  const key = headers['idempotency-key'] as string | undefined;
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
    throw new Problem(400, 'malformed_request', 'Idempotency-Key has 1 to 255 visible ASCII characters.');
  }
  const fingerprint = (): Buffer => sha256(`${method} ${url}\n`, rawBody ?? '');
  return { workspaceId: caller!.workspace_id, key, fingerprint };
});

export function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Bearer tokens: the operator's from the environment, those of API keys from their table. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly cache = new Map<string, { readonly caller: Caller; readonly until: number }>();
  private readonly admin = sha256(process.env['ADMIN_TOKEN'] ?? '');

  constructor(
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(host: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get<'public' | 'admin' | Scope>('access', host.getHandler());
    if (access === 'public') return true;
    const request = host.switchToHttp().getRequest<PeerRequest>();
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const hash = sha256(token);
    if (access === 'admin') {
      if (!timingSafeEqual(hash, this.admin)) throw unauthorized();
      return true;
    }
    request.caller = await this.callerOf(hash);
    if (!request.caller.scopes.includes(access)) throw new Problem(403, 'insufficient_scope', `${access} is needed.`);
    return true;
  }

  private async callerOf(hash: Buffer): Promise<Caller> {
    const cached = this.cache.get(hash.toString('base64'));
    if (cached && cached.until > Date.now()) return cached.caller;
    const caller = await this.keys.findOneBy({ hash, revoked_at: IsNull() });
    if (!caller) throw unauthorized();
    if (this.cache.size >= CACHED_KEYS) this.cache.clear();
    this.cache.set(hash.toString('base64'), { caller, until: Date.now() + TRUSTED_MS });
    return caller;
  }
}

const unauthorized = (): Problem => new Problem(401, 'unauthorized', 'A valid key is needed.');
