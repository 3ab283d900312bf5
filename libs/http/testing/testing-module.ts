import { readdirSync } from 'node:fs';
import type { INestApplicationContext, InjectionToken, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { MakeApp } from '../http-app.js';

/**
 * Makes the application of a testing module, in which `portOf` provides the tokens that no module provides
 * (docs/adr/0037-the-environment-is-read-into-settings-classes.md).
 */
export function ofTestingModule(portOf: (token: InjectionToken | undefined) => unknown): MakeApp {
  return async (root, adapter, options) => {
    const testing = await Test.createTestingModule({ imports: [root] })
      .useMocker(portOf)
      .compile();
    return testing.createNestApplication<NestFastifyApplication>(adapter, options);
  };
}

/** The folders of the handlers and controllers of a slice, and the names of their files. */
const PARTS = [
  { folder: 'commands', file: /\.command\.js$/, part: /Handler$/ },
  { folder: 'queries', file: /\.query\.js$/, part: /Handler$/ },
  { folder: 'http', file: /\.controller\.js$/, part: /Controller$/ },
];

/**
 * Asserts that each handler and controller in the files of a slice resolves in an application. One that the slice's
 * module forgot would answer 404, or fail at its first command.
 * @param module the URL of a file in the slice's own folder, such as its module's spec
 */
export async function expectParts(app: INestApplicationContext, module: string): Promise<void> {
  for (const { folder, file, part } of PARTS) {
    const at = new URL(`${folder}/`, module);
    const files = readdirSync(at).filter((name) => file.test(name));
    expect(files).not.toEqual([]);
    for (const name of files) {
      const exported = (await import(new URL(name, at).href)) as Readonly<Record<string, unknown>>;
      const parts = Object.keys(exported).filter((each) => part.test(each));
      expect([name, parts]).toEqual([name, [expect.any(String)]]);
      const type = exported[parts[0]!] as Type<object>;
      expect(app.get(type, { strict: false })).toBeInstanceOf(type);
    }
  }
}
