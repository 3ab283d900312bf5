import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { DomainError } from '#kernel';
import { type Generations, ofOneGeneration } from '#read-model';
import type { AnswersAhead } from '#workspace-head';
import type { AdminTokens } from './admin-tokens.js';
import { AdminTokenContext, ApiKeyContext } from './request-context.js';
import type { Caller, Credentials, ReadyGate } from './credentials.js';
import { type EndpointInfo, readsRows } from './endpoint-info.js';
import type { FailedAuthentications } from './failed-authentications.js';
import type { KeyRates } from './key-rates.js';

/** The ports of the guards. */
export interface GuardPorts {
  readonly credentials: Credentials;
  readonly gate: ReadyGate;
  readonly rates: KeyRates;
  readonly adminTokens: AdminTokens;
  readonly failures: FailedAuthentications;
  /** Undefined: no write is answered before its rows. */
  readonly answersAhead: AnswersAhead | undefined;
}

const NEEDS_KEY = 'Send a valid API key as Authorization: Bearer <key>.';
const NEEDS_TOKEN = 'Send an ADMIN_TOKEN of the service as Authorization: Bearer <token>.';
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

/**
 * The checks before an endpoint, in Fastify's onRequest: Nest's guards run after the body was read, and a client
 * without a key must not learn how a body would have been judged (docs/reference/http-contract.md#errors). Undefined
 * for public endpoints.
 */
export function guardOf(endpoint: EndpointInfo, ports: GuardPorts): onRequestHookHandler | undefined {
  if (endpoint.options.public) return undefined;
  return endpoint.options.admin ? adminGuard(endpoint, ports) : keyGuard(endpoint, ports);
}

function keyGuard(endpoint: EndpointInfo, ports: GuardPorts): onRequestHookHandler {
  const { gate, failures } = ports;
  return (request, reply, done) => {
    const admit = (caller: Caller | undefined): void => {
      if (!caller) return done(refused(failures, request, reply));
      const refusal = admitted(caller, endpoint, ports, request, reply);
      if (refusal) return done(refusal);
      whenShown(endpoint, ports, reply, done, caller.workspaceId);
    };
    if (!gate.ready) return done(notReady(gate));
    const token = bearerOf(request);
    if (token === undefined) return done(refused(failures, request, reply));
    const caller = authenticate(ports, token);
    if (caller instanceof Promise) caller.then(admit).catch(done);
    else admit(caller);
  };
}

/**
 * Calls `done` for a request that reads rows once these show every write that was answered before it; where they do not
 * follow, its answer gets `Projection-Lag` (docs/reference/http-contract.md#read-your-writes). At once for any other.
 * @param workspaceId undefined: it may read rows of any workspace
 */
function whenShown(
  endpoint: EndpointInfo,
  { answersAhead }: GuardPorts,
  reply: FastifyReply,
  done: (error?: Error) => void,
  workspaceId?: string,
): void {
  const untilShown = readsRows(endpoint) ? answersAhead?.untilShown(workspaceId) : undefined;
  if (!untilShown) return done();
  const answer = (isShown: boolean): void => {
    if (!isShown) reply.header('Projection-Lag', '1');
    done();
  };
  untilShown.then(answer, done);
}

/**
 * The caller of a token; undefined where it is no valid key.
 * @throws ReadModelUnavailableError
 */
function authenticate(
  { credentials, gate }: GuardPorts,
  token: string,
): Caller | undefined | Promise<Caller | undefined> {
  return gate.generations ? authenticateByOne(gate.generations, credentials, token) : credentials.authenticate(token);
}

/**
 * The caller of a token, where rows may be replaced: a key that is found is valid, a key that is not found may only be
 * missing.
 * @throws ReadModelUnavailableError
 */
async function authenticateByOne(
  generations: Generations,
  credentials: Credentials,
  token: string,
): Promise<Caller | undefined> {
  const generation = await generations.current();
  const answer = credentials.authenticate(token);
  const caller = await answer;
  // A refusal without a look-up depends on no rows.
  if (caller || !(answer instanceof Promise) || (await generations.isCurrent(generation))) return caller;
  return ofOneGeneration(generations, async () => credentials.authenticate(token));
}

function admitted(
  caller: Caller,
  endpoint: EndpointInfo,
  ports: GuardPorts,
  request: FastifyRequest,
  reply: FastifyReply,
): DomainError | undefined {
  const { kind } = endpoint;
  const { allowed, seconds } = ports.rates.count(caller, kind, reply);
  if (!allowed) {
    reply.header('Retry-After', seconds);
    return new DomainError('rate_limited', `This key has used up its ${kind}s. Wait ${seconds} s.`);
  }
  const { scope } = endpoint.options;
  if (scope !== undefined && !caller.scopes.has(scope)) {
    return new DomainError('insufficient_scope', `This needs the scope ${scope}.`);
  }
  request.requestContext = new ApiKeyContext(request, caller, endpoint, ports.rates);
  return undefined;
}

/**
 * Counts a request for a path or method that does not exist, and calls `done`. It is a read of its key or, where its
 * token is neither a key nor an admin token, a failed authentication: guessed paths are logged, and throttle their
 * address on routes that need a key. The answer is 404 or 405 all the same: with an unknown key, with one that has used
 * up its reads, and where the look-up fails.
 */
export function countUnrouted(request: FastifyRequest, reply: FastifyReply, ports: GuardPorts, done: () => void): void {
  const token = ports.gate.ready ? bearerOf(request) : undefined;
  if (token === undefined || ports.adminTokens.holderOf(token)) return done();
  const count = (known: Caller | undefined): void => {
    if (known) ports.rates.count(known, 'read', reply);
    else ports.failures.note(request.socket.remoteAddress);
  };
  const caller = authenticate(ports, token);
  if (caller instanceof Promise) return void caller.then(count).then(done, done);
  count(caller);
  done();
}

function adminGuard(endpoint: EndpointInfo, ports: GuardPorts): onRequestHookHandler {
  const { adminTokens, failures, gate } = ports;
  return (request, reply, done) => {
    if (adminTokens.isEmpty) return done(new DomainError('not_found', 'There is nothing at this path.'));
    const token = bearerOf(request);
    const holder = token === undefined ? undefined : adminTokens.holderOf(token);
    if (!holder) return done(refused(failures, request, reply, NEEDS_TOKEN));
    if (!gate.ready) return done(notReady(gate));
    request.requestContext = new AdminTokenContext(request, holder);
    whenShown(endpoint, ports, reply, done);
  };
}

/** Whether a request has an admin token. */
export function adminCheck(adminTokens: AdminTokens): (request: FastifyRequest) => boolean {
  return (request) => {
    const token = bearerOf(request);
    return token !== undefined && adminTokens.holderOf(token) !== undefined;
  };
}

/**
 * The refusal of a request whose key or token is missing or not valid. A request without one is no failed
 * authentication, and is not counted.
 */
function refused(
  failures: FailedAuthentications,
  request: FastifyRequest,
  reply: FastifyReply,
  detail = NEEDS_KEY,
): DomainError {
  const seconds = request.headers.authorization ? failures.note(request.socket.remoteAddress) : undefined;
  if (seconds === undefined) return new DomainError('unauthorized', detail);
  reply.header('Retry-After', seconds);
  return new DomainError(
    'rate_limited',
    `Too many requests with an invalid key or token have come from this address. Wait ${seconds} s. ${detail}`,
  );
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

function notReady(gate: ReadyGate): DomainError {
  return new DomainError('unavailable', `The service is starting: ${gate.reason}`);
}
