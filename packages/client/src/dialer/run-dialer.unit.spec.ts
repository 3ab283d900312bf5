import { getEventListeners } from 'node:events';
import { problem, silent, unreachable } from '../testing/answers.js';
import { FakeDialing } from '../testing/calls.js';
import { turns } from '../testing/virtual-clock.js';
import { CallOverError } from './heartbeats.js';
import type { DialerState } from './journal.js';
import type { Place } from './options.js';

/** A `place` that ends the dialer with its last call, whose signal is handed out beside it. */
function ending(after: number, place: Place) {
  const stop = new AbortController();
  let placed = 0;
  const counted: Place = (call, signal) => {
    placed += 1;
    if (placed === after) stop.abort();
    return place(call, signal);
  };
  return { place: counted, signal: stop.signal };
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

describe('a dialer', () => {
  it('places the next calls, ends them with what came of them and applies the disposition', async () => {
    const service = new FakeDialing(3);
    const results = ['no_answer', { result: 'answered', outcome_id: 'o1' }, 'busy'] as const;
    const placed: string[] = [];
    await service.run(ending(3, async ({ call_id }) => results[placed.push(call_id) - 1]!));
    expect(placed).toEqual(['c1', 'c2', 'c3']);
    expect([...service.calls.values()]).toEqual([
      { call_id: 'c1', state: 'ended', result: 'no_answer', outcome_id: null },
      { call_id: 'c2', state: 'completed', result: 'answered', outcome_id: 'o1' },
      { call_id: 'c3', state: 'ended', result: 'busy', outcome_id: null },
    ]);
    expect(service.errors).toEqual([]);
    expect(service.to('/next').map(({ body }) => body)).toEqual(Array(3).fill({ limit: 1 }));
  });

  it('asks for the calls that its free lines can take, and never has more than its lines', async () => {
    const service = new FakeDialing(7);
    let [now, most] = [0, 0];
    const place: Place = async ({ call_id }) => {
      most = Math.max(most, (now += 1));
      await service.clock.sleep(1_000 * Number(call_id.slice(1)));
      now -= 1;
      return 'answered';
    };
    await service.run({ ...ending(7, place), lines: 3 });
    expect([most, service.calls.size]).toEqual([3, 7]);
    expect(service.to('/next').map(({ body }) => body)).toEqual([3, 1, 1, 1, 1].map((limit) => ({ limit })));
  });

  it('ends a call whose placing throws with failed, and continues', async () => {
    const service = new FakeDialing(2);
    const crash = new Error('line dropped');
    const place = ({ call_id }: { call_id: string }) => {
      if (call_id === 'c1') throw crash;
      return Promise.resolve('answered' as const);
    };
    await service.run(ending(2, place));
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['failed', 'answered']);
    expect(service.errors).toEqual([{ step: 'place', call_id: 'c1', error: crash }]);
  });

  it('asks less and less often while nobody may be called, and at once after a call', async () => {
    const service = new FakeDialing(0);
    const { signal, place } = ending(1, async () => 'answered');
    const running = service.start({ place, signal, idleMs: { from: 1_000, to: 5_000 } });
    await service.clock.pass(14_000);
    expect(service.to('/next').map(({ at }) => at)).toEqual([0, 500, 1_500, 3_500, 6_000, 8_500, 11_000, 13_500]);
    service.waiting = 1;
    await service.clock.settled(running);
    expect(service.to('/end')).toHaveLength(1);
  });

  it('has 1 to 50 lines', () => {
    const place: Place = async () => 'answered';
    for (const lines of [0, 51, 1.5]) expect(() => new FakeDialing(0).start({ place, lines })).toThrow(RangeError);
  });
});

