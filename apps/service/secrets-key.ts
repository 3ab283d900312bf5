import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './config-error.js';
import { parseSecretsKeys, type SecretsKeys } from './secrets-keys.js';

const FILE = 'secrets.key';

/**
 * The keys of stored secrets and page tokens: from SECRETS_KEY, or from a file of mode 0600 in the data directory that
 * is made at the first start, in the format of SECRETS_KEY.
 * @throws ConfigError the file contains no key
 */
export function loadSecretsKeys(configured: SecretsKeys | undefined, dataDir: string): SecretsKeys {
  return configured ?? findSecretsKeys(dataDir) ?? parsed(makeKey(fileIn(dataDir)), dataDir);
}

/**
 * The keys in the file of the data directory; undefined where there is none.
 * @throws ConfigError the file contains no key
 */
export function findSecretsKeys(dataDir: string): SecretsKeys | undefined {
  const text = readIfThere(fileIn(dataDir));
  return text === undefined ? undefined : parsed(text, dataDir);
}

function parsed(text: string, dataDir: string): SecretsKeys {
  const keys = parseSecretsKeys(text);
  if (!keys) throw new ConfigError([`${fileIn(dataDir)} must hold 32 bytes in base64; restore it from a backup.`]);
  return keys;
}

function fileIn(dataDir: string): string {
  return join(dataDir, FILE);
}

/** The keys of one purpose, in the order of the keys they are derived from. */
export function deriveAll([first, ...others]: SecretsKeys, purpose: string): SecretsKeys {
  return [derive(first, purpose), ...others.map((key) => derive(key, purpose))];
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The content is synced before the file gets its name, and the name before its use: a crash leaves no half key, and
 * loses none that secrets were sealed with. A link never replaces an existing key.
 */
function makeKey(file: string): string {
  const text = randomBytes(32).toString('base64');
  const unnamed = `${file}.new`;
  rmSync(unnamed, { force: true });
  writeFileSync(unnamed, `${text}\n`, { mode: 0o600, flush: true });
  linkSync(unnamed, file);
  rmSync(unnamed);
  const directory = openSync(dirname(file), 'r');
  fsyncSync(directory);
  closeSync(directory);
  return text;
}

/** The key itself is never used: each purpose has a key derived from it (HKDF, RFC 5869). */
function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `smart-lists ${purpose}`, 32));
}
