import { problem, type Sent } from '../testing/answers.js';
import { FakeDialing } from '../testing/calls.js';
import type { Place } from './options.js';

const agentId = 'agent-7';
/** A call that takes longer than its dialer lives. */
const cutOff: Place = () => new Promise(() => undefined);

/** Stops the dialer with the first call that it places. */
function once(place: Place) {
  const stop = new AbortController();
  const counted: Place = (call, signal) => {
    stop.abort();
    return place(call, signal);
  };
  return { agentId, place: counted, signal: stop.signal };
}

const bodies = (sent: readonly Sent[]) => sent.map(({ body }) => body);
const resultsOf = ({ calls }: FakeDialing) => [...calls.values()].map(({ result }) => result);

describe('the agent of a dialer', () => {
  it('is named with each question and each end', async () => {
    const service = new FakeDialing(1);
    await service.run(once(async () => 'answered'));
    expect(bodies(service.to('/next'))).toEqual([{ limit: 1, agent_id: agentId }]);
    expect(bodies(service.to('/end'))).toEqual([{ result: 'answered', agent_id: agentId }]);
  });

  it('may dial one list alone, which each question names', async () => {
    const service = new FakeDialing(1);
    await service.run({ ...once(async () => 'busy'), smartListId: 'list-1' });
    expect(bodies(service.to('/next'))).toEqual([{ limit: 1, agent_id: agentId, smart_list_id: 'list-1' }]);
    expect(bodies(service.to('/end'))).toEqual([{ result: 'busy', agent_id: agentId }]);
  });

  it('may dial the lists of a group, which each question names', async () => {
    const service = new FakeDialing(1);
    await service.run({ ...once(async () => 'busy'), dialGroupId: 'group-1' });
    expect(bodies(service.to('/next'))).toEqual([{ limit: 1, agent_id: agentId, dial_group_id: 'group-1' }]);
  });

  it('is named nowhere where there is none, and no calls are asked for', async () => {
    const service = new FakeDialing(1);
    const { place, signal } = once(async () => 'answered');
    await service.run({ place, signal });
    expect([...bodies(service.to('/next')), ...bodies(service.to('/end'))]).toEqual([
      { limit: 1 },
      { result: 'answered' },
    ]);
    expect(service.sent.filter(({ method }) => method === 'GET')).toEqual([]);
  });

  it('is that of the question in the journal when it is repeated under its key', async () => {
    const service = new FakeDialing(1);
    await service.kill(cutOff, (path) => path === '/dialer/next', { agentId: 'agent-6' });
    await service.run({ ...once(async () => 'busy'), journal: service.journal });
    const questions = service.to('/next');
    expect(new Set(questions.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(new Set(bodies(questions).map((body) => JSON.stringify(body))).size).toBe(1);
    expect(resultsOf(service)).toEqual(['busy']);
  });
});

describe('a dialer with an agent and without a journal', () => {
  const noJournal = { load: async () => undefined, save: async () => undefined };
  const kill = (service: FakeDialing, lines: number, agent = agentId) =>
    service.kill(cutOff, undefined, { agentId: agent, lines, journal: noJournal });

  it('takes up the calls that are in progress with its agent, all pages of them, and then calls on', async () => {
    const service = new FakeDialing(6);
    await kill(service, 5);
    const resumed: string[] = [];
    const resume: Place = async ({ call_id }) => (resumed.push(call_id), 'voicemail');
    await service.run({ ...once(async () => 'busy'), resume });
    expect(resumed).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
    expect(resultsOf(service)).toEqual([...Array<string>(5).fill('voicemail'), 'busy']);
    expect(service.errors).toEqual([]);
  });

  it('keeps their leases by the length of a lease, not by how long the calls have lasted', async () => {
    const service = new FakeDialing(2);
    await kill(service, 1);
    const killed = service.to('/heartbeat').length;
    const resume: Place = () => service.clock.sleep(45_000).then(() => 'answered');
    await service.run({ ...once(async () => 'busy'), resume });
    const beats = service.to('/heartbeat').slice(killed);
    expect(beats.map(({ at }) => at - beats[0]!.at)).toEqual([0, 20_000, 40_000]);
  });

  it('ends them with failed where it cannot take them up', async () => {
    const service = new FakeDialing(3);
    await kill(service, 2);
    await service.run(once(async () => 'busy'));
    expect(resultsOf(service)).toEqual(['failed', 'failed', 'busy']);
  });

  it('leaves calls of another agent, and calls that are over, as they are', async () => {
    const service = new FakeDialing(2);
    await kill(service, 1, 'agent-8');
    await service.run(once(async () => 'busy'));
    expect(resultsOf(service)).toEqual([null, 'busy']);
    expect(service.to('/me')).toEqual([]);
  });

  it('asks again while the service is away, and ends where it is refused', async () => {
    const service = new FakeDialing(2);
    await kill(service, 1);
    const isList = ({ path }: Sent): boolean => path.startsWith('/calls?');
    const from = service.sent.length;
    service.instead = (sent) =>
      isList(sent) && service.sent.length < from + 4 ? problem(503, 'unavailable') : undefined;
    await service.run(once(async () => 'busy'));
    expect(resultsOf(service)).toEqual(['failed', 'busy']);
    expect(new Set(service.steps)).toEqual(new Set(['resume']));
    service.instead = (sent) => (isList(sent) ? problem(403, 'insufficient_scope') : undefined);
    const questions = service.to('/next').length;
    await expect(service.run(once(async () => 'busy'))).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(service.to('/next')).toHaveLength(questions);
  });

  it('that is stopped while the service is away ends', async () => {
    const service = new FakeDialing(1);
    const stop = new AbortController();
    service.instead = () => problem(503, 'unavailable');
    const running = service.start({ agentId, place: cutOff, signal: stop.signal });
    await service.clock.pass(5_000);
    stop.abort();
    await service.clock.settled(running);
    expect(service.to('/next')).toEqual([]);
  });
});

describe('a dialer with an agent and a journal', () => {
  it('places calls that it was given without knowing, and takes up the others, each once', async () => {
    const service = new FakeDialing(3);
    let questions = 0;
    service.waiting = 1;
    // The answer to the question of the second line is lost with the dialer.
    const at = (path: string): boolean => {
      if (path !== '/dialer/next' || (questions += 1) === 1) return false;
      service.waiting = 2;
      return true;
    };
    await service.kill(cutOff, at, { agentId, lines: 2 });
    const [placed, resumed]: string[][] = [[], []];
    const stop = new AbortController();
    // They last longer than the question for the calls in progress.
    const resume: Place = async ({ call_id }) => {
      resumed!.push(call_id);
      await service.clock.sleep(30_000);
      return 'voicemail';
    };
    const again: Place = async ({ call_id }) => {
      if (placed!.push(call_id) === 2) stop.abort();
      await service.clock.sleep(30_000);
      return 'busy';
    };
    await service.run({ agentId, place: again, resume, lines: 2, signal: stop.signal, journal: service.journal });
    expect([placed, resumed]).toEqual([['c2', 'c3'], ['c1']]);
    expect(service.state).toEqual({ request: null, calls: [] });
  });

  it('has what it took up in its journal', async () => {
    const service = new FakeDialing(1);
    await service.kill(cutOff, undefined, { agentId });
    service.state = undefined;
    await service.kill(cutOff, undefined, { agentId, resume: cutOff });
    expect(service.state).toEqual({ request: null, calls: [{ call_id: 'c1', lease_ms: 60_000 }] });
  });
});

describe('the details of an ending', () => {
  const details = {
    reference: 'crm-42',
    notes: 'Asks for an offer.',
    duration_seconds: 95,
    recording_url: 'https://recordings.example.com/42.wav',
  };

  it('are sent with the end', async () => {
    const service = new FakeDialing(1);
    await service.run(once(async () => ({ result: 'answered', outcome_id: 'o1', ...details })));
    expect(bodies(service.to('/end'))).toEqual([{ result: 'answered', agent_id: agentId, ...details }]);
    expect(bodies(service.to('/outcomes'))).toEqual([{ outcome_id: 'o1' }]);
  });

  it('are in the journal until the service has them', async () => {
    const service = new FakeDialing(2);
    await service.kill(
      async () => ({ result: 'answered', ...details }),
      (path) => path.endsWith('/end'),
    );
    expect(service.state?.calls).toMatchObject([{ ending: details }]);
    await service.run({ ...once(async () => 'busy'), journal: service.journal });
    expect(service.calls.get('c1')).toMatchObject({ result: 'answered', ...details });
  });

  it('that are refused are reported, and the call is ended without them', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path, body }) =>
      path.endsWith('/end') && 'notes' in (body as object) ? problem(409, 'resource_conflict') : undefined;
    await service.run(once(async () => ({ result: 'answered', outcome_id: 'o1', ...details })));
    expect(bodies(service.to('/end'))).toEqual([
      { result: 'answered', agent_id: agentId, ...details },
      { result: 'answered', agent_id: agentId },
    ]);
    expect(new Set(service.to('/end').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
    expect(service.calls.get('c1')).toMatchObject({ state: 'completed', outcome_id: 'o1' });
    expect(service.steps).toEqual(['end']);
  });

  it('of a call that is over are not sent again', async () => {
    const service = new FakeDialing(1);
    service.instead = ({ path }) => (path.endsWith('/end') ? problem(409, 'call_state_conflict') : undefined);
    await service.run(once(async () => ({ result: 'answered', ...details })));
    expect(service.to('/end')).toHaveLength(1);
  });
});
