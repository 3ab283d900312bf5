import type { HealthFinding } from '#http';
import { VirtualTimers } from '#kernel/testing';
import { HealthLog } from './health-log.js';

/** A log over checks whose results the test sets. */
function start() {
  const said = new Map<string, string | undefined>([['event_store', undefined]]);
  const lines: string[] = [];
  let runs = 0;
  let slow: Promise<void> | undefined;
  const line =
    (level: string) =>
    ({ check, detail = '' }: { check: string; detail?: string }, message: string): void =>
      void lines.push(`${level} ${message}: ${check} ${detail}`.trim());
  const timers = new VirtualTimers();
  const run = async (): Promise<ReadonlyMap<string, HealthFinding>> => {
    runs += 1;
    await slow;
    return new Map([...said].map(([name, reason]) => [name, { reason, isEssential: true }]));
  };
  const log = new HealthLog({
    checks: { run },
    logger: { info: line('info'), warn: line('warn') } as never,
    timers,
  });
  log.start();
  return {
    said,
    lines,
    log,
    timers,
    runs: () => runs,
    /** Makes checks slow; the returned function lets them end. */
    hold: (): (() => void) => {
      let release: () => void = () => undefined;
      slow = new Promise((resolve) => (release = resolve));
      return release;
    },
    pass: async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 2) {
        await new Promise(setImmediate);
        timers.advance(2_000);
      }
      await new Promise(setImmediate);
    },
  };
}

describe('the log of the health checks', () => {
  it('has one line when a check turns red and one when it recovers, after any time', async () => {
    const { said, lines, pass } = start();
    await pass(10);
    expect(lines).toEqual([]);
    said.set('event_store', 'Nobody is there.');
    said.set('read_model', 'The disk is full.');
    await pass(600);
    said.set('event_store', undefined);
    await pass(600);
    said.set('event_store', 'Nobody is there.');
    await pass(2);
    expect(lines).toEqual([
      'warn not well: event_store Nobody is there.',
      'warn not well: read_model The disk is full.',
      'info well again: event_store',
      'warn not well: event_store Nobody is there.',
    ]);
  });

  it('logs a changed reason once a minute at most, and then the current one', async () => {
    const { said, lines, pass } = start();
    for (let second = 0; second < 120; second += 2) {
      said.set('event_store', `Nobody for ${second} s.`);
      await pass(2);
    }
    expect(lines).toEqual([
      'warn not well: event_store Nobody for 0 s.',
      'warn not well: event_store Nobody for 60 s.',
    ]);
  });

  it('does not run a check again while it is running', async () => {
    const { runs, hold, pass } = start();
    const release = hold();
    await pass(60);
    expect(runs()).toBe(1);
    release();
    await pass(4);
    expect(runs()).toBe(3);
  });

  it('ends when it is stopped, also while a check is running', async () => {
    const idle = start();
    idle.log.stop();
    expect(idle.timers.size).toBe(0);

    const { said, lines, log, hold, pass, timers } = start();
    said.set('event_store', 'Nobody is there.');
    const release = hold();
    await pass(2);
    log.stop();
    release();
    await pass(2);
    expect([lines, timers.size]).toEqual([[], 0]);
  });
});
