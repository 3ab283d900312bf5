import { readdirSync, readFileSync } from 'node:fs';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { ROW_CHANGES } from '#read-model';
import { COMMAND_DECIDER, DURABLE_EVENTS } from '#workspace-head';
import { RANDOMNESS } from '#workspaces/domain';
import { AppModule } from './app.module.js';

const LIBS = new URL('../../libs/', import.meta.url);

const SUBSCRIBED: ReadonlyMap<unknown, object> = new Map<unknown, object>([
  [DURABLE_EVENTS, { subscribe: () => undefined }],
  [ROW_CHANGES, { stamp: () => undefined }],
]);

/** The handlers of the commands that workers send, by the imports of the files in `workers/`. */
async function handlersOfWorkers(): Promise<readonly (new (...ports: never[]) => object)[]> {
  const workers = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[\w-]+\/workers\/.*(?<!\.spec)\.js$/.test(name),
  );
  const commands = workers.flatMap((name) => {
    const file = new URL(name, LIBS);
    const imported = readFileSync(file, 'utf8').matchAll(/from '([./]+\/commands\/[\w-]+\.command\.js)'/g);
    return [...imported].map(([, path]) => new URL(path!, file).href);
  });
  const modules = await Promise.all(commands.map((url) => import(url) as Promise<object>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter(({ name }: { name: string }) => /Handler$/.test(name));
}

it('a process without the API has the handlers of the commands that its workers send', async () => {
  const app = await NestFactory.createApplicationContext(
    AppModule.withoutApi([COMMAND_DECIDER, RANDOMNESS].map((provide) => ({ provide, useValue: {} }))),
    { logger: false },
  );
  const handlers = await handlersOfWorkers();
  expect(handlers.map(({ name }) => name)).toContain('ExpireCallHandler');
  for (const handler of handlers) expect(app.get(handler)).toBeInstanceOf(handler);
  expect(app.get(CommandBus, { strict: false })).toBeInstanceOf(CommandBus);
  await app.close();
});

it('the slices of the app share one bus of commands and one of queries', async () => {
  const testing = await Test.createTestingModule({ imports: [AppModule.over([], { testClock: false })] })
    .useMocker((port) => SUBSCRIBED.get(port) ?? {})
    .compile();
  const modules = [...testing.get(ModulesContainer).values()];
  for (const bus of [CommandBus, QueryBus]) {
    expect(modules.filter(({ providers }) => providers.has(bus)).length).toBe(1);
  }
});
