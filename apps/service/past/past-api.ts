import type { DynamicModule, Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { type Caller, createHttpApp, type Credentials, ReadyGate } from '#http';
import { DomainError, type Instant, SCOPES } from '#kernel';
import { COMMAND_DECIDER, type CommandDecider } from '#workspace-head';
import { AppModule } from '../app.module.js';
import type { Config } from '../config.js';
import type { Ports } from '../ports.js';
import { VERSION } from '../version.js';

export interface PastApi {
  readonly until: Instant;
  /** Requests need no key, and are of this workspace. Undefined: requests bear a key. */
  readonly workspaceId: string | undefined;
}

/** The API of the service over the ports of a past: every GET, and nothing else. */
export async function createPastApp(
  config: Config,
  ports: Ports,
  { until, workspaceId }: PastApi,
): Promise<NestFastifyApplication> {
  const { clock, secrets, machine } = ports;
  const { ids, monotonic, timers } = machine;
  const { adminTokens, rateLimits, basePath } = config;
  const logger = pino({ level: 'silent' });
  const app = await createHttpApp(pastModule(ports, workspaceId), {
    ...{ logger, clock, ids, monotonic, timers, adminTokens, rateLimits, basePath },
    secret: secrets[0],
    olderSecrets: secrets.slice(1),
    ...(workspaceId !== undefined && { credentials: credentialsOf(workspaceId) }),
    version: VERSION,
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (workspaceId !== undefined) {
      // A page of another site may have a name of its own resolve to this address (DNS rebinding).
      if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.host)) {
        return done(new DomainError('malformed_request', 'Without a key only 127.0.0.1 and localhost are answered.'));
      }
      request.headers.authorization ??= `Bearer ${OF_WORKSPACE}`;
    }
    const absent = NOT_OF_A_PAST.find(({ paths }) => paths.test(request.url.slice(basePath.length)));
    if (absent) return done(new DomainError('not_found', absent.why));
    if (request.method === 'GET' || request.method === 'HEAD') return done();
    reply.header('Allow', 'GET, HEAD');
    done(new DomainError('method_not_allowed', `This is what was true at ${until}: it can only be read.`));
  });
  return app;
}

/** Reads of the running service alone, and why. */
const NOT_OF_A_PAST = [
  {
    // docs/adr/0045-events-have-an-index-of-their-own.md
    paths: /^\/events(?:[/?]|$)/i,
    why: 'A past has no index of events. GET /events of the service shows them up to an instant by `to`, `smartlists audit export` the log.',
  },
  {
    // docs/adr/0064-an-export-is-exact-as-of-a-revision.md
    paths: /^\/exports(?:[/?]|$)/i,
    why: 'A past has no index of events, by which an export is exact. Its lists can be read page by page.',
  },
  { paths: /^\/me(?:\?|$)/i, why: 'GET /me is about the key that asks the running service, and its rate limits.' },
] as const;

/** What a request of the workspace bears that needs no key. */
const OF_WORKSPACE = 'workspace';

/** Every request is of this workspace, with every scope. */
function credentialsOf(workspaceId: string): Credentials {
  const rateLimits = { read: null, write: null };
  const caller: Caller = { workspaceId, apiKeyId: 'auditor', scopes: new Set(SCOPES), rateLimits };
  return { authenticate: (token) => (token === OF_WORKSPACE ? caller : undefined) };
}

function pastModule({ providers, decider }: Ports, workspaceId: string | undefined): DynamicModule {
  const overriding: Provider[] = [{ provide: ReadyGate, useValue: { ready: true, reason: '' } }];
  if (workspaceId !== undefined) {
    // No key bears the request: there is none to be judged.
    const withoutKey: CommandDecider = {
      execute: ({ scope: _, ...command }) => decider.execute(command),
      begin: ({ scope: _, ...command }) => decider.begin(command),
      commandsBegun: undefined,
      now: (id) => decider.now(id),
      nowToWrite: (id) => decider.nowToWrite(id),
    };
    overriding.push({ provide: COMMAND_DECIDER, useValue: withoutKey });
  }
  return AppModule.over([...providers, ...overriding], { testClock: false });
}
