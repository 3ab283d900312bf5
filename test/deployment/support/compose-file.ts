import { parse } from 'yaml';

/** The part of the compose specification that the files use; the schema test checks that there is no other. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: Healthcheck;
  readonly restart?: string;
  readonly stop_grace_period?: string;
}

export interface Healthcheck {
  readonly test: readonly string[];
  readonly interval: string;
  readonly timeout: string;
  readonly retries: number;
  readonly start_period?: string;
}

/** A required variable is not set (compose specification, Interpolation). */
export class MissingVariable extends Error {
  override readonly name = 'MissingVariable';
}

const REFERENCE = /\$(?:(\$)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-?])([^}]*))?\})/g;

/**
 * Reads a compose file as Compose does: YAML with merge keys, then `${…}` in values.
 * @throws MissingVariable for `${NAME:?…}`, with the message in the file.
 */
export function readComposeFile(text: string, variables: Readonly<Record<string, string>> = {}): ComposeFile {
  return interpolated(parsedYaml(text), variables) as ComposeFile;
}

/** The file before interpolation. */
export function parsedYaml(text: string): unknown {
  return parse(text, { merge: true });
}

/** The names of all variables that the file refers to. */
export function variablesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(REFERENCE)].flatMap(([, , name]) => (name === undefined ? [] : [name])));
}

function interpolated(value: unknown, variables: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return substituted(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolated(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolated(item, variables)]));
}

function substituted(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(REFERENCE, (_, dollar?: string, name = '', operator = '', rest = '') => {
    if (dollar) return dollar;
    const value = variables[name];
    const missing = operator.startsWith(':') ? !value : value === undefined;
    if (!missing) return value ?? '';
    if (operator.endsWith('?')) throw new MissingVariable(`${name} ${rest}`);
    return operator.endsWith('-') ? rest : '';
  });
}
