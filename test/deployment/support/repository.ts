import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../../apps/service/config-error.js';
import { readConfig } from '../../../apps/service/config.js';

/** The root of the repository; this module runs from dist. */
const ROOT = new URL('../../../../', import.meta.url);

/** The absolute path of a file or folder of the repository. */
export function pathOf(name: string): string {
  return fileURLToPath(new URL(name, ROOT));
}

export function textOf(name: string): string {
  return readFileSync(pathOf(name), 'utf8');
}

export function isThere(name: string): boolean {
  return existsSync(pathOf(name));
}

/** Every variable that the configuration of the service reads. */
export function variablesOfTheService(): ReadonlySet<string> {
  const asked = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));
  return asked;
}

/** The sentences with which the service refuses an environment; none if it starts. */
export function complaintsAbout(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
