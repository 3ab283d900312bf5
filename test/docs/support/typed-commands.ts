import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocks } from '../../support/documentation.js';
import { until } from '../../support/until.js';

const MAIN = fileURLToPath(new URL('../../../apps/operator/main.js', import.meta.url));
const BASH = spawnSync('bash', ['--version']).status === 0;

/** Specs that type commands of a page need bash; where stores are required, so is bash. */
export const describeWithBash = BASH || process.env['REQUIRE_STORES'] === '1' ? describe : describe.skip;

/** How a typed line has ended, and what it has said. */
export interface Typed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The lines of a page's sh blocks, in order. */
export async function linesOf(page: string): Promise<readonly string[]> {
  return (await blocks(page, 'sh')).flatMap((block) => block.trim().split('\n'));
}

/** Types lines of a page by bash in one directory; `npx smartlists` is the build, without building first. */
export class Terminal {
  private readonly bin: string;

  constructor(
    private readonly directory: string,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.bin = join(directory, 'bin');
    mkdirSync(this.bin);
    writeFileSync(join(this.bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync(join(this.bin, 'npx'), 0o755);
  }

  /** @param goesOn it is ended by Ctrl-C once it has said something */
  async type(line: string, goesOn = false): Promise<Typed> {
    const { NODE_OPTIONS: _jest, PATH = '', ...rest } = process.env;
    const env = { ...rest, ...this.environment, PATH: `${this.bin}${delimiter}${PATH}` };
    const child = spawn('bash', ['-c', line], { cwd: this.directory, env });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
    const ended = once(child, 'close');
    if (goesOn) {
      await until(`it answers: ${line}`, () => said.out.includes('\n') || child.exitCode !== null);
      child.kill('SIGINT');
    }
    const [code] = (await ended) as [number | null];
    return { code, ...said };
  }
}
