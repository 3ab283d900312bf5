import { Writable } from 'node:stream';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { v7 } from 'uuid';
import type { Generations } from '#read-model';
import { createHttpApp, Credentials, ReadyGate } from '../index.js';
import type { Caller, HttpOptions } from '../index.js';
import { ThingsController } from './toy-controller.js';
import { TextsController } from './toy-texts.js';

/**
 * Keys of the toy: `reader`, `writer`, `slow` (2 requests in 10 s), `promised` (known only after a look-up), `broken`
 * (the look-up fails); `absent` is not found by a look-up.
 */
class ToyCredentials extends Credentials {
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined> {
    if (token === 'broken') return Promise.reject(new Error('look-up failed'));
    if (token === 'absent') return Promise.resolve(undefined);
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
  };
}

/** Rows that tests replace. */
export class ToyGenerations implements Generations {
  generation = 'first';
  /** How many times a caller asked whether a generation is still current. */
  asked = 0;

  async current(): Promise<string> {
    return 'first';
  }

  async isCurrent(generation: string): Promise<boolean> {
    this.asked += 1;
    return generation === this.generation;
  }
}

/** A gate that tests open and close. */
export class ToyGate extends ReadyGate {
  ready = true;
  override readonly generations = new ToyGenerations();
  readonly reason = 'the rows are being built.';
}

@Module({
  controllers: [ThingsController, TextsController],
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

/** The options that an application needs at least. */
export function httpOptions(now: () => number = () => 0, log: string[] = []): HttpOptions {
  const sink = new Writable({ write: (line: Buffer, _encoding, done) => (log.push(line.toString()), done()) });
  return {
    logger: pino(sink),
    clock: { now },
    ids: { next: v7 },
    monotonic: now,
    secret: new Uint8Array(32),
    adminTokens: [{ name: null, token: ADMIN_TOKEN }],
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
