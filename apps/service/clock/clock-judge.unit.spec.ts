import type { ServerTime } from '#kernel';
import { ClockJudge, SETTLE_MS, TOLERANCE_MS } from './clock-judge.js';
import { SteadyClock } from './steady-clock.js';

const NOON = Date.parse('2026-05-10T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/** A machine: its wall clock, its ticks while awake, its uptime. The true time is NOON plus the uptime. */
class Machine {
  wrongBy = 0;
  slept = 0;
  awake = 0;
  readonly wall = { now: () => this.truth + this.wrongBy };
  readonly steady = new SteadyClock(
    () => this.awake,
    () => this.awake + this.slept,
  );

  get truth(): number {
    return NOON + this.awake + this.slept;
  }

  judge(options: { servers?: readonly string[]; newest?: number } = {}): ClockJudge {
    const { servers = ['M', 'E'], newest } = options;
    return new ClockJudge({ wall: this.wall, steady: this.steady, servers, newest });
  }

  /** The answer of a server whose clock is wrong by some milliseconds. */
  told({ wrongBy = 0, took = 10 }: { wrongBy?: number; took?: number } = {}): ServerTime {
    this.awake += took;
    return { time: this.truth - took / 2 + wrongBy, asked: this.awake - took, answered: this.awake };
  }
}

describe('the clock of a machine', () => {
  let machine: Machine;
  beforeEach(() => (machine = new Machine()));

  it.each<[number, string | undefined]>([
    [0, undefined],
    [TOLERANCE_MS - 50, undefined],
    [-TOLERANCE_MS + 50, undefined],
    [TOLERANCE_MS + 50, '2.0 s ahead of the clock of M'],
    [HOUR_MS, '3600.0 s ahead of the clock of M'],
    [-HOUR_MS, '3600.0 s behind the clock of M'],
  ])('that is %p ms off the time of a server: %p', (wrongBy, said) => {
    machine.wrongBy = wrongBy;
    const judge = machine.judge();
    judge.hear('M', machine.told());
    if (said === undefined) expect(judge.verdict()).toBeUndefined();
    else expect(judge.verdict()).toContain(said);
  });

  it('is not judged wrong by a slow answer of a server', () => {
    const judge = machine.judge();
    judge.hear('M', { ...machine.told({ took: HOUR_MS }), time: machine.truth - HOUR_MS });
    expect(judge.verdict()).toBeUndefined();
    judge.hear('M', { ...machine.told({ took: HOUR_MS }), time: machine.truth });
    expect(judge.verdict()).toBeUndefined();
  });

  it('that is set wrong is detected at once, before a server is asked again; set right, it is right at once', () => {
    const judge = machine.judge();
    judge.hear('M', machine.told());
    expect(judge.verdict()).toBeUndefined();
    machine.wrongBy = HOUR_MS;
    expect(judge.verdict()).toContain('ahead of the clock of M');
    machine.awake += 30 * SECOND_MS;
    expect(judge.verdict()).toContain('3600.0 s ahead of the clock of M');
    machine.wrongBy = 0;
    expect(judge.verdict()).toBeUndefined();
  });

  it('is compared with the first server that has answered within a minute', () => {
    machine.wrongBy = 10 * SECOND_MS;
    const judge = machine.judge();
    judge.hear('E', machine.told({ wrongBy: 10 * SECOND_MS }));
    expect(judge.verdict()).toBeUndefined();
    judge.hear('M', machine.told());
    expect(judge.verdict()).toContain('ahead of the clock of M');
    machine.awake += 61 * SECOND_MS;
    judge.hear('E', machine.told({ wrongBy: 10 * SECOND_MS }));
    expect(judge.verdict()).toBeUndefined();
  });

  it('is not compared for longer than a minute with one repeated answer', () => {
    machine.wrongBy = HOUR_MS;
    const judge = machine.judge({ servers: ['E'] });
    const told = machine.told();
    for (let second = 0; second <= 61; second += 1) {
      judge.hear('E', told);
      expect(judge.verdict() === undefined).toBe(second === 61);
      machine.awake += SECOND_MS;
    }
  });

  it('has not jumped when the machine was suspended', () => {
    const judge = machine.judge({ servers: [] });
    expect(judge.verdict()).toBeUndefined();
    machine.slept += HOUR_MS;
    expect(judge.verdict()).toBeUndefined();
    machine.awake += HOUR_MS;
    machine.slept += 5 * HOUR_MS;
    expect(judge.verdict()).toBeUndefined();
    machine.wrongBy = HOUR_MS;
    expect(judge.verdict()).toContain('3600.0 s ahead of where it stood');
  });

  it('may be slewed by any amount', () => {
    const judge = machine.judge({ servers: [] });
    for (let second = 0; second < 100; second += 1) {
      machine.awake += SECOND_MS;
      machine.wrongBy += 100;
      expect(judge.verdict()).toBeUndefined();
    }
  });

  it.each([HOUR_MS, -HOUR_MS])(
    'that jumps by %p ms with no server to compare it with is doubted until it has run steadily for a minute',
    (jump) => {
      const judge = machine.judge({ servers: [] });
      machine.wrongBy = jump;
      expect(judge.verdict()).toContain('where it stood');
      machine.awake += SETTLE_MS - 1;
      expect(judge.verdict()).toBeDefined();
      machine.wrongBy *= 2;
      expect(judge.verdict()).toBeDefined();
      machine.awake += SETTLE_MS - 1;
      expect(judge.verdict()).toBeDefined();
      machine.awake += 1;
      expect(judge.verdict()).toBeUndefined();
      machine.wrongBy = 0;
      expect(judge.verdict()).toBeDefined();
    },
  );

  it('that jumps back to its former course is right at once', () => {
    const judge = machine.judge({ servers: [] });
    machine.wrongBy = HOUR_MS;
    expect(judge.verdict()).toBeDefined();
    machine.wrongBy = 0;
    expect(judge.verdict()).toBeUndefined();
    machine.wrongBy = -HOUR_MS;
    expect(judge.verdict()).toContain('behind where it stood');
  });

  it('that is behind the newest event of the log at the start is doubted until it is past it, or for a minute', () => {
    const behind = machine.judge({ servers: [], newest: machine.truth + HOUR_MS });
    expect(behind.verdict()).toContain('behind the newest event of the log');
    machine.wrongBy = HOUR_MS;
    expect(behind.verdict()).toBeUndefined();
    const stays = machine.judge({ servers: [], newest: machine.truth + 2 * HOUR_MS });
    expect(stays.verdict()).toBeDefined();
    machine.awake += SETTLE_MS;
    expect(stays.verdict()).toBeUndefined();
    expect(machine.judge({ servers: [], newest: machine.truth }).verdict()).toBeUndefined();
  });

  it('without an answer, or with an old one only, is judged by its own course', () => {
    const judge = machine.judge();
    expect(judge.verdict()).toBeUndefined();
    judge.hear('M', machine.told({ wrongBy: HOUR_MS }));
    expect(judge.verdict()).toBeDefined();
    machine.awake += 61 * SECOND_MS;
    expect(judge.verdict()).toBeUndefined();
  });
});
