import { readFileSync } from 'node:fs';

/** What the program is told by its environment; the README has each variable. */
export interface Settings {
  /** The root of the service. */
  readonly baseUrl: string;
  /** A key of an empty workspace. */
  readonly apiKey: string;
  /** Where webhooks are received. */
  readonly receiver: {
    /** As the service reaches it. */
    readonly url: string;
    /** The port that it listens on. */
    readonly port: number;
    /** Its certificate and the key of that, PEM. */
    readonly cert: string;
    readonly key: string;
  };
  readonly contacts: number;
  readonly lists: number;
  readonly agents: number;
  readonly calls: number;
}

/** @throws Error a variable is missing or is no number */
export function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const text = (name: string, preset?: string): string => {
    const value = env[name] || preset;
    if (value === undefined) throw new Error(`${name} is not set.`);
    return value;
  };
  const count = (name: string, preset: number, least: number): number => {
    const value = Number(text(name, String(preset)));
    if (!Number.isInteger(value) || value < least) throw new Error(`${name} must be a number from ${least} on.`);
    return value;
  };
  const port = count('RECEIVER_PORT', 8443, 1);
  const contacts = count('CONTACTS', 5_000, 1);
  const calls = count('CALLS', 2_000, 1);
  // Each contact may be called once at least, some more than once: with more calls than contacts nobody may be left.
  if (calls > contacts) throw new Error(`CALLS must be at most CONTACTS (${contacts}).`);
  return {
    baseUrl: text('BASE_URL', 'http://127.0.0.1:3000'),
    apiKey: text('KEY'),
    receiver: {
      port,
      url: text('RECEIVER_URL', `https://127.0.0.1:${port}`),
      cert: readFileSync(text('RECEIVER_CERT', 'cert.pem'), 'utf8'),
      key: readFileSync(text('RECEIVER_KEY', 'key.pem'), 'utf8'),
    },
    contacts,
    lists: count('LISTS', 20, 4),
    agents: count('AGENTS', 20, 1),
    calls,
  };
}
