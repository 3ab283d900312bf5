import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PARTS_MODULE = pathToFileURL(join(ROOT, 'scripts', 'test-parts.mjs')).href;

interface TestPart {
  readonly name: string;
  readonly paths?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly leftToAll?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const { LEFT_TO_TEST_ALL, TEST_PARTS, forEachChange } = (await import(PARTS_MODULE)) as {
  readonly LEFT_TO_TEST_ALL: readonly string[];
  readonly forEachChange: (part: TestPart) => TestPart;
  readonly TEST_PARTS: readonly TestPart[];
};

const SEQUENCER = pathToFileURL(join(ROOT, 'scripts', 'longest-first.mjs')).href;
const { LONGEST } = (await import(SEQUENCER)) as { readonly LONGEST: readonly string[] };

const dist = join(ROOT, 'dist');
const specs = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.js'))
  .map((path) => join(dist, path));
const matches = (path: string, patterns: readonly string[]) => patterns.some((each) => new RegExp(each).test(path));
const runs = ({ paths = [], leftOut = [] }: Pick<TestPart, 'paths' | 'leftOut'>, spec: string) =>
  (paths.length === 0 || matches(spec, paths)) && !matches(spec, leftOut);
const pairsOf = (spec: string, parts = TEST_PARTS) =>
  new Set(parts.filter((part) => runs(part, spec)).map(({ env }) => env['TEST_PAIR']));
const under = (folder: string) => specs.filter((spec) => spec.startsWith(join(dist, folder, '/')));

describe('npm run test:all', () => {
  it('runs every spec but those of the site, and on both pairs what talks to the service over HTTP and is not refused before a store is asked', () => {
    expect(specs.length).toBeGreaterThan(300);
    expect(specs.filter((spec) => !pairsOf(spec).has('embedded'))).toEqual(under('test/site'));
    expect(readFileSync(join(ROOT, '.ci', 'parts', 'docs-site'), 'utf8')).toContain('dist/test/site/');
    const served = [...under('test/e2e'), ...under('test/dialing')];
    const embeddedOnly = served.filter((spec) => !pairsOf(spec).has('distributed'));
    expect(embeddedOnly.map((spec) => spec.slice(dist.length + 1)).sort()).toEqual([
      'test/e2e/behaviour/backup.e2e.spec.js',
      'test/e2e/behaviour/client.e2e.spec.js',
      'test/e2e/behaviour/network-outage.e2e.spec.js',
      'test/e2e/behaviour/operator-commands.e2e.spec.js',
      'test/e2e/behaviour/rebuild.e2e.spec.js',
      'test/e2e/behaviour/slow-receivers.e2e.spec.js',
      'test/e2e/contract/reference-descriptions.e2e.spec.js',
      'test/e2e/contract/smart-list-fields.e2e.spec.js',
      'test/e2e/contract/webhook-reference.e2e.spec.js',
      'test/e2e/input/bodies.e2e.spec.js',
      'test/e2e/input/fuzz.e2e.spec.js',
      'test/e2e/input/raw.e2e.spec.js',
      'test/e2e/input/references.e2e.spec.js',
      'test/e2e/matrices/refusals.e2e.spec.js',
      'test/e2e/matrices/scopes.e2e.spec.js',
      'test/e2e/past/command.e2e.spec.js',
      'test/e2e/past/export.e2e.spec.js',
      'test/e2e/past/timeline-command.e2e.spec.js',
      'test/e2e/past/why-before-command.e2e.spec.js',
    ]);
  });

  it('has no pattern that matches nothing', () => {
    const patternsOf = ({ paths = [], leftOut = [], leftToAll = [] }: TestPart) => [...paths, ...leftOut, ...leftToAll];
    const patterns = TEST_PARTS.flatMap(patternsOf);
    expect(patterns.filter((pattern) => !specs.some((spec) => matches(spec, [pattern])))).toEqual([]);
    expect(LEFT_TO_TEST_ALL.filter((pattern) => !specs.some((spec) => matches(spec, [pattern])))).toEqual([]);
    expect(LONGEST.filter((path) => !specs.some((spec) => spec.includes(path)))).toEqual([]);
  });
});

describe('.ci/run', () => {
  it('runs for each change what a client sees, on the embedded pair, and leaves only whole specs to the night', () => {
    const ofChange = TEST_PARTS.map(forEachChange);
    const left = specs.filter((spec) => pairsOf(spec).size > 0 && pairsOf(spec, ofChange).size === 0);
    expect(left.filter((spec) => under('test/e2e/contract').includes(spec))).toEqual([]);
    expect(left.filter((spec) => under('test/e2e/matrices').includes(spec))).toEqual([]);
    // Under a tenth of the specs; a whole run has them.
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(specs.length / 10);
    expect(ofChange.map(({ name }) => name)).toEqual(TEST_PARTS.map(({ name }) => name));
  });
});

describe('npm test', () => {
  const left = specs.filter((spec) => matches(spec, LEFT_TO_TEST_ALL));
  const run = (folder: string) => under(folder).filter((spec) => !left.includes(spec));

  it('runs every unit, integration and end-to-end spec, one spec of crashes and one of dialing', () => {
    const service = ['test/distributed', 'test/crash', 'test/dialing', 'test/site'].flatMap(under);
    expect(left.filter((spec) => !service.includes(spec))).toEqual([]);
    expect(run('test/crash')).toHaveLength(1);
    expect(run('test/dialing')).toHaveLength(1);
    expect(run('test/distributed')).toEqual([]);
  });

  // Jest's parser of arguments is loaded outside of Jest.
  it('runs any spec that a path names; options and their values are no paths', async () => {
    const script = `
      const { selectionFor } = await import(${JSON.stringify(PARTS_MODULE)});
      const calls = JSON.parse(process.argv[1]);
      const selects = async (args) => (await selectionFor(args)).length > 0;
      console.log(JSON.stringify(await Promise.all(calls.map(selects))));`;
    const selectionFor = async (...calls: readonly (readonly string[])[]): Promise<unknown> => {
      const args = ['--input-type=module', '-e', script, JSON.stringify(calls)];
      return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout);
    };
    const everything = [[], ['-t', 'name conflict'], ['--maxWorkers', '1'], ['--bail'], ['--maxWorkers=1', '-t', 'x']];
    expect(await selectionFor(...everything)).toEqual(everything.map(() => true));
    const named = [
      ['test/distributed'],
      ['-t', 'name conflict', 'libs/members'],
      ['--maxWorkers=1', 'test/crash'],
      ['--testPathIgnorePatterns', 'dist/libs'],
    ];
    expect(await selectionFor(...named)).toEqual(named.map(() => false));
  });
});
