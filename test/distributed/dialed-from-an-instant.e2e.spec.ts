import { expectSoundLog, wholeLog } from '../crash/support/whole-log.js';
import { describeWithMongoServer } from '../doubles/mongodb/server.js';
import type { LoggedEvent } from '../support/log.js';
import { Random, seedOfThisRun } from '../support/random.js';
import { shareClockedProcesses } from './support/clocked-processes.js';
import { AGENTS, type Happens, INSTANTS, membership, prepare } from './support/instants.js';
import { type Given, RacingDialers } from './support/racing-dialers.js';
import { expectRowsOfLog } from './support/rebuilt-rows.js';

/*
 * Goal: two processes whose dialers ask all the time dispatch nobody before an instant, everybody from it on, nobody
 * twice, and exceed no limit by one; callbacks go to their owners.
 * Method: the test clocks of both stand a millisecond before the instant. One is put to it, and somewhat later the
 * other, so that for a while the clocks disagree. The log tells what was dispatched.
 */

const RUN_MS = 120_000;
const EACH = (Object.keys(INSTANTS) as Happens[]).flatMap((happens) =>
  (['daily_cap', 'contact_windows'] as const).map((limit) => [happens, limit] as const),
);

interface Dispatch {
  readonly call_id: string;
  readonly contact_id: string;
  readonly smart_list_id: string | null;
  readonly snapshot: { readonly callback_at?: string | null };
}

const dispatchOf = ({ data }: LoggedEvent): Dispatch => data as unknown as Dispatch;

describeWithMongoServer('two processes that dial around an instant', () => {
  const processes = shareClockedProcesses();
  const random = new Random(seedOfThisRun());

  it.each(EACH)(
    '%s, limit %s: nobody is called before, everybody once from then on',
    async (happens, limit) => {
      const { both } = processes();
      const instant = INSTANTS[happens];
      const { workspace, expected, owners } = await prepare(processes(), happens, limit, random);
      const begins = await both[0].service.log.head();
      const clients = both.map((each) => each.client(workspace.client.token!));
      const dialers = new RacingDialers(clients, AGENTS, random);
      await dialers.askedInVain(2);
      expect(dialers.given).toEqual([]);

      const [first, second] = random.below(2) === 0 ? both : [both[1], both[0]];
      await first.setClock(instant);
      await dialers.hasGiven(random.below(expected));
      await second.setClock(instant);
      await dialers.hasGiven(expected);
      await dialers.askedInVain(3);
      await dialers.stop();

      const log = (await both[0].service.log.after(begins)).filter(
        ({ metadata }) => metadata.workspace_id === workspace.id,
      );
      const dispatched = log.filter(({ type }) => type === 'CallDispatched');
      expect(dispatched.filter(({ metadata }) => metadata.occurred_at < instant)).toEqual([]);
      const memberships = dispatched.map(dispatchOf).map((data) => membership(data.smart_list_id, data.contact_id));
      expect(new Set(memberships).size).toBe(dispatched.length);
      expect(dispatched).toHaveLength(expected);
      const contacts = new Set(dispatched.map((event) => dispatchOf(event).contact_id));
      expect(contacts.size).toBe(limit === 'daily_cap' ? expected / 2 : expected);
      expectOneCallAtATime(log);
      expectGivenOnce(dispatched.map(dispatchOf), dialers.given);
      if (happens === 'callbacks are due') expectOwners(dispatched.map(dispatchOf), dialers.given, owners);
    },
    RUN_MS,
  );

  it(
    'the log of all of them is sound, and the rows are those of the log',
    async () => {
      expectSoundLog(await wholeLog(processes().deployment));
      await expectRowsOfLog(processes().deployment, 'left out');
    },
    RUN_MS,
  );
});

/** Expects that no contact is dispatched while it has a call in flight. */
function expectOneCallAtATime(log: readonly LoggedEvent[]): void {
  const inFlight = new Map<unknown, unknown>();
  for (const { type, data } of log) {
    const { call_id, contact_id } = data;
    if (type === 'CallEnded') for (const [contact, call] of inFlight) if (call === call_id) inFlight.delete(contact);
    if (type !== 'CallDispatched') continue;
    expect([contact_id, inFlight.get(contact_id)]).toEqual([contact_id, undefined]);
    inFlight.set(contact_id, call_id);
  }
}

/** Expects each dispatch to have been answered to one dialer, once. */
function expectGivenOnce(dispatches: readonly Dispatch[], given: readonly Given[]): void {
  const ids = given.map(({ call }) => call.call_id);
  expect([...ids].sort()).toEqual(dispatches.map(({ call_id }) => call_id).sort());
}

/** Expects each dispatch to be a callback that was given to its owner, where it has one. */
function expectOwners(
  dispatches: readonly Dispatch[],
  given: readonly Given[],
  owners: ReadonlyMap<string, string | undefined>,
): void {
  const agents = new Map(given.map(({ call, agent }) => [call.call_id, agent]));
  for (const { call_id, contact_id, smart_list_id, snapshot } of dispatches) {
    expect(snapshot.callback_at).toBe(INSTANTS['callbacks are due']);
    const agent = agents.get(call_id);
    expect([call_id, agent]).toEqual([call_id, owners.get(membership(smart_list_id, contact_id)) ?? agent]);
  }
}
