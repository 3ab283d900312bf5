// Prepares a working copy: checks the version of Node, installs the dependencies of the lockfile, compiles everything
// into `dist`. Each step is skipped if it is up to date. Uses no installed package.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const OLDEST = [20, 19];
const SOURCES = ['apps', 'libs', 'test', 'bench', 'packages', 'examples'];
const INPUTS = ['tsconfig.json', 'package.json', 'package-lock.json'];

/** Prints one line on stderr: stdout belongs to the program that is started afterwards. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Ends the process with a sentence instead of a stack trace. */
export function fail(line) {
  say(line);
  process.exit(1);
}

/**
 * Runs a command and resolves to its exit code. `quiet` captures its output and shows the end of it on failure only.
 * Signals of the terminal reach the child through its process group; SIGTERM is forwarded.
 */
export function run(command, args, { quiet = false, cwd = root, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    const passOn = () => child.kill('SIGTERM');
    const stay = () => {};
    process.on('SIGTERM', passOn).on('SIGINT', stay);
    const finish = (code) => {
      process.off('SIGTERM', passOn).off('SIGINT', stay);
      if (code !== 0 && quiet) say(Buffer.concat(printed).toString().trimEnd().split('\n').slice(-40).join('\n'));
      resolve(code);
    };
    child.on('error', (error) => {
      say(`${command} could not be started: ${error.message}`);
      finish(127);
    });
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Runs the npm that started this process, or else the one in PATH. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options);
}

/** Reports an old version of Node in one sentence, instead of its errors about ESM and unknown flags. */
export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  fail(
    `Smart Lists needs Node ${OLDEST.join('.')} or later; this is ${process.versions.node}. ` +
      'See https://nodejs.org/en/download',
  );
}

/**
 * Installs the lockfile of `folder`, unless this Node on this platform has done so before (the SQLite driver is native
 * code). The stamp is in node_modules, so that it is deleted with them. `compiles`: the driver is among what is
 * installed.
 */
export async function install(folder = root, why = 'dependencies', { compiles = true } = {}) {
  const lock = join(folder, 'package-lock.json');
  const modules = join(folder, 'node_modules');
  const stamp = join(modules, '.installed');
  const platform = `${process.platform}-${process.arch}-${process.versions.modules}`;
  const wanted = `${createHash('sha256').update(readFileSync(lock)).digest('hex')} ${platform}\n`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  // Already installed by hand (npm ci, npm install) after the lockfile was last changed.
  const hidden = join(modules, '.package-lock.json');
  const byHand = existsSync(hidden) && statSync(hidden).mtimeMs >= statSync(lock).mtimeMs - 5_000;
  const otherPlatform = existsSync(stamp) && !readFileSync(stamp, 'utf8').endsWith(` ${platform}\n`);
  if (!byHand || otherPlatform) {
    say(`Installing ${why}${compiles ? ' (the SQLite driver may have to be compiled: a minute or two)' : ''} …`);
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    if ((await npm(args, { quiet: true, cwd: folder })) !== 0) {
      fail(
        `Installing ${why} failed; the output of npm is above.` +
          (compiles ? ' To compile the SQLite driver takes Python, make and a C++ compiler.' : ''),
      );
    }
  }
  writeFileSync(stamp, wanted);
}

/** What is installed or built in a folder. */
const MADE = ['node_modules', 'dist'];

/** All files in a folder, without what is made in it. */
function* filesUnder(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!MADE.includes(entry.name)) yield* filesUnder(path);
    } else yield path;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = SOURCES.flatMap((folder) => [...filesUnder(join(root, folder))]).filter((path) =>
    path.endsWith('.ts'),
  );
  for (const path of [...sources.sort(), ...INPUTS.map((name) => join(root, name))]) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${relative(root, path)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** Removes the output of deleted sources: Jest would still run it. */
function prune() {
  for (const folder of SOURCES) {
    for (const path of filesUnder(join(root, 'dist', folder))) {
      const source = relative(join(root, 'dist'), path).replace(/\.js(\.map)?$/, '.ts');
      if (source.endsWith('.ts') && !existsSync(join(root, source))) rmSync(path);
    }
  }
}

/** Compiles into `dist`, unless the sources have not changed since the last successful build. */
export async function build({ always = false } = {}) {
  const stamp = join(root, 'dist', '.built');
  const now = fingerprint();
  if (!always && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  rmSync(stamp, { force: true });
  say('Building (half a minute; longer the first time) …');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const code = await run(process.execPath, [tsc, '-p', 'tsconfig.json']);
  if (code !== 0) fail('The build failed; the compiler said why above.');
  prune();
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, now);
}

/** All steps before a compiled program is run. The image has what is built, and no sources. */
export async function prepare() {
  checkNode();
  if (!existsSync(join(root, 'tsconfig.json'))) return;
  await install();
  await build();
}
