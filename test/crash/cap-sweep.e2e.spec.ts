import { Api } from '../support/api.js';
import { START } from '../support/log.js';
import { createDeployment } from '../support/deployments/create-deployment.js';
import type { Deployment } from '../support/deployments/deployment.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { TestWorkspace } from '../support/workspace.js';
import { addAll, advanced, advances, ended, isDone } from './support/sweeps.js';
import { expectSoundLog, wholeLog } from './support/whole-log.js';

const MEMBERS = 6_000;
const CALLED = 4_500;
const AT_ONCE = 50;

describe('a lowered cap that exhausts 4,500 of 6,000 members, with a kill while they are moved', () => {
  let deployment: Deployment;
  let service: Service;
  let token: string;
  const api = (): Api => new Api(service.client(token));

  let list: string;
  let next: string;
  let called: readonly string[];
  /** `calling` is in a call while the cap is lowered; `there` is already a member of the next list. */
  let calling: string;
  let there: string;
  let callOf: string;

  /** Calls `count` members in the order of their member numbers, and ends all calls but the last. */
  async function call(count: number): Promise<readonly string[]> {
    const contacts: string[] = [];
    while (contacts.length < count) {
      const calls = await api().next(AT_ONCE);
      expect(calls).toHaveLength(AT_ONCE);
      contacts.push(...calls.map(({ contact_id }) => contact_id));
      callOf = calls.at(-1)!.call_id;
      const over = contacts.length < count ? calls : calls.slice(0, -1);
      await Promise.all(over.map(({ call_id }) => api().endCall(call_id, 'busy')));
    }
    return contacts;
  }

  beforeAll(async () => {
    deployment = await createDeployment();
    service = await startService({ deployment });
    const workspace = await TestWorkspace.make(service);
    token = workspace.client.token!;
    const contacts = (await workspace.contacts(MEMBERS)).map(({ contact_id }) => contact_id);
    next = (await api().createList({ priority: 'low' })).smart_list_id;
    list = (await api().createList({ next_list_id: next, min_retry_seconds: 31_536_000 })).smart_list_id;
    await addAll(api(), list, contacts);
    called = await call(CALLED);
    [there, calling] = [called[700]!, called.at(-1)!];
    await api().addMembers(next, [{ contact_id: there }]);
  }, 180_000);

  afterAll(async () => {
    await service?.kill();
    await deployment?.remove();
  });

  it('has moved some of the members when the service is killed', async () => {
    const middle = advanced(service.log, 2, await service.log.head());
    // Answered once all members have moved, so not at all if the process is killed before.
    const changed = Promise.allSettled([api().changeList(list, { max_attempts_total: 1 })]);
    await middle;
    await service.kill();
    await changed;
    const log = await wholeLog(deployment);
    expect(isDone(log)).toBe(false);
    expect(advances(log).length).toBeGreaterThanOrEqual(2);
  }, 60_000);

  it('is completed by the next process: each member moves once, in the order of member numbers', async () => {
    service = await startService({ deployment });
    await advanced(service.log, Infinity, START);
    const log = await wholeLog(deployment);
    expectSoundLog(log);
    const leavers = called.filter((id) => id !== calling);
    expect(ended(log, list)).toEqual(leavers.map((id) => `moved_by_waterfall ${id}`));
    expect(advances(log).filter(({ done }) => done)).toHaveLength(1);
    const arrived = (await api().members(next)).map(({ contact_id, source }) => `${source} ${contact_id}`);
    const expected = leavers.filter((id) => id !== there).map((id) => `waterfall ${id}`);
    expect(arrived).toEqual([`api ${there}`, ...expected]);
  }, 150_000);

  it('moves a member that is in a call only when the call is completed', async () => {
    expect((await api().list(list)).member_count).toBe(MEMBERS - CALLED + 1);
    await api().endCall(callOf, 'busy');
    expect((await api().members(list, 'removed')).at(-1)).toMatchObject({ contact_id: calling });
    expect((await api().list(list)).member_count).toBe(MEMBERS - CALLED);
    expect((await api().members(next)).at(-1)).toMatchObject({ contact_id: calling, source: 'waterfall' });
  }, 60_000);
});