describe('the lease of a call', () => {
  it('is kept by a heartbeat each third of it, as long as the call takes', async () => {
    const service = new FakeDialing(1);
    await service.run(ending(1, () => service.clock.sleep(70_000).then(() => 'answered' as const)));
    expect(service.to('/heartbeat').map(({ at }) => at)).toEqual([20_000, 40_000, 60_000]);
    expect(service.calls.get('c1')).toMatchObject({ result: 'answered' });
  });

  it('that has passed hangs up: the call is not ended in another way, and the dialer continues', async () => {
    const service = new FakeDialing(2);
    const reasons: unknown[] = [];
    const place: Place = async ({ call_id }, signal) => {
      if (call_id === 'c2') return 'answered';
      Object.assign(service.calls.get('c1')!, { state: 'completed', result: 'lost' });
      await untilAborted(signal);
      reasons.push(signal.reason);
      return 'answered';
    };
    await service.run(ending(2, place));
    expect(reasons).toEqual([expect.any(CallOverError)]);
    expect(service.to('/end').map(({ path }) => path)).toEqual(['/calls/c2/end']);
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['lost', 'answered']);
    expect(service.errors).toMatchObject([{ step: 'heartbeat', call_id: 'c1' }]);
  });

  it('is kept by no heartbeat beyond the call: one that is under way holds up no end', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path }) => (path.endsWith('/heartbeat') ? silent : undefined);
    await service.run(ending(1, () => service.clock.sleep(25_000).then(() => 'answered' as const)));
    expect(service.to('/end').map(({ at }) => at)).toEqual([25_000]);
    expect(service.errors).toEqual([]);
  });

  it('survives heartbeats that fail', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path, at }) => (path.endsWith('/heartbeat') && at < 30_000 ? unreachable : undefined);
    await service.run(ending(1, () => service.clock.sleep(50_000).then(() => 'answered' as const)));
    expect(service.steps).toEqual(['heartbeat']);
    expect(service.calls.get('c1')).toMatchObject({ result: 'answered' });
  });
});

describe('a service that is away', () => {
  it('dispatches nothing twice: an unanswered question is repeated with its key until it is answered', async () => {
    const service = new FakeDialing(1);
    service.afterwards = ({ path, at }) => (path === '/dialer/next' && at < 100_000 ? silent : undefined);
    await service.run(ending(1, async () => 'answered'));
    const keys = service.to('/next').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(4);
    expect(new Set(keys).size).toBe(1);
    expect([...service.calls.values()]).toMatchObject([{ result: 'answered' }]);
  });

  it('does not have a call placed that it has ended before its answer came', async () => {
    const service = new FakeDialing(2);
    service.afterwards = ({ path, at }) => {
      if (path !== '/dialer/next' || at > 100_000) return undefined;
      Object.assign(service.calls.get('c1')!, { state: 'completed', result: 'lost' });
      return silent;
    };
    const placed: string[] = [];
    await service.run(ending(1, async ({ call_id }) => (placed.push(call_id), 'answered')));
    expect(placed).toEqual(['c2']);
  });

  it('is told the end of a call when it is back', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path, at }) =>
      path.endsWith('/end') && at < 10_000 ? problem(503, 'unavailable') : undefined;
    const stop = new AbortController();
    const running = service.start({ place: async () => 'answered', signal: stop.signal });
    await service.clock.pass(20_000);
    stop.abort();
    await service.clock.settled(running);
    expect(service.calls.get('c1')).toMatchObject({ state: 'ended', result: 'answered' });
    expect(new Set(service.to('/end').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('is not waited for by a dialer that stops; the journal has what it was not told', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path }) => (path.endsWith('/end') ? problem(503, 'unavailable') : undefined);
    await service.run({ ...ending(1, async () => 'answered'), journal: service.journal });
    expect(service.to('/end')).toHaveLength(2);
    expect(service.state?.calls).toMatchObject([{ call_id: 'c1', ending: { result: 'answered' } }]);
  });

  it('is asked again where a quota leaves no room for calls', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ at }) => (at < 3_000 ? problem(409, 'quota_exceeded') : undefined);
    await service.run(ending(1, async () => 'answered'));
    expect(service.calls.size).toBe(1);
    expect(service.steps.length).toBeGreaterThan(1);
  });
});

