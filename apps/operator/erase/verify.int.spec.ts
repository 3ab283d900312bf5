import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Console } from '../console.js';
import { program } from '../program.js';

const PHONE = '+12025550101';

describe('smartlists erase verify', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'verify-'));
    writeFileSync(join(directory, 'events.db'), `"${PHONE}"`);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Runs the command with these lines on standard input. */
  async function verify(lines: string, ...args: readonly string[]) {
    const printed: string[] = [];
    let failed = false;
    const console: Console = {
      environment: {},
      now: () => 0,
      read: () => Promise.resolve(Buffer.from(lines)),
      request: () => Promise.reject(new Error('no service is asked')),
      ask: () => Promise.resolve(undefined),
      print: (text) => void printed.push(text),
      fail: () => (failed = true),
      note: () => undefined,
      progress: () => undefined,
      interruption: () => new AbortController().signal,
    };
    const output = { writeOut: () => undefined, writeErr: () => undefined };
    await program(console, { version: '0', output }).parseAsync(['erase', 'verify', '-', ...args], { from: 'user' });
    return { printed: printed.join('\n'), failed };
  }

  it('names the places of what is left, by the line of the text, and fails', async () => {
    const { printed, failed } = await verify(`Ann Harper\n\n${PHONE}\n`, directory);
    expect([printed, failed]).toEqual([
      expect.stringMatching(/events\.db @2: line 3\nFOUND 1 TIMES in 1 files\.$/),
      true,
    ]);
    expect(printed).not.toContain(PHONE);
  });

  it('says that the rows of a running service are still to be compacted', async () => {
    for (const name of ['read-model.db', 'read-model.db-wal']) writeFileSync(join(directory, name), PHONE);
    const { printed } = await verify(PHONE, directory);
    expect(printed).toMatch(
      /read-model\.db @1: line 1\n.*-wal @1: line 1\nWhat stands in the files of rows may be gone/,
    );
    expect(printed).toMatch(/Search again then\.\nFOUND 3 TIMES in 3 files\.$/);
  });

  it('says how many files it has searched where nothing is left', async () => {
    expect(await verify('+12025550199', directory)).toEqual({
      printed: 'Nothing was found in 1 files.',
      failed: false,
    });
  });

  it('prints JSON', async () => {
    const { printed, failed } = await verify(PHONE, directory, '--json');
    const file = join(directory, 'events.db');
    const findings = [{ file, offset: 2, line: 1 }];
    expect([JSON.parse(printed), failed]).toEqual([{ ok: false, files: 1, found: 1, findings }, true]);
  });

  it.each([
    ['no text', ' \n', '.', /The file of texts is empty/],
    ['a text that is found everywhere', `${PHONE}\n12`, '.', /^Line 2 has less than 3 characters/],
    ['a path that is not there', PHONE, 'nowhere', /^Not everything could be searched: ENOENT/],
  ])('refuses %s', async (_what, lines, path, sentence) => {
    await expect(verify(lines, path)).rejects.toThrow(sentence);
  });
});
