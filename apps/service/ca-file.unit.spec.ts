import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnAuthority } from '#webhooks/receiving';
import { readConfig } from './config.js';

describe('WEBHOOK_CA_FILE', () => {
  const directory = mkdtempSync(join(tmpdir(), 'smart-lists-ca-'));
  const file = join(directory, 'ca.pem');
  const [one, other] = [new OwnAuthority().certificate, new OwnAuthority().certificate];
  const trusted = (): readonly string[] => readConfig({ WEBHOOK_CA_FILE: file }).webhookTrusted;
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is read as the certificates in it; other text between them is ignored', () => {
    writeFileSync(file, `# ours\n${one}\nsubject=theirs\n${other}`);
    expect(trusted()).toEqual([one.trim(), other.trim()]);
  });

  it('is refused if a certificate in it is invalid', () => {
    writeFileSync(file, `${one}${other.replace(/\n[A-Za-z0-9+/]{8}/, '\nAAAAAAAA')}`);
    expect(trusted).toThrow(/^WEBHOOK_CA_FILE must name a file of PEM certificates: /);
  });
});

it('without it only the usual authorities are trusted', () => {
  expect(readConfig({}).webhookTrusted).toEqual([]);
});
