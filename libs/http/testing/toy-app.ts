import { Body, Controller, Module, Query, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { DomainError, invalidField, notFound } from '#kernel';
import {
  BooleanField,
  Call,
  createHttpApp,
  Credentials,
  Endpoint,
  IdParam,
  ifMatch,
  Integer,
  ListOf,
  Nested,
  OneKeyOf,
  OneOf,
  Page,
  PhoneField,
  ReadyGate,
  respond,
  Text,
  UuidField,
  UuidList,
} from '../index.js';
import type { Caller, HttpOptions, PageRequest, RequestContext } from '../index.js';

@OneKeyOf('contact_id', 'phone')
class Reference {
  @UuidField({ optional: true })
  contact_id?: string;

  @PhoneField({ optional: true })
  phone?: string;
}

class Settings {
  @BooleanField({ optional: true })
  enabled?: boolean;
}

class MakeThing {
  @Text({ min: 1, max: 20, example: 'Spring' })
  name!: string;

  @Text({ min: 0, max: 100, multiline: true, optional: true, nullable: true })
  description?: string | null;

  @Integer({ min: 0, max: 1000, optional: true, nullable: true })
  cap?: number | null;

  @OneOf(['low', 'high'], { optional: true, default: 'low' })
  priority?: string;

  @UuidList({ min: 1, max: 3, unique: true, optional: true })
  ids?: string[];

  @Nested(() => Settings, { optional: true })
  settings?: Settings;
}

class ChangeThing {
  @Text({ min: 1, max: 20, optional: true })
  name?: string;
}

class Batch {
  @ListOf(() => Reference, { min: 1, max: 100 })
  members!: Reference[];
}

class ThingFilter {
  @OneOf(['low', 'high'], { optional: true })
  priority?: string;
}

class PreviewQuery {
  @Integer({ min: 1, max: 50, optional: true, default: 1 })
  limit?: number;
}

class ThingAnswer {
  @ApiProperty({ example: true })
  ok!: boolean;

  @ApiProperty({ type: 'object', additionalProperties: true })
  thing!: object;
}

/** What the toy's handlers were given last, for tests to look at. */
export const seen: { body: unknown; command: unknown; release?: Promise<void> } = {
  body: undefined,
  command: undefined,
};

@Controller()
class ThingsController {
  @Endpoint({
    method: 'POST',
    path: '/things',
    scope: 'smart_lists:write',
    summary: 'Make a thing',
    success: { status: 201, type: ThingAnswer, headers: ['Location', 'ETag'] },
    errors: ['resource_conflict', 'invalid_reference'],
  })
  async make(@Call() call: RequestContext, @Body() thing: MakeThing, @Res({ passthrough: true }) reply: FastifyReply) {
    seen.body = thing;
    seen.command = call.command(() => ({ events: [], answer: () => ({ status: 201, body: {} }) }));
    if (thing.name === 'waiting') await seen.release;
    if (thing.name === 'crash') throw new TypeError('secret inside');
    if (thing.name === 'taken') throw invalidField('resource_conflict', '/name', 'taken', 'The name is taken.');
    const body = { ok: true, thing: { name: thing.name } };
    const answer = { status: 201, location: '/things/1', etag: '"1"', body };
    return respond(reply, { answer, replayed: thing.name === 'again', visible: thing.name !== 'lagging' });
  }

  @Endpoint({
    method: 'PATCH',
    path: '/things/:thingId',
    scope: 'smart_lists:write',
    summary: 'Change a thing',
    success: { status: 200, type: ThingAnswer, headers: ['ETag'] },
    errors: ['precondition_failed'],
  })
  change(@Call() call: RequestContext, @IdParam('thingId') id: string, @Body() changes: ChangeThing) {
    if (id === '') throw notFound('thing');
    ifMatch(call, 3);
    return { ok: true, thing: { id, ...changes } };
  }

  @Endpoint({
    method: 'DELETE',
    path: '/things/:thingId',
    scope: 'smart_lists:write',
    summary: 'Delete a thing',
    success: { status: 200, type: ThingAnswer },
  })
  remove(@IdParam('thingId') id: string) {
    return { ok: true, thing: { id } };
  }

  @Endpoint({
    method: 'GET',
    path: '/things',
    scope: 'smart_lists:read',
    summary: 'List things',
    success: { status: 200, type: ThingAnswer },
  })
  list(@Page(ThingFilter) page: PageRequest<ThingFilter>) {
    return { ok: true, page, next_page_token: page.next([7, 'a']) };
  }

  @Endpoint({
    method: 'POST',
    path: '/things/batch',
    scope: 'smart_lists:write',
    summary: 'Add members',
    success: { status: 200, type: ThingAnswer },
  })
  batch(@Body() batch: Batch) {
    return { ok: true, thing: { count: batch.members.length } };
  }

  @Endpoint({
    method: 'GET',
    path: '/preview',
    scope: 'calls:read',
    summary: 'Preview',
    success: { status: 200, type: ThingAnswer },
  })
  preview(@Query() query: PreviewQuery) {
    return { ok: true, thing: query };
  }

  @Endpoint({
    method: 'POST',
    path: '/admin/things',
    admin: true,
    summary: 'Make a thing of a workspace',
    success: { status: 201, type: ThingAnswer },
  })
  admin(@Call() call: RequestContext, @Body() thing: ChangeThing) {
    seen.command = call.commandFor('w9', () => ({ events: [], answer: () => ({ status: 201, body: {} }) }));
    return { ok: true, thing };
  }
}

/** Keys of the toy: `reader`, `writer`, `slow` (2 requests in 10 s), `promised` (known only after a look-up), `broken` (the look-up fails). */
class ToyCredentials extends Credentials {
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined> {
    if (token === 'broken') return Promise.reject(new Error('look-up failed'));
    if (token === 'promised') return Promise.resolve(callerOf(token));
    return ['reader', 'writer', 'slow'].includes(token) ? callerOf(token) : undefined;
  }
}

function callerOf(apiKeyId: string): Caller {
  const limit = apiKeyId === 'slow' ? { requests: 2, seconds: 10 } : null;
  return {
    workspaceId: 'w1',
    apiKeyId,
    scopes: new Set(apiKeyId === 'writer' ? ['smart_lists:write'] : ['smart_lists:read', 'calls:read']),
    rateLimits: { read: limit, write: limit },
    authorize: () => {
      throw new DomainError('unauthorized', 'revoked meanwhile');
    },
  };
}

/** A gate that tests open and close. */
export class ToyGate extends ReadyGate {
  ready = true;
  readonly reason = 'the rows are being built.';
}

@Module({
  controllers: [ThingsController],
  providers: [
    { provide: Credentials, useClass: ToyCredentials },
    { provide: ReadyGate, useClass: ToyGate },
  ],
  exports: [ReadyGate],
})
class ToyModule {}

export const ADMIN_TOKEN = 'an-admin-token-of-32-characters!';

/** A listening toy. */
export interface Toy {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly port: number;
  readonly gate: ToyGate;
  readonly log: string[];
  /** Real time of rate limits and the clock of page tokens, in milliseconds. */
  readonly time: { now: number };
}

/** Options that are enough to make an application. */
export function httpOptions(now: () => number = () => 0, log: string[] = []): HttpOptions {
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (log.push(line.toString()), done()) });
  return {
    logger: pino(sink),
    clock: { now },
    monotonic: now,
    secret: new Uint8Array(32),
    adminToken: ADMIN_TOKEN,
    rateLimits: { read: { requests: 6000, seconds: 60 }, write: { requests: 6000, seconds: 60 } },
  };
}

/** Starts the toy on a free port. */
export async function startToy(options: Partial<HttpOptions> = {}): Promise<Toy> {
  const log: string[] = [];
  const time = { now: Date.UTC(2025, 0, 1) };
  const app = await createHttpApp(ToyModule, { ...httpOptions(() => time.now, log), ...options });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const url = `http://127.0.0.1:${port}${options.basePath ?? ''}`;
  return { app, url, port, gate: app.get<ToyGate>(ReadyGate, { strict: false }), log, time };
}
