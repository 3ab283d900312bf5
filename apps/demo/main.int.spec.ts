import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const LISTS = ['Hot leads', 'Callbacks', 'Spring campaign', 'Nurture', 'Customers'];

async function run(...args: string[]): Promise<{ code: unknown; said: string; shown: string }> {
  const { NODE_OPTIONS: _jest, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, shown] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, said, shown };
}

/** Without the last line, which shows the duration. */
const story = (shown: string): readonly string[] => shown.trimEnd().split('\n').slice(0, -1);

/** The numbers of each list in the table at the end of the day, by column. */
function endOfDay(lines: readonly string[]): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const columns = [
    'queued',
    'waiting',
    'for hours',
    'for callback',
    'in call',
    'completed',
    'frozen',
    'left',
    'moved',
    'calls',
  ];
  return Object.fromEntries(
    LISTS.map((name) => {
      const row = lines.find((line) => line.startsWith(`  ${name} `) && /( +\d+){10}$/.test(line))!;
      const numbers = row.match(/\d+/g)!.map(Number);
      return [name, Object.fromEntries(columns.map((column, at) => [column, numbers[at]!]))];
    }),
  );
}

const total = (text: string): number => (text.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0);

describe('the demo', () => {
  const server = createServer((request, response) => {
    const json = request.headers.authorization !== 'Bearer router';
    const known = request.headers.authorization === 'Bearer used';
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    const answer = known
      ? '{"smart_lists":[{}],"contacts":[{}]}'
      : '{"code":"unauthorized","detail":"Send a valid API key."}';
    response.end(json ? answer : '<h1>A router</h1>');
  });
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  describe('against a service of its own', () => {
    let lines: readonly string[];
    let again: readonly string[];

    beforeAll(async () => {
      const runs = await Promise.all([run(), run()]);
      expect(runs.map(({ code, said }) => ({ code, said }))).toEqual([
        { code: 0, said: '' },
        { code: 0, said: '' },
      ]);
      [lines, again] = runs.map(({ shown }) => story(shown)) as [string[], string[]];
    }, 240_000);

    it('simulates the same day each time, and its totals add up', () => {
      expect(lines).toEqual(again);
      const lists = endOfDay(lines);
      const [, calls, results] = /(\d+) calls: (.+)$/.exec(lines.find((line) => /calls: .*answered/.test(line))!)!;
      expect(Number(calls)).toBeGreaterThan(200);
      expect(total(results!)).toBe(Number(calls));
      expect(Object.values(lists).reduce((sum, list) => sum + list['calls']!, 0)).toBe(Number(calls));
      expect(results).toMatch(/\d+ lost/);
      // The highest tier is drained: each member got a disposition that removed it, was moved after two attempts, or
      // has a number in the do-not-call register now.
      expect(lists['Hot leads']).toMatchObject({ queued: 0, waiting: 0, 'in call': 0, completed: 0 });
      expect(lists['Hot leads']!['left']! + lists['Hot leads']!['frozen']!).toBe(60);
      expect(lists['Hot leads']!['moved']).toBeGreaterThan(10);
      expect(lists['Customers']).toMatchObject({ queued: 0, waiting: 0, calls: 0 });
      expect(lists['Customers']!['frozen']).toBeGreaterThan(10);
    });

    it('keeps calling hours and callbacks by its own count, and shows who waits for them', () => {
      const text = lines.join('\n');
      const [, calls] = /(\d+) calls: .*answered/.exec(text)!;
      expect(text).toContain(`  ${calls} calls, each in the calling hours of its list`);
      const [, byOwner, byOthers] = /(\d+) callbacks went to the agent .*, (\d+) to others/.exec(text)!;
      expect(Number(byOwner)).toBeGreaterThan(10);
      expect(Number(byOthers)).toBeGreaterThan(0);
      // People in Tokyo have left work when the day begins, those in London begin an hour later, in New York at 15:00.
      const waiting = [...text.matchAll(/^Mon (\d\d):.*; for hours: (\d+), for callbacks: (\d+)$/gm)];
      const [atNine, atTen, , , , , atThree] = waiting.map(([, , forHours]) => Number(forHours));
      expect(atNine).toBeGreaterThan(atTen!);
      expect(atTen).toBeGreaterThan(atThree!);
      expect(endOfDay(lines)['Spring campaign']!['for hours']).toBe(12);
      expect(endOfDay(lines)['Callbacks']!['for callback']).toBeGreaterThan(0);
      expect(text).toMatch(/ {4}NO {3}calling hours are closed in Asia\/Tokyo, until Tue 01:00/);
      expect(text).toMatch(/ {4}NO {3}callback at \S+ \d\d:\d\d, until/);
    });

    it('ends with an explanation of one contact, and a preview of the next morning', () => {
      const from = lines.findIndex((line) => /^Why is \S+ \S+ called, or not\?/.test(line));
      const text = lines.slice(from).join('\n');
      expect(text).toContain('    NO   is no longer on the list: moved by waterfall');
      expect(text).toContain('attempts: 2, of at most 2');
      expect(text).toMatch(/ {4}NO {3}attempts today: 1, of at most 1, until Tue \d\d:\d\d/);
      expect(text).toMatch(/GET \/dialer\/preview\):\n( {2}\S+ \S+ +from "Callbacks", attempt \d\n?)+/);
    });
  });

  it('reports in one sentence a missing service, another service, or a refused key', async () => {
    expect(await run('--url', 'http://127.0.0.1:1', '--key', 'x')).toMatchObject({
      code: 1,
      said: 'No service answers at http://127.0.0.1:1/smart-lists?page_size=1.\n',
    });
    expect(await run('--url', `${url}/`, '--key', 'router')).toMatchObject({
      code: 1,
      said: `What answers at ${url}/smart-lists?page_size=1 is no such service: 401, and no JSON.\n`,
    });
    expect(await run('--url', url, '--key', 'unknown')).toMatchObject({
      code: 1,
      said: 'GET /smart-lists?page_size=1: 401 unauthorized: Send a valid API key.\n',
    });
  });

  it('refuses a workspace that has lists or contacts', async () => {
    expect(await run('--url', url, '--key', 'used')).toMatchObject({
      code: 1,
      said: 'This workspace has lists or contacts already, and the demo would call them: use a new one.\n',
    });
  });

  it.each([[['--speed']], [['--url', 'http://127.0.0.1:1']]])(
    '%j: says what is wrong with it, and how it is used',
    async (args) => {
      const { code, said } = await run(...args);
      expect(code).toBe(2);
      expect(said).toContain('npm run demo -- --url URL --key KEY');
      expect(said).not.toMatch(/\bat .+:\d+:\d+/);
    },
  );
});