describe('a refusal that time does not heal', () => {
  it('ends the dialer, after its calls', async () => {
    const service = new FakeDialing(1);
    let asked = 0;
    service.instead = ({ path }) =>
      path === '/dialer/next' && (asked += 1) > 1 ? problem(403, 'insufficient_scope') : undefined;
    const place: Place = () => service.clock.sleep(5_000).then(() => 'answered' as const);
    await expect(service.run({ place, lines: 2 })).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(service.calls.get('c1')).toMatchObject({ result: 'answered' });
  });

  it('of the end or of the disposition is reported, and the dialer continues', async () => {
    const service = new FakeDialing(3);
    service.instead = ({ path }) => {
      if (path === '/calls/c1/end') return problem(409, 'call_state_conflict');
      return path === '/calls/c2/outcomes' ? problem(400, 'invalid_reference') : undefined;
    };
    await service.run(ending(3, async () => ({ result: 'answered', outcome_id: 'o1' })));
    expect(service.errors).toMatchObject([
      { step: 'end', call_id: 'c1' },
      { step: 'outcome', call_id: 'c2' },
    ]);
    expect(service.to('/calls/c1/outcomes')).toEqual([]);
    expect(service.calls.get('c3')).toMatchObject({ state: 'completed' });
  });

  it('is what onError throws, too', async () => {
    const service = new FakeDialing(1);
    const place: Place = () => Promise.reject(new Error('line dropped'));
    const onError = (error: unknown): void => {
      throw error;
    };
    await expect(service.run({ place, onError })).rejects.toThrow('line dropped');
  });
});

describe('a dialer that is stopped', () => {
  it('asks no more, and ends its calls first', async () => {
    const service = new FakeDialing(5);
    const stop = new AbortController();
    const place: Place = () => service.clock.sleep(8_000).then(() => 'answered' as const);
    const running = service.start({ place, signal: stop.signal, lines: 2 });
    await service.clock.pass(1_000);
    stop.abort();
    await service.clock.settled(running);
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['answered', 'answered']);
    expect(service.to('/next')).toHaveLength(1);
  });

  it('adds no listener to the signal, of which Node warns once more than 10 dialers have the same', async () => {
    const stop = new AbortController();
    const services = [new FakeDialing(0), new FakeDialing(0)];
    const running = services.map((service) => service.start({ place: async () => 'busy', signal: stop.signal }));
    for (const service of services) await service.clock.pass(1_000);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    stop.abort();
    for (const [at, service] of services.entries()) await service.clock.settled(running[at]!);
  });

  it('gives back calls whose dispatch was under way', async () => {
    const service = new FakeDialing(1);
    const stop = new AbortController();
    service.afterwards = ({ path }) => (path === '/dialer/next' ? (stop.abort(), undefined) : undefined);
    const place: Place = () => Promise.reject(new Error('not to be placed'));
    await service.run({ place, signal: stop.signal });
    expect([...service.calls.values()]).toMatchObject([{ result: 'not_placed' }]);
    expect(service.errors).toEqual([]);
  });

  it('hangs up after graceMs', async () => {
    const service = new FakeDialing(1);
    const stop = new AbortController();
    const place: Place = (_call, signal) => untilAborted(signal).then(() => 'cancelled' as const);
    const running = service.start({ place, signal: stop.signal, graceMs: 30_000, heartbeatMs: 3_600_000 });
    await service.clock.pass(1_000);
    stop.abort();
    await service.clock.pass(29_000);
    expect(service.to('/end')).toEqual([]);
    await service.clock.settled(running);
    expect(service.to('/end').map(({ at }) => at)).toEqual([31_000]);
    expect(service.calls.get('c1')).toMatchObject({ result: 'cancelled' });
  });

  it('is not stopped while it waits for longer than it has to', async () => {
    const service = new FakeDialing(0);
    const stop = new AbortController();
    const place: Place = async () => 'answered';
    const running = service.start({ place, signal: stop.signal });
    await turns();
    stop.abort();
    await running;
    expect(service.to('/next')).toHaveLength(1);
  });
});

