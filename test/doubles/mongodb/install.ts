import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources of the double; this module runs from dist. */
const HOME = fileURLToPath(new URL('../../../../test/doubles/mongodb/', import.meta.url));
const LIB = join(HOME, 'lib');

/** MongoDB orders texts by UTF-8 bytes, the double like Java by UTF-16 units. One line of one class is patched. */
const COMPARATOR = 'de/bwaldvogel/mongo/backend/ValueComparator.java';
const BY_UTF16 = 'return value1.toString().compareTo(value2.toString());';
const BYTES = (value: string) => `${value}.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)`;
const BY_UTF8 = `return java.util.Arrays.compareUnsigned(${BYTES('value1')}, ${BYTES('value2')});`;

/**
 * Why the double cannot run here, as one sentence; undefined if it can. TEST_MONGODB_PROBLEM is the reason that an
 * earlier attempt of this run found.
 */
export function mongoServerProblem(): string | undefined {
  if (process.env['TEST_MONGODB_PROBLEM']) return process.env['TEST_MONGODB_PROBLEM'];
  const tools = existsSync(target()) ? ['java'] : ['java', 'javac', 'jar', 'mvn'];
  const missing = tools.filter((tool) => !onPath(tool));
  if (missing.length === 0) return undefined;
  return `the double of MongoDB takes a JDK (17 or later) and Maven: ${missing.join(', ')} not on the path`;
}

/**
 * Fetches the jars with Maven and compiles the server, once for each state of its sources.
 * @returns the class path to run it with.
 * @throws Error with a sentence if this machine cannot do it.
 */
export async function installMongoServer(): Promise<string> {
  const folder = target();
  if (!existsSync(folder)) {
    const problem = mongoServerProblem();
    if (problem !== undefined) throw new Error(problem);
    mkdirSync(LIB, { recursive: true });
    // Created elsewhere and renamed: a concurrent installation sees a complete directory or none.
    const draft = mkdtempSync(join(LIB, 'draft-'));
    try {
      await fetchAndCompile(draft);
      renameSync(draft, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  return [join(folder, 'classes'), join(folder, '*')].join(delimiter);
}

async function fetchAndCompile(folder: string): Promise<void> {
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  await execute('mvn', ['--quiet', '--batch-mode', '--file', join(HOME, 'pom.xml'), ...copy], folder);
  const sources = readdirSync(folder).find((name) => name.endsWith('-sources.jar'));
  if (sources === undefined) throw new Error('Maven fetched no sources of the double of MongoDB.');
  await execute('jar', ['xf', sources, COMPARATOR], folder);
  const comparator = join(folder, COMPARATOR);
  const [before, after, ...more] = readFileSync(comparator, 'utf8').split(BY_UTF16);
  if (after === undefined || more.length > 0) throw new Error(`${COMPARATOR} is not the one that can be changed.`);
  writeFileSync(comparator, before + BY_UTF8 + after);
  const classes = ['-d', join(folder, 'classes'), '-cp', join(folder, '*')];
  await execute('javac', ['-nowarn', '-Xlint:none', ...classes, comparator, join(HOME, 'Server.java')], folder);
  rmSync(join(folder, sources));
  rmSync(join(folder, 'de'), { recursive: true });
}

/** Named by a digest of its inputs, so that a change creates a new one. */
function target(): string {
  const hash = createHash('sha256').update(BY_UTF8);
  for (const name of ['pom.xml', 'Server.java']) hash.update(readFileSync(join(HOME, name)));
  return join(LIB, hash.digest('hex').slice(0, 12));
}

function onPath(tool: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function execute(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`${command} failed for the double of MongoDB:\n${Buffer.concat(said).toString().slice(-2_000)}`),
        );
    });
  });
}
