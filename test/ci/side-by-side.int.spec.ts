import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../support/until.js';

const FUNCTIONS = fileURLToPath(new URL('../../../.ci/side-by-side.sh', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Goal: .ci/run may run parts side by side, and its output is as if each ran alone. Method: scripts of bash that begin
 * parts which wait for each other's files, so that they end only if they run when they should.
 */
describe('parts of .ci/run', () => {
  let directory: string;
  let running: ChildProcess | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'parts-'));
  });
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(directory, { recursive: true });
  });

  /** `seen NAME` waits for the file NAME; `touch NAME` makes it. */
  function script(...lines: readonly string[]): {
    readonly child: ChildProcess;
    readonly printed: () => Promise<string>;
  } {
    const head = ['set -uo pipefail', `cd '${ROOT}'`, `. '${FUNCTIONS}'`, `trap 'end_parts; rm -rf "$logs"' EXIT`];
    const signals = `trap 'exit 130' INT TERM`;
    const functions = [
      `seen() { until [ -e '${directory}'/"$1" ]; do sleep 0.02; done; }`,
      `touched() { touch '${directory}'/"$1"; }`,
    ];
    const text = [...head, signals, ...functions, ...lines].join('\n');
    // What bash itself has to say, of jobs too, is none of the output.
    const child = spawn('bash', ['-c', `exec 2>&1\n${text}`], { stdio: ['ignore', 'pipe', 'inherit'] });
    running = child;
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    return {
      child,
      printed: async () => {
        await once(child, 'close');
        return Buffer.concat(chunks).toString();
      },
    };
  }

  it('run two at a time, and are reported in the order in which they were begun', async () => {
    const { printed } = script(
      'together=2',
      `first() { touched first; seen second; [ ! -e '${directory}'/third ] || exit 1; touched checked; seen third; }`,
      'second() { seen first; touched second; seen checked; }',
      'third() { touched third; }',
      'begin part first first',
      'begin part second second',
      'begin part third third',
      'report',
      'echo "$passed $failed $skipped"',
    );
    const lines = (await printed()).trim().split('\n');
    expect(lines.map((line) => line.replace(/ +/g, ' ').replace(/ \d+s$/, ''))).toEqual([
      'ok first',
      'ok second',
      'ok third',
      '3 0 0',
    ]);
  });

  it('tell why one failed: its exit status and the end of its log first, then what stood before', async () => {
    const { printed } = script(
      'many() { seq 1 100; exit 3; }',
      'begin part many many',
      'report || echo "one failed"',
      'echo "$passed $failed $skipped"',
    );
    const lines = (await printed()).trim().split('\n');
    expect(lines[0]).toMatch(/^FAILED +many /);
    expect(lines[1]!.trim()).toBe('exit status 3; the last 15 lines of its log:');
    expect(lines).toHaveLength(1 + 1 + 15 + 1 + 65 + 2);
    const logged = lines.map((line) => line.trim()).filter((line) => /^\d+$/.test(line));
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n));
    expect(logged).toEqual([...numbers(86, 100), ...numbers(21, 85)]);
    expect(lines.slice(-2)).toEqual(['one failed', '0 1 0']);
  });

  it('are skipped by exit status 77, for the reason that the last line gives', async () => {
    const { printed } = script(
      'lacking() { echo looking; echo "There is no Go."; exit 77; }',
      'begin part lacking lacking',
      'report && echo "none failed"',
      'echo "$passed $failed $skipped"',
    );
    const lines = (await printed()).trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^skipped +lacking +There is no Go\.$/), 'none failed', '0 0 1']);
  });

  it('count their tests, and name the failed ones before the end of the log', async () => {
    const results = {
      ...{ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, numRuntimeErrorTestSuites: 1 },
      testResults: [
        {
          name: join(ROOT, 'dist/libs/kernel/ids.unit.spec.js'),
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'ids are ids', failureMessages: [] },
            { status: 'failed', fullName: 'ids differ', failureMessages: ['Error: they are equal\n    at ids.js'] },
          ],
        },
        {
          name: join(ROOT, 'dist/libs/kernel/clock.unit.spec.js'),
          message: '  ● Test suite failed to run\n\n    Cannot find module',
          assertionResults: [],
        },
      ],
    };
    const { printed } = script(
      'mkdir -p "$logs/dist/test-results" "$logs/.ci"',
      `cp .ci/*.mjs "$logs/.ci"; cd "$logs"`,
      `cat >dist/test-results/all-tests.json <<'JSON'\n${JSON.stringify(results)}\nJSON`,
      'all() { echo "Tests: 1 failed"; echo "    skipped: ids of two clocks"; exit 1; }',
      "begin tests 'all tests' all",
      'report',
      'echo "$passed $failed $skipped"',
    );
    const lines = (await printed()).trim().split('\n');
    expect(lines[0]).toMatch(/^FAILED +all tests: 5\/2\/2 /);
    expect(lines[1]).toMatch(/libs\/kernel\/ids\.unit\.spec\.js: ids differ: Error: they are equal$/);
    expect(lines[2]).toMatch(/libs\/kernel\/clock\.unit\.spec\.js: it could not be run: Cannot find module$/);
    expect(lines[3]!.trim()).toBe('exit status 1; the last 15 lines of its log:');
    expect(lines.filter((line) => line.includes('skipped: ids of two clocks'))).toHaveLength(2);
    expect(lines.at(-1)).toBe('5 2 2');
  });

  it('name a spec that keeps its Jest process from ending, though every test passed', async () => {
    const counts = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
    const results = { ...counts, numRuntimeErrorTestSuites: 0, testResults: [] };
    const { printed } = script(
      'mkdir -p "$logs/dist/test-results" "$logs/.ci"',
      `cp .ci/*.mjs "$logs/.ci"; cd "$logs"`,
      `echo '${JSON.stringify(results)}' >dist/test-results/all-tests.json`,
      'all() { echo "a.spec.js holds its process open by Worker."; echo "A worker process has failed to exit gracefully."; }',
      "begin tests 'all tests' all",
      'report',
      'echo "$passed $failed $skipped"',
    );
    const lines = (await printed()).trim().split('\n');
    expect(lines[0]).toMatch(/^ok +all tests: 5\/0\/0 /);
    expect(lines.slice(1, -1).map((line) => line.trim())).toEqual([
      'a.spec.js holds its process open by Worker.',
      'A worker process has failed to exit gracefully.',
    ]);
    expect(lines.at(-1)).toBe('5 0 0');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('end with all that they started, when %s ends the run', async (signal) => {
    const { child, printed } = script(
      'together=2',
      `busy() { sleep 600 & echo $! >'${directory}'/pid; touched busy; wait; }`,
      'begin part busy busy',
      'echo "$logs"',
      'report',
    );
    await until('a part runs', () => existsSync(join(directory, 'busy')));
    const pid = Number(readFileSync(join(directory, 'pid'), 'utf8'));
    child.kill(signal);
    const [logs, ...rest] = (await printed()).trim().split('\n');
    expect(rest).toEqual([]);
    expect(child.exitCode).toBe(130);
    expect(() => process.kill(pid, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(existsSync(logs!)).toBe(false);
  });
});
