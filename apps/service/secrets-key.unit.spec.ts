import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveAll, loadSecretsKeys } from './secrets-key.js';

describe('the key of secrets', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'secrets-'))));
  afterEach(() => rmSync(directory, { recursive: true }));
  const file = () => join(directory, 'secrets.key');

  it('is created once, readable by the owner only', () => {
    const [key, ...others] = loadSecretsKeys(undefined, directory);
    expect([key.length, others]).toEqual([32, []]);
    expect(loadSecretsKeys(undefined, directory)).toEqual([key]);
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`);
    expect([readdirSync(directory), statSync(file()).mode & 0o777]).toEqual([['secrets.key'], 0o600]);
  });

  it('is created although a crash left a partial file', () => {
    writeFileSync(`${file()}.new`, 'half', { mode: 0o644 });
    expect(loadSecretsKeys(undefined, directory)[0]).toHaveLength(32);
    expect([readdirSync(directory), statSync(file()).mode & 0o777]).toEqual([['secrets.key'], 0o600]);
  });

  it('that is damaged is refused and not changed', () => {
    writeFileSync(file(), 'c2hvcnQ=');
    expect(() => loadSecretsKeys(undefined, directory)).toThrow('must hold 32 bytes in base64');
    expect(readFileSync(file(), 'utf8')).toBe('c2hvcnQ=');
  });

  it('comes from the configuration where it has one', () => {
    const configured = [Buffer.alloc(32, 7)] as const;
    expect(loadSecretsKeys(configured, directory)).toEqual(configured);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('may be several in the file, as in SECRETS_KEY', () => {
    const keys = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    writeFileSync(file(), `${keys.map((key) => key.toString('base64')).join(',')}\n`);
    expect(loadSecretsKeys(undefined, directory)).toEqual(keys);
  });

  it('of one purpose opens nothing of another', () => {
    const keys = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)] as const;
    const derived = [...deriveAll(keys, 'one'), ...deriveAll(keys, 'other'), ...keys].map((key) => key.toString('hex'));
    expect(new Set(derived).size).toBe(6);
  });
});
