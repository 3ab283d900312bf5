import fc from 'fast-check';
import { WorkspaceTurns } from './workspace-turns.js';

/** Turns whose work ends when the test says so, with a record of their beginnings. */
class Bench {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly turns: WorkspaceTurns;

  constructor(limit: number) {
    this.turns = new WorkspaceTurns(limit);
  }

  ask(workspaceId: string, name: string): void {
    void this.turns.run(workspaceId, () => {
      this.begun.push(name);
      return new Promise<void>((end) => this.ends.set(name, end));
    });
  }

  get underWay(): readonly string[] {
    return [...this.ends.keys()];
  }

  async end(name: string): Promise<void> {
    const end = this.ends.get(name)!;
    this.ends.delete(name);
    end();
    await settled();
  }
}

const settled = () => new Promise((done) => setImmediate(done));

it('runs one turn of a workspace at a time, in the order of the requests', async () => {
  const bench = new Bench(4);
  for (const name of ['a1', 'a2', 'a3']) bench.ask('a', name);
  await settled();
  expect(bench.begun).toEqual(['a1']);
  await bench.end('a1');
  await bench.end('a2');
  expect(bench.begun).toEqual(['a1', 'a2', 'a3']);
});

it('serves each waiting workspace before it serves one again', async () => {
  const bench = new Bench(1);
  for (let n = 1; n <= 1_000; n += 1) bench.ask('large', `large${n}`);
  bench.ask('small', 'small1');
  bench.ask('other', 'other1');
  await settled();
  for (const name of ['large1', 'small1', 'other1']) await bench.end(name);
  expect(bench.begun).toEqual(['large1', 'small1', 'other1', 'large2']);
});

it('releases a turn when its work fails, and rethrows the error', async () => {
  const turns = new WorkspaceTurns(1);
  await expect(turns.run('a', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn');
  await expect(turns.run('a', () => Promise.resolve('done'))).resolves.toBe('done');
});

it('never runs more than the limit, nor two of a workspace, and finally all', async () => {
  const asks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(9)), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), asks, async (limit, all) => {
      const bench = new Bench(limit);
      const check = () => {
        const workspaces = bench.underWay.map((name) => name[0]);
        expect(workspaces.length).toBeLessThanOrEqual(limit);
        expect(new Set(workspaces).size).toBe(workspaces.length);
      };
      for (const [n, [workspace, choice]] of all.entries()) {
        bench.ask(workspace, `${workspace}${n}`);
        await settled();
        check();
        const { underWay } = bench;
        if (choice < 5) await bench.end(underWay[choice % underWay.length]!);
        check();
      }
      while (bench.underWay.length > 0) {
        await bench.end(bench.underWay[0]!);
        check();
      }
      expect(bench.begun).toHaveLength(all.length);
    }),
    { numRuns: 50 },
  );
});
