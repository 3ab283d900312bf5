import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copiesOf, stagesOf } from './support/dockerfile.js';
import { pathOf, textOf } from './support/repository.js';

/*
 * Goal: `npx smartlists` runs in the image, which has neither sources nor a compiler.
 * Method: the files of the last stage are laid out in a directory as the Dockerfile copies them.
 */

describe('the image', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'smart-lists-image-'));
    for (const { from, sources, target } of copiesOf(stagesOf(textOf('Dockerfile')).at(-1)!)) {
      for (const source of sources) {
        const name = source.replace(/^\/app\//, '');
        const path = join(directory, target === './' || target === 'scripts/' ? name : target);
        mkdirSync(dirname(path), { recursive: true });
        // What another stage has built is what this working copy has built. The site, where it was built, lies in dist.
        if (from === undefined) cpSync(pathOf(name), path);
        else if (from !== 'site') symlinkSync(pathOf(name), path);
      }
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('has the command line, by npx, offline', () => {
    const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'smartlists', '--help'], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('projections');
  });
});