describe('a dialer with a journal', () => {
  /** A call that takes longer than its dialer lives. */
  const cutOff: Place = () => new Promise(() => undefined);

  it('takes up a call that was in progress, and does not place it again', async () => {
    const service = new FakeDialing(2);
    await service.kill(cutOff);
    expect(service.state?.calls).toMatchObject([{ call_id: 'c1', lease_ms: 60_000 }]);
    const { place, signal } = ending(1, async () => 'busy');
    const resumed: string[] = [];
    // Its lease may be about to pass, so the first heartbeat does not wait.
    const resume: Place = async ({ call_id }) => {
      resumed.push(call_id);
      await service.clock.sleep(45_000);
      return 'answered';
    };
    const from = service.to('/heartbeat').length;
    await service.run({ place, signal, resume, journal: service.journal });
    expect(resumed).toEqual(['c1']);
    const beats = service.to('/heartbeat').slice(from);
    expect(beats.map(({ at }) => at - beats[0]!.at)).toEqual([0, 20_000, 40_000]);
    expect(beats[0]!.at).toBe(25_000);
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['answered', 'busy']);
    expect(service.state).toEqual({ request: null, calls: [] });
  });

  it('ends such a call with failed where it cannot take it up', async () => {
    const service = new FakeDialing(2);
    await service.kill(cutOff);
    await service.run({ ...ending(1, async () => 'busy'), journal: service.journal });
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['failed', 'busy']);
  });

  it.each(['ended', 'completed'] as const)('lets a call be that is %s meanwhile', async (state) => {
    const service = new FakeDialing(2);
    await service.kill(cutOff);
    Object.assign(service.calls.get('c1')!, { state, result: 'voicemail' });
    await service.run({ ...ending(1, async () => 'busy'), journal: service.journal });
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['voicemail', 'busy']);
    expect([service.errors, service.state]).toEqual([[], { request: null, calls: [] }]);
  });

  it('learns which calls it was given when the answer was lost with it, and places them', async () => {
    const service = new FakeDialing(1);
    await service.kill(
      async () => 'answered',
      (path) => path === '/dialer/next',
    );
    expect([service.calls.size, service.state?.calls, service.state?.request?.limit]).toEqual([1, [], 1]);
    await service.run({ ...ending(1, async () => 'busy'), journal: service.journal });
    expect([...service.calls.values()].map(({ result }) => result)).toEqual(['busy']);
  });

  it.each(['/end', '/outcomes'])('tells the service what came of a call when it died at %s', async (step) => {
    const service = new FakeDialing(2);
    const answered = { result: 'answered', outcome_id: 'o1' } as const;
    await service.kill(
      async () => answered,
      (path) => path.endsWith(step),
    );
    await service.run({ ...ending(1, async () => 'busy'), journal: service.journal });
    expect([...service.calls.values()]).toMatchObject([
      { state: 'completed', ...answered },
      { state: 'ended', result: 'busy' },
    ]);
    expect([service.errors, service.state]).toEqual([[], { request: null, calls: [] }]);
  });

  it('has an empty one between its questions', async () => {
    const service = new FakeDialing(0);
    void service.start({ place: async () => 'answered', journal: service.journal });
    await service.clock.pass(10_100);
    expect(service.to('/next').length).toBeGreaterThan(2);
    expect(service.state).toEqual({ request: null, calls: [] });
  });

  it('writes one state after another, however long each takes', async () => {
    const service = new FakeDialing(2);
    const { journal, clock } = service;
    const save = (state: DialerState) => clock.sleep(1_000 * state.calls.length).then(() => journal.save(state));
    await service.run({ ...ending(2, async () => 'busy'), lines: 2, journal: { ...journal, save } });
    expect(service.calls.size).toBe(2);
    expect(service.state).toEqual({ request: null, calls: [] });
  });

  it('continues without it while it cannot be written', async () => {
    const service = new FakeDialing(1);
    const journal = { load: async () => undefined, save: () => Promise.reject(new Error('disk full')) };
    await service.run({ ...ending(1, async () => 'busy'), journal });
    expect(service.calls.get('c1')).toMatchObject({ result: 'busy' });
    expect(new Set(service.steps)).toEqual(new Set(['journal']));
  });

  it('does not begin where it cannot be read', async () => {
    const service = new FakeDialing(1);
    const journal = { ...service.journal, load: () => Promise.reject(new Error('no such file')) };
    await expect(service.run({ place: async () => 'busy', journal })).rejects.toThrow('no such file');
    expect(service.sent).toEqual([]);
  });
});
