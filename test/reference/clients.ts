import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { blocks, ROOT } from '../support/documentation.js';
import { startService } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';

/**
 * Runs the commands of docs/how-to/generate-a-client.md in a copy of the projects of test/clients and against the built
 * service on the embedded pair: each client is generated, compiled and run
 * (docs/adr/0033-generated-clients-linters-and-schemathesis.md). Exit 77: a toolchain is missing.
 */
const PAGE = 'docs/how-to/generate-a-client.md';
const PROJECTS = join(ROOT, 'test', 'clients');

/** A command that succeeds if a toolchain is installed, by the name of the project that needs it. */
const TOOLCHAINS: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  'openapi-fetch': [['npm', '--version']],
  orval: [['npm', '--version']],
  'openapi-python-client': [['python3', '-c', 'import sys, ensurepip; assert sys.version_info >= (3, 10)']],
  'oapi-codegen': [['go', 'version']],
  'openapi-generator': [
    ['javac', '--version'],
    ['mvn', '--version'],
  ],
};

/** Enough for a first download on a slow line; commands that hang are ended. */
const MINUTES_AT_MOST = 8;

/** Directories that the commands create. */
const MADE = new Set(['node_modules', 'generated', 'build', 'target', 'venv', 'smart_lists', 'smartlists']);

interface Run {
  readonly name: string;
  readonly code: number | null;
  readonly printed: string;
  readonly seconds: number;
}

/** The first tool of a project that is missing here. */
const missing = (name: string): string | undefined =>
  TOOLCHAINS[name]!.find(([tool, ...args]) => spawnSync(tool, args).status !== 0)?.[0];

/** Runs a block of the page; after MINUTES_AT_MOST ends all processes that it started. */
async function run(name: string, block: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const started = performance.now();
  const child = spawn('bash', ['-c', `set -euo pipefail\nexec 2>&1\n${block}`], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  const end = (): void => void process.kill(-child.pid!, 'SIGKILL');
  process.once('exit', end);
  const timer = setTimeout(end, MINUTES_AT_MOST * 60_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  process.off('exit', end);
  return { name, code, printed: Buffer.concat(said).toString(), seconds: (performance.now() - started) / 1_000 };
}

/** Runs the blocks, at most one per core at a time, and reports each; returns the number of failures. */
async function runAll(blocksByName: ReadonlyMap<string, string>, cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const waiting = [...blocksByName];
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, code, printed, seconds } = await run(...next, cwd, env);
      if (code !== 0) failed += 1;
      process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'} ${name}, ${seconds.toFixed(0)} s\n`);
      if (code !== 0) process.stdout.write(printed);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return failed;
}

/** The blocks of the page by the project whose directory they change to; the first block is for all of them. */
async function readPage(): Promise<{ readonly first: string; readonly byName: ReadonlyMap<string, string> }> {
  const [first, ...others] = await blocks(PAGE, 'sh');
  const byName = new Map(others.map((block) => [/^cd (\S+)$/m.exec(block)?.[1] ?? block, block]));
  const projects = (await readdir(PROJECTS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const [told, there] = [
    [...byName.keys()].sort().join(),
    projects
      .map(({ name }) => name)
      .sort()
      .join(),
  ];
  if (first === undefined || told !== there) throw new Error(`${PAGE} tells of ${told}, and there are ${there}.`);
  return { first, byName };
}

// The commands have process groups of their own, which would not end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { first, byName } = await readPage();
const without = new Map([...byName.keys()].map((name) => [name, missing(name)] as const).filter(([, tool]) => tool));
const work = await mkdtemp(join(tmpdir(), 'smart-lists-clients-'));
const service = await startService();
try {
  const { client } = await TestWorkspace.make(service);
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${service.port}`, KEY: client.token };
  // Files that a reader generated in the original directories are not copied, so that they cannot stand in for new
  // ones.
  const isProject = (path: string): boolean => !MADE.has(basename(path));
  await cp(PROJECTS, work, { recursive: true, filter: isProject });
  const here = first.replace('http://127.0.0.1:3000', env.BASE_URL).replace('sl_test_…', client.token!);
  let failed = await runAll(new Map([['the document', here]]), work, env);
  const possible = new Map([...byName].filter(([name]) => !without.has(name)));
  if (failed === 0) failed = await runAll(possible, work, env);
  if (without.size > 0) {
    process.stdout.write(
      `Not run: ${[...without].map(([name, tool]) => `${name} (${tool} is missing)`).join(', ')}.\n`,
    );
  }
  process.exitCode = failed > 0 ? 1 : without.size > 0 ? 77 : 0;
} finally {
  await service.stop();
  await rm(work, { recursive: true, force: true });
}
