import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecretsKey } from './secrets-key.js';

describe('the key of secrets', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'secrets-'))));
  afterEach(() => rmSync(directory, { recursive: true }));
  const file = () => join(directory, 'secrets.key');

  it('is made once, for the owner only', () => {
    const key = loadSecretsKey(undefined, directory);
    expect(key).toHaveLength(32);
    expect(loadSecretsKey(undefined, directory)).toEqual(key);
    expect(readFileSync(file(), 'utf8')).toBe(`${key.toString('base64')}\n`);
    expect([readdirSync(directory), statSync(file()).mode & 0o777]).toEqual([['secrets.key'], 0o600]);
  });

  it('is made although a crash left the beginning of one', () => {
    writeFileSync(`${file()}.new`, 'half', { mode: 0o644 });
    expect(loadSecretsKey(undefined, directory)).toHaveLength(32);
    expect([readdirSync(directory), statSync(file()).mode & 0o777]).toEqual([['secrets.key'], 0o600]);
  });

  it('that is damaged is refused and left as it is', () => {
    writeFileSync(file(), 'c2hvcnQ=');
    expect(() => loadSecretsKey(undefined, directory)).toThrow('must hold 32 bytes in base64');
    expect(readFileSync(file(), 'utf8')).toBe('c2hvcnQ=');
  });

  it('comes from the configuration where it has one', () => {
    const configured = Buffer.alloc(32, 7);
    expect(loadSecretsKey(configured.toString('base64'), directory)).toEqual(configured);
    expect(readdirSync(directory)).toEqual([]);
  });
});
